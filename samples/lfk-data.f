C SPDX-License-Identifier: GPL-3.0-or-later
C     What the kernels of lfk.f and lfk13-24.f are run on.
C
C     Every kernel once, with its usual length.
      SUBROUTINE LFKRUN
      CALL LFK1(1001)
      CALL LFK2(500)
      CALL LFK3(1001)
      CALL LFK4(1001)
      CALL LFK5(1001)
      CALL LFK6(64)
      CALL LFK7(995)
      CALL LFK8(100)
      CALL LFK9(101)
      CALL LFK10(101)
      CALL LFK11(1001)
      CALL LFK12(1000)
      CALL LFK13(512)
      CALL LFK14(1001)
      CALL LFK15(101)
      CALL LFK16(75)
      CALL LFK17(101)
      CALL LFK18(100)
      CALL LFK19(101)
      CALL LFK20(1000)
      CALL LFK21(101)
      CALL LFK22(101)
      CALL LFK23(100)
      CALL LFK24(1001)
      END
C
C     Data that keep every kernel in range and finite for ten runs.
      SUBROUTINE LFKSET
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      INTEGER E, F, ZONE
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /SPACER/ Q, R, T, A11, A12, A13, A21, A22, A23, A31, A32,
     1                A33, SIG, C0, DM22, DM23, DM24, DM25, DM26, DM27,
     2                DM28
      COMMON /SPACE2/ B2(64,64)
      COMMON /SPACE3/ U1(5,101,2), U2(5,101,2), U3(5,101,2),
     1                DU1(101), DU2(101), DU3(101)
      COMMON /SPACE4/ PX(25,101), CX(25,101)
      COMMON /CELLS/ P(4,512), B(64,64), C(64,64), H(128,128)
      COMMON /ISHIFT/ E(96), F(96)
      COMMON /LINE/ VX4(1001), XX4(1001), GRD(1001), XI(1001),
     1              EX1(1001), DEX1(1001), EX(67), DEX(67), RX(1001),
     2              RH(2048), FLX
      COMMON /PLANES/ VF(101,7), VG(101,7), VH(101,7), VS(101,7),
     1                VY5(101,25)
      COMMON /SEARCH/ D(300), PLAN(300), R6, S6, T6
      COMMON /IZONES/ ZONE(300), K2, K3, M
      COMMON /IMPLIC/ VSP(101), VSTP(101), VXNE(101), VXND(101),
     1                VE3(101), VLR(101), VLIN(101)
      COMMON /HYDRO/ ZA(101,7), ZB(101,7), ZM(101,7), ZP(101,7),
     1               ZQ(101,7), ZR(101,7), ZU(101,7), ZV(101,7),
     2               ZZ(101,7)
      COMMON /RECUR/ B5(101), SA(101), SB(101), STB5
      COMMON /RAYS/ G(1001), XX(1002), VX(1001), DK, S, TR
      COMMON /FACTOR/ VY(101,25)
      Q = 0.05D0
      R = 0.02D0
      T = 0.01D0
      A11 = 0.03D0
      A12 = 0.01D0
      A13 = 0.01D0
      A21 = 0.01D0
      A22 = 0.03D0
      A23 = 0.01D0
      A31 = 0.01D0
      A32 = 0.01D0
      A33 = 0.03D0
      SIG = 0.05D0
      C0 = 0.1D0
      DM22 = 0.01D0
      DM23 = 0.02D0
      DM24 = 0.03D0
      DM25 = 0.04D0
      DM26 = 0.05D0
      DM27 = 0.06D0
      DM28 = 0.07D0
      DO 10 K = 1, 1001
         U(K) = 0.5D0 + MOD(7*K, 101)*1D-3
         V(K) = 0.25D0 + MOD(11*K, 103)*1D-3
         W(K) = 0.1D0 + MOD(13*K, 107)*1D-3
         X(K) = 0.2D0 + MOD(17*K, 109)*1D-3
         Y(K) = 0.3D0 + MOD(19*K, 113)*1D-3
         G(K) = 0.01D0 + MOD(5*K, 97)*1D-4
         XX(K) = 1D0 + MOD(3*K, 89)*1D-2
         VX(K) = 3D0 + MOD(23*K, 83)*1D-3
         GRD(K) = 1D0 + MOD(29*K, 65)
         RH(K) = 0D0
   10 CONTINUE
      DO 11 K = 1, 1012
   11 Z(K) = 0.4D0 + MOD(31*K, 127)*1D-3
      DO 12 K = 1002, 2048
   12 RH(K) = 0D0
      XX(1002) = 1D0
      DK = 0.7D0
      S = 0.1D0
      TR = 0.9D0
      DO 13 K = 1, 67
         EX(K) = 20D0 + 0.1D0*K
   13 DEX(K) = 1D-3*K
      FLX = 1D-3
      DO 15 J = 1, 64
      DO 15 K = 1, 64
         B2(K,J) = 1D-5*MOD(K + J, 7)
         B(K,J) = 0.1D0*MOD(K*J, 11)
         C(K,J) = 0.1D0*MOD(K + 2*J, 13)
   15 CONTINUE
      DO 16 K = 1, 96
         E(K) = 1 + MOD(K, 2)
   16 F(K) = 2 - MOD(K, 2)
      DO 17 J = 1, 128
      DO 17 K = 1, 128
   17 H(K,J) = 0D0
      DO 18 K = 1, 512
         P(1,K) = MOD(37*K, 61)
         P(2,K) = MOD(41*K, 59)
         P(3,K) = 0.5D0
   18 P(4,K) = 0.25D0
      DO 20 J = 1, 2
      DO 20 K = 1, 101
      DO 20 I = 1, 5
         U1(I,K,J) = 1D0 + 1D-2*MOD(I + K, 17)
         U2(I,K,J) = 2D0 + 1D-2*MOD(I + K, 19)
         U3(I,K,J) = 3D0 + 1D-2*MOD(I + K, 23)
   20 CONTINUE
      DO 22 K = 1, 101
      DO 22 I = 1, 25
         PX(I,K) = 0.1D0 + 1D-2*MOD(I*K, 29)
         CX(I,K) = 0.2D0 + 1D-2*MOD(I + K, 31)
         VY(K,I) = 1D-3*MOD(I + 3*K, 37)
         VY5(K,I) = 0D0
   22 CONTINUE
      DO 24 J = 1, 7
      DO 24 K = 1, 101
         VF(K,J) = 1D0 + 1D-2*MOD(K*J, 41)
         VG(K,J) = 0.5D0 + 1D-2*MOD(K + J, 43)
         VH(K,J) = 0.7D0 + 1D-2*MOD(3*K + J, 47)
         VS(K,J) = 0D0
         ZA(K,J) = 0.1D0 + 1D-3*MOD(K + J, 53)
         ZB(K,J) = 0.2D0 + 1D-3*MOD(K*J, 59)
         ZM(K,J) = 1D0 + 1D-2*MOD(K + 2*J, 61)
         ZP(K,J) = 0.3D0 + 1D-3*MOD(2*K + J, 67)
         ZQ(K,J) = 0.4D0 + 1D-3*MOD(3*K + J, 71)
         ZR(K,J) = 0.5D0 + 1D-3*MOD(5*K + J, 73)
         ZU(K,J) = 1D-3*MOD(K + J, 79)
         ZV(K,J) = 1D-3*MOD(K + 3*J, 83)
         ZZ(K,J) = 0.6D0 + 1D-3*MOD(7*K + J, 89)
   24 CONTINUE
      DO 26 K = 1, 300
         D(K) = 0.1D0*MOD(K, 7)
         PLAN(K) = 2D0 + 0.1D0*MOD(K, 5)
   26 ZONE(K) = 1 + MOD(7*K, 74)
      ZONE(1) = 1
      R6 = 1D0
      S6 = 1.1D0
      T6 = 1.2D0
      DO 28 K = 1, 101
         VSP(K) = 0.3D0 + 1D-3*MOD(K, 11)
         VSTP(K) = 0.1D0 + 1D-3*MOD(K, 13)
         VXNE(K) = 0.2D0 + 1D-2*MOD(K, 17)
         VXND(K) = 0D0
         VE3(K) = 0D0
         VLR(K) = 0.4D0 + 1D-2*MOD(K, 19)
         VLIN(K) = 0.1D0 + 1D-3*MOD(K, 23)
         SA(K) = 0.1D0 + 1D-2*MOD(K, 29)
         SB(K) = 0.5D0 + 1D-3*MOD(K, 31)
   28 CONTINUE
      STB5 = 0.1D0
      END
