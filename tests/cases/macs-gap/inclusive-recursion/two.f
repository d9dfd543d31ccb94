      PROGRAM MAIN
      REAL*8 A(100)
      DO 20 IT = 1, 10
        CALL PING(IT)
        A(1) = A(1)*0.5D0
   20 CONTINUE
      DO 30 I = 1, 100
        A(I) = A(I) + 1
   30 CONTINUE
      END
      SUBROUTINE PING(I)
      IF (I .GT. 0) CALL PONG(I)
      END
      SUBROUTINE PONG(I)
      CALL PING(I - 1)
      CALL PONG(I - 2)
      END
