      SUBROUTINE DAXPY(N, A, X, Y)
      DOUBLE PRECISION A, X(N), Y(N)
      DO 10 I = 1, N
   10 Y(I) = Y(I) + A*X(I)
      END
      SUBROUTINE TOTAL(N, S, X)
      DOUBLE PRECISION S, X(N)
      DO 20 I = 1, N
   20 S = S + X(I)
      END
