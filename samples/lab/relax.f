C     Three steps of a relaxation: each point becomes the sum of its neighbours. For klcache: which
C     elements move between cells.
      PROGRAM RELAX
      COMMON /GRID/ A(258), B(258)
      REAL*8 A, B
      DO 10 I = 1, 258
        A(I) = 1
   10 CONTINUE
      DO 40 ISTEP = 1, 3
!$OMP PARALLEL DO
        DO 20 I = 2, 257
          B(I) = 0.5D0*(A(I-1) + A(I+1))
   20   CONTINUE
!$OMP PARALLEL DO
        DO 30 I = 2, 257
          A(I) = B(I)
   30   CONTINUE
   40 CONTINUE
      PRINT *, A(100)
      END
