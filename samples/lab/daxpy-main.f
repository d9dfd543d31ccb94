C SPDX-License-Identifier: GPL-3.0-or-later
C     Calls the hand-written code of daxpy.s on one or two cells of the
C     simulated KSR1, and takes a sample before and after each call:
C     daxpy.csv has the times. Thread 0 gets 600 of 1000 elements on two
C     cells. N is 8 bytes wide in daxpy.s.
      PROGRAM MAIN
      DOUBLE PRECISION X(1000), Y(1000)
      INTEGER*8 N(2)
      INTEGER T, THREADS, FIRST(2)
      INTEGER OMP_GET_MAX_THREADS
      THREADS = MIN(OMP_GET_MAX_THREADS(), 2)
      N(1) = 1000
      IF (THREADS .EQ. 2) N(1) = 600
      N(2) = 1000 - N(1)
      FIRST(1) = 1
      FIRST(2) = 601
      DO 10 I = 1, 1000
         X(I) = I
         Y(I) = 1D0
   10 CONTINUE
C$OMP PARALLEL DO PRIVATE(T)
      DO 20 T = 1, THREADS
         CALL MKBEGIN(1)
         CALL DAXPY(N(T), 2D0, X(FIRST(T)), Y(FIRST(T)))
         CALL MKEND(1)
   20 CONTINUE
      PRINT *, Y(1), Y(600), Y(601), Y(1000)
      END
