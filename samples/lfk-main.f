C SPDX-License-Identifier: GPL-3.0-or-later
C     The 24 Livermore kernels of lfk.f and lfk13-24.f as one program:
C     sets their data (lfk-data.f), runs each ten times, and again, and
C     prints a sum for each group of data so that two builds can be held
C     against each other. An argument is the number of passes (100:
C     about 0.2 s).
      PROGRAM LFKALL
      INTEGER PASSES, L, M
      CHARACTER*16 WORD
      PASSES = 100
      IF (COMMAND_ARGUMENT_COUNT() .GE. 1) THEN
         CALL GET_COMMAND_ARGUMENT(1, WORD)
         READ (WORD, *) PASSES
      END IF
      DO 20 L = 1, PASSES
         CALL LFKSET
         DO 10 M = 1, 10
            CALL LFKRUN
   10    CONTINUE
   20 CONTINUE
      CALL LFKSUM
      END
C
C     What the kernels left.
      SUBROUTINE LFKSUM
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /SPACE3/ U1(1010), U2(1010), U3(1010),
     1                DU1(101), DU2(101), DU3(101)
      COMMON /SPACE4/ PX(2525), CX(2525)
      COMMON /CELLS/ P(2048), B(64,64), C(64,64), H(128,128)
      COMMON /LINE/ VX4(1001), XX4(1001), GRD(1001), XI(1001),
     1              EX1(1001), DEX1(1001), EX(67), DEX(67), RX(1001),
     2              RH(2048), FLX
      COMMON /PLANES/ VF(707), VG(707), VH(707), VS(707), VY5(2525)
      COMMON /IMPLIC/ VSP(101), VSTP(101), VXNE(101), VXND(101),
     1                VE3(101), VLR(101), VLIN(101)
      COMMON /HYDRO/ ZA(707), ZB(707), ZM(707), ZP(707), ZQ(707),
     1               ZR(707), ZU(707), ZV(707), ZZ(707)
      COMMON /RECUR/ B5(101), SA(101), SB(101), STB5
      COMMON /RAYS/ G(1001), XX(1002), VX(1001), DK, S, T
      COMMON /FIRST/ M
      CHARACTER*8 NAMES(10)
      DIMENSION SUMS(10)
      DATA NAMES /'vectors', 'adi', 'tables', 'cells', 'line',
     1            'planes', 'implicit', 'hydro', 'recur', 'rays'/
      SUMS(1) = SUM(W) + SUM(Y)
      SUMS(2) = SUM(U1) + SUM(U2) + SUM(U3)
      SUMS(3) = SUM(PX)
      SUMS(4) = SUM(P) + SUM(H)
      SUMS(5) = SUM(XX4) + SUM(RH)
      SUMS(6) = SUM(VS) + SUM(VY5)
      SUMS(7) = SUM(VE3) + SUM(VXNE)
      SUMS(8) = SUM(ZA) + SUM(ZR) + SUM(ZZ)
      SUMS(9) = SUM(B5)
      SUMS(10) = SUM(XX)
      DO 10 I = 1, 10
         WRITE (*, '(1X, A8, 1P, E15.6)') NAMES(I), SUMS(I)
   10 CONTINUE
      WRITE (*, '(1X, A8, I8)') 'minimum', M
      END
