      SUBROUTINE OUTER(N, A)
      DIMENSION A(N)
      DO 10 I = 1, N
   10 CALL OTHER(A(I))
      END
