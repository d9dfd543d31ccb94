      SUBROUTINE MX(N, X, W)
      INTEGER N, I
      DOUBLE PRECISION X(N), W
      DO 30 I=1,N
   30 W = MAX(W, ABS(X(I) - 1D0))
      END
