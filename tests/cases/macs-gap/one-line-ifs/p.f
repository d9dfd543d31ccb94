      PROGRAM P
      REAL*8 X(100), Y(100), Z(100)
      DO 5 I = 1, 100
      X(I) = I
      Y(I) = 101 - I
      Z(I) = 1
    5 CONTINUE
      CALL S(X, Y, Z, 100)
      END
      SUBROUTINE S(X, Y, Z, N)
      REAL*8 X(N), Y(N), Z(N)
      DO 10 I = 1, N
      IF (X(I) .GT. 40.0D0) Z(I) = Z(I) + X(I)
      IF (Y(I) .GT. 80.0D0) Z(I) = Z(I) * Y(I)
   10 CONTINUE
      END
