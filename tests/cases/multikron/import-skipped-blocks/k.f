      SUBROUTINE COND(N, A, B)
      DIMENSION A(N), B(N)
      DO 10 I = 1, N
        IF (A(I) .GT. 0.) THEN
          B(I) = A(I)*A(I)
        END IF
   10 CONTINUE
      END
