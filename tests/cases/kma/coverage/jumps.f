      SUBROUTINE S(N, M, X)
      REAL X(N)
      I = 1
   10 X(I) = 2*X(I)
      I = I + 1
      IF (I .LE. N) GO TO 10
      DO 40 K = 1, M
      DO 30 J = 1, N
   20 X(J) = X(J)/2
      IF (X(J) - 1.) 30, 20, 20
   30 CONTINUE
   40 CONTINUE
      DO 50 J = 1, N
   50 CALL FOO(X(J))
      DO 60 J = 1, N
      ASSIGN 60 TO L
      GO TO L
   60 CONTINUE
      GO TO (10, 70), I
   70 CONTINUE
      END
