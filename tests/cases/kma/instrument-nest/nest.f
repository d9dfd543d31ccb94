      SUBROUTINE WHOLE(N, A, X, Y)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), X(N), Y(N), S
      DO 20 I = 1, N
         S = 0D0
         DO 10 J = 1, N
   10    S = S + A(I,J)*X(J)
         Y(I) = S
   20 CONTINUE
      END
      SUBROUTINE SHARED(N, A)
      INTEGER N, I, J, K
      DOUBLE PRECISION A(N,N,N)
      DO 10 K = 1, N
      DO 10 J = 1, N
      DO 10 I = 1, 3
   10 A(I,J,K) = 2D0*A(I,J,K)
      END
      SUBROUTINE APART(N, A, X)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), X(N)
      DO 30 I = 1, N
         DO 10 J = 1, N
   10    A(J,I) = X(J)
         DO 20 J = 1, N
   20    X(J) = X(J) + A(J,I)
   30 CONTINUE
      DO 50 I = 1, N
         CALL OTHER(X)
         DO 40 J = 1, N
   40    X(J) = 2D0*X(J)
   50 CONTINUE
      DO 70 I = 1, N
         DO 60 J = 1, N
            IF (A(J,I) .LT. 0D0) GO TO 70
   60    X(J) = X(J) + A(J,I)
   70 CONTINUE
      DO 90 I = 1, N
         IF (X(I) .LT. 0D0) X(I) = 0D0
         DO 80 J = 1, N
   80    X(J) = X(J) - A(J,I)
   90 CONTINUE
      END
