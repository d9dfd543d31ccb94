      PROGRAM MAIN
      REAL*8 A(100), B(100)
      COMMON /C/ B
      DO 20 IT = 1, 10
        CALL STEP
        A(1) = A(1)*0.5D0
   20 CONTINUE
      DO 30 I = 1, 100
        A(I) = B(I) + 1
   30 CONTINUE
      END
      SUBROUTINE STEP
      REAL*8 B(100)
      COMMON /C/ B
      CALL WORK(B, 100)
      END
      SUBROUTINE WORK(A, N)
      REAL*8 A(N)
      DO 10 I = 1, N
        A(I) = A(I) + 1
   10 CONTINUE
      END
