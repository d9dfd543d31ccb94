      SUBROUTINE S(N, X)
      REAL*8 X(N)
      BUFFER IN (10, 0) (X, X)
      DO 10 I = 1, N
   10 X(I) = X(I) + 1
      END
