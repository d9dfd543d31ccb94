      SUBROUTINE NEST(M, N, A, X, Y, S, K)
      REAL*8 A(M,N), X(N), Y(M), S(N), T, U, V
      INTEGER K(*)
      U = 0
      DO 20 J = 1, N
      T = 2*X(J)*Y(J)
      S(J) = U + X(J)
      DO 10 I = 1, M
   10 Y(I) = Y(I) + T*A(I,J)
      U = U + Y(J)
   20 CONTINUE
      DO 40 J = 1, N
      T = 0
      DO 30 I = K(J), K(J+1) - 1
   30 T = T + A(I,J)
      X(J) = X(J-1) + T*V
   40 Y(J) = T + T*V
      DO 50 J = 1, N
      DO 50 I = 1, M
   50 A(I,J) = 0
      DO 80 J = 1, N
      V = 3*X(J)
      DO 70 L = 1, N
      IF (X(J) .GT. 0) V = V + 1
      DO 60 I = 1, L
      IF (A(I,L) .EQ. V) GO TO 80
   60 CALL FOO(A(I,L))
   70 X(L) = V*X(J)
      Y(J) = X(J)
   80 S(J) = V
      DO 90 J = 1, N
      I = 1
      DO WHILE (I .LT. J)
      READ *, K(I)
      I = I + K(I)
      END DO
   90 Y(J) = Y(I)
      END
