C SPDX-License-Identifier: GPL-3.0-or-later
C     Fast Fourier transforms of complex vectors (Stockham's, radix 2, no
C     bit reversal), forth and back; the greatest difference from where it
C     began is printed. An argument is how often (4000: about 0.4 s).
      PROGRAM FFT
      INTEGER M, N, TIMES, L, I
      PARAMETER (M = 12, N = 2**M)
      COMPLEX*16 X(N), Y(N), W(N), FROM(N)
      COMMON /DATA/ X, Y, W, FROM
      DOUBLE PRECISION WORST
      CHARACTER*16 WORD
      TIMES = 4000
      IF (COMMAND_ARGUMENT_COUNT() .GE. 1) THEN
         CALL GET_COMMAND_ARGUMENT(1, WORD)
         READ (WORD, *) TIMES
      END IF
      CALL ROOTS(N, W)
      DO 10 I = 1, N
         FROM(I) = DCMPLX(MOD(7*I, 101)*1D-2, MOD(11*I, 103)*1D-2)
         X(I) = FROM(I)
   10 CONTINUE
      DO 20 L = 1, TIMES
         CALL FORTH(M, N, X, Y, W)
         CALL BACK(M, N, X, Y, W)
   20 CONTINUE
      WORST = 0D0
      DO 30 I = 1, N
   30 WORST = MAX(WORST, ABS(X(I) - FROM(I)))
      WRITE (*, '(A, 1P, E9.1)') ' greatest difference', WORST
      IF (WORST .GT. 1D-9) STOP 1
      END
C
C     Roots of unity.
      SUBROUTINE ROOTS(N, W)
      INTEGER N, I
      COMPLEX*16 W(N)
      DOUBLE PRECISION ANGLE
      DO 10 I = 1, N
         ANGLE = -8D0*ATAN(1D0)*(I - 1)/N
         W(I) = DCMPLX(COS(ANGLE), SIN(ANGLE))
   10 CONTINUE
      END
C
C     One pass: L butterflies of stride S from X to Y.
      SUBROUTINE PASS(N, L, S, X, Y, W)
      INTEGER N, L, S, J, K
      COMPLEX*16 X(S, 2*L), Y(S, 2, L), W(N), A, B
      DO 20 J = 1, L
         DO 10 K = 1, S
            A = X(K, J)
            B = X(K, J + L)
            Y(K, 1, J) = A + B
            Y(K, 2, J) = (A - B)*W(1 + (J - 1)*S)
   10    CONTINUE
   20 CONTINUE
      END
C
      SUBROUTINE FORTH(M, N, X, Y, W)
      INTEGER M, N, L, S, K
      COMPLEX*16 X(N), Y(N), W(N)
      L = N/2
      S = 1
      DO 10 K = 1, M
         IF (MOD(K, 2) .EQ. 1) CALL PASS(N, L, S, X, Y, W)
         IF (MOD(K, 2) .EQ. 0) CALL PASS(N, L, S, Y, X, W)
         L = L/2
         S = 2*S
   10 CONTINUE
      IF (MOD(M, 2) .EQ. 1) CALL MOVE(N, Y, X)
      END
C
C     Back: the transform of the conjugate, conjugated and divided by N.
      SUBROUTINE BACK(M, N, X, Y, W)
      INTEGER M, N, I
      COMPLEX*16 X(N), Y(N), W(N)
      DO 10 I = 1, N
   10 X(I) = DCONJG(X(I))
      CALL FORTH(M, N, X, Y, W)
      DO 20 I = 1, N
   20 X(I) = DCONJG(X(I))/N
      END
C
      SUBROUTINE MOVE(N, FROM, TO)
      INTEGER N, I
      COMPLEX*16 FROM(N), TO(N)
      DO 10 I = 1, N
   10 TO(I) = FROM(I)
      END
