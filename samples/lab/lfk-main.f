C SPDX-License-Identifier: GPL-3.0-or-later
C     The 24 Livermore kernels for the KSR1 lab, with lfk.f, lfk13-24.f
C     and lfk-data.f of the folder above: each group of data is set,
C     every kernel runs PASSES times, and a sum of what each group then
C     holds is printed.
      PROGRAM LFKLAB
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      INTEGER PASSES, L
      PARAMETER (PASSES = 4)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /SPACER/ Q, R, T, CONST(18)
      COMMON /SPACE3/ UALL(3030), DUALL(303)
      COMMON /SPACE4/ PX(2525), CX(2525)
      COMMON /CELLS/ P(2048), B(4096), C(4096), H(16384)
      COMMON /LINE/ VX4(1001), XX4(1001), GRD(1001), XI(1001),
     1              EX1(1001), DEX1(1001), EX(67), DEX(67), RX(1001),
     2              RH(2048), FLX
      COMMON /PLANES/ VF(707), VG(707), VH(707), VS(707), VY5(2525)
      COMMON /IMPLIC/ VSP(101), VSTP(101), VXNE(101), VXND(101),
     1                VE3(101), VLR(101), VLIN(101)
      COMMON /HYDRO/ ZALL(6363)
      COMMON /RECUR/ B5(101), SA(101), SB(101), STB5
      COMMON /RAYS/ G(1001), XX(1002), VX(1001), DK, S, TR
      COMMON /FIRST/ M
      CALL LFKSET
      DO 10 L = 1, PASSES
         CALL LFKRUN
   10 CONTINUE
      PRINT *, 'vectors', TOTAL(W, 1001), TOTAL(X, 1001), Q
      PRINT *, 'adi', TOTAL(UALL, 3030)
      PRINT *, 'tables', TOTAL(PX, 2525)
      PRINT *, 'cells', TOTAL(P, 2048), TOTAL(H, 16384)
      PRINT *, 'line', TOTAL(XX4, 1001), TOTAL(RH, 2048)
      PRINT *, 'planes', TOTAL(VS, 707), TOTAL(VY5, 2525)
      PRINT *, 'implicit', TOTAL(VE3, 101), TOTAL(VXNE, 101)
      PRINT *, 'hydro', TOTAL(ZALL, 6363)
      PRINT *, 'recur', TOTAL(B5, 101), STB5
      PRINT *, 'rays', TOTAL(XX, 1002)
      PRINT *, 'minimum', M
      END
C
C     Sum of N numbers.
      DOUBLE PRECISION FUNCTION TOTAL(X, N)
      DOUBLE PRECISION X(*)
      INTEGER N, K
      TOTAL = 0D0
      DO 10 K = 1, N
         TOTAL = TOTAL + X(K)
   10 CONTINUE
      END
