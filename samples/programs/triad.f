C SPDX-License-Identifier: GPL-3.0-or-later
C     Copy, scale, add and triad, in the manner of McCalpin's STREAM: once on
C     vectors that stay in the nearest cache, and once on vectors that no
C     cache holds. The four loops are written twice, so that each pair is
C     two loops of the table. An argument is how often (10: about 0.2 s).
      PROGRAM TRIAD
      INTEGER NBIG, NSMALL
      PARAMETER (NBIG = 4000000, NSMALL = 1000)
      DOUBLE PRECISION A(NBIG), B(NBIG), C(NBIG)
      COMMON /VECTOR/ A, B, C
      INTEGER TIMES, L, M
      DOUBLE PRECISION Q
      CHARACTER*16 WORD
      TIMES = 10
      IF (COMMAND_ARGUMENT_COUNT() .GE. 1) THEN
         CALL GET_COMMAND_ARGUMENT(1, WORD)
         READ (WORD, *) TIMES
      END IF
C     With this factor a round leaves A as it was.
      Q = SQRT(2D0) - 1D0
      CALL SET(NBIG, A, B, C)
      DO 20 L = 1, TIMES
         DO 10 M = 1, 1000
            CALL INCACHE(NSMALL, A, B, C, Q)
   10    CONTINUE
         CALL MEMORY(NBIG, A, B, C, Q)
   20 CONTINUE
      WRITE (*, '(A, 1P, E22.14)') ' c(n) =', C(NBIG)
      END
C
      SUBROUTINE SET(N, A, B, C)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N), C(N)
      DO 10 I = 1, N
         A(I) = 1D0
         B(I) = 2D0
         C(I) = 0D0
   10 CONTINUE
      END
C
C     24 kB: the vectors stay in the first cache.
      SUBROUTINE INCACHE(N, A, B, C, Q)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N), C(N), Q
      DO 10 I = 1, N
   10 C(I) = A(I)
      DO 20 I = 1, N
   20 B(I) = Q*C(I)
      DO 30 I = 1, N
   30 C(I) = A(I) + B(I)
      DO 40 I = 1, N
   40 A(I) = B(I) + Q*C(I)
      END
C
C     96 MB: every element comes from memory.
      SUBROUTINE MEMORY(N, A, B, C, Q)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N), C(N), Q
      DO 10 I = 1, N
   10 C(I) = A(I)
      DO 20 I = 1, N
   20 B(I) = Q*C(I)
      DO 30 I = 1, N
   30 C(I) = A(I) + B(I)
      DO 40 I = 1, N
   40 A(I) = B(I) + Q*C(I)
      END
