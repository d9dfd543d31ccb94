      SUBROUTINE ADDC(N, X, Y)
      INTEGER N, I
      COMPLEX*16 X(N), Y(N)
      DO 10 I = 1, N
   10 Y(I) = X(I) + Y(I)
      END
