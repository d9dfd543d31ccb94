      SUBROUTINE S(N, X)
      REAL*8 X(N)
      DO 10 I = 1, N
   10 X(I) = X(I) + 1
      Y = (X(1) + * 2
      DO 20 I = 1, N
   20 X(I) = 2*X(I)
      END
