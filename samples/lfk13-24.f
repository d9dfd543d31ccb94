C SPDX-License-Identifier: GPL-3.0-or-later
C     Livermore Fortran Kernels 13-24 (F. H. McMahon, LLNL), one kernel a
C     routine, in their usual form: what they compute is McMahon's, the
C     text around it is ours. Kernels 1-12 are in lfk.f.
C
C     13  2-D particle in cell
      SUBROUTINE LFK13(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      INTEGER E, F
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /CELLS/ P(4,512), B(64,64), C(64,64), H(128,128)
      COMMON /ISHIFT/ E(96), F(96)
      MOD2N(I,J) = MOD(I,J)
      DO 13 IP = 1, N
         I1 = P(1,IP)
         J1 = P(2,IP)
         I1 = 1 + MOD2N(I1,64)
         J1 = 1 + MOD2N(J1,64)
         P(3,IP) = P(3,IP) + B(I1,J1)
         P(4,IP) = P(4,IP) + C(I1,J1)
         P(1,IP) = P(1,IP) + P(3,IP)
         P(2,IP) = P(2,IP) + P(4,IP)
         I2 = P(1,IP)
         J2 = P(2,IP)
         I2 = MOD2N(I2,64)
         J2 = MOD2N(J2,64)
         P(1,IP) = P(1,IP) + Y(I2+32)
         P(2,IP) = P(2,IP) + Z(J2+32)
         I2 = I2 + E(I2+32)
         J2 = J2 + F(J2+32)
         H(I2,J2) = H(I2,J2) + 1.0D0
   13 CONTINUE
      END
C
C     14  1-D particle in cell
      SUBROUTINE LFK14(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /LINE/ VX(1001), XX(1001), GRD(1001), XI(1001),
     1              EX1(1001), DEX1(1001), EX(67), DEX(67), RX(1001),
     2              RH(2048), FLX
      COMMON /ILINE/ IX(1001), IR(1001)
      MOD2N(I,J) = MOD(I,J)
      DO 141 K = 1, N
         VX(K) = 0.0D0
         XX(K) = 0.0D0
         IX(K) = INT(GRD(K))
         XI(K) = DBLE(IX(K))
         EX1(K) = EX(IX(K))
         DEX1(K) = DEX(IX(K))
  141 CONTINUE
      DO 142 K = 1, N
         VX(K) = VX(K) + EX1(K) + (XX(K) - XI(K))*DEX1(K)
         XX(K) = XX(K) + VX(K) + FLX
         IR(K) = XX(K)
         RX(K) = XX(K) - IR(K)
         IR(K) = MOD2N(IR(K),512) + 1
         XX(K) = RX(K) + IR(K)
  142 CONTINUE
      DO 14 K = 1, N
         RH(IR(K)) = RH(IR(K)) + 1.0D0 - RX(K)
         RH(IR(K)+1) = RH(IR(K)+1) + RX(K)
   14 CONTINUE
      END
C
C     15  Casual Fortran
      SUBROUTINE LFK15(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /PLANES/ VF(101,7), VG(101,7), VH(101,7), VS(101,7),
     1                VY(101,25)
      NG = 7
      NZ = N
      AR = 0.053D0
      BR = 0.073D0
      DO 45 J = 2, NG
      DO 45 K = 2, NZ
         IF (J-NG) 31, 30, 30
   30    VY(K,J) = 0.0D0
         GO TO 45
   31    IF (VH(K,J+1) - VH(K,J)) 33, 33, 32
   32    T = AR
         GO TO 34
   33    T = BR
   34    IF (VF(K,J) - VF(K-1,J)) 35, 36, 36
   35    R = MAX(VH(K-1,J), VH(K-1,J+1))
         S = VF(K-1,J)
         GO TO 37
   36    R = MAX(VH(K,J), VH(K,J+1))
         S = VF(K,J)
   37    VY(K,J) = SQRT(VG(K,J)**2 + R*R)*T/S
   38    IF (K-NZ) 40, 39, 39
   39    VS(K,J) = 0.0D0
         GO TO 45
   40    IF (VF(K,J) - VF(K,J-1)) 41, 42, 42
   41    R = MAX(VG(K,J-1), VG(K+1,J-1))
         S = VF(K,J-1)
         T = BR
         GO TO 43
   42    R = MAX(VG(K,J), VG(K+1,J))
         S = VF(K,J)
         T = AR
   43    VS(K,J) = SQRT(VH(K,J)**2 + R*R)*T/S
   45 CONTINUE
      END
C
C     16  Monte Carlo search
      SUBROUTINE LFK16(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      INTEGER ZONE
      COMMON /SEARCH/ D(300), PLAN(300), R, S, T
      COMMON /IZONES/ ZONE(300), K2, K3, M
      II = N/3
      LB = II + II
      K2 = 0
      K3 = 0
      M = 1
      I1 = M
  410 J2 = (N + N)*(M - 1) + 1
      DO 470 K = 1, N
         K2 = K2 + 1
         J4 = J2 + K + K
         J5 = ZONE(J4)
         IF (J5-N) 420, 475, 450
  415    IF (J5-N+II) 430, 425, 425
  420    IF (J5-N+LB) 435, 415, 415
  425    IF (PLAN(J5)-R) 445, 480, 440
  430    IF (PLAN(J5)-S) 445, 480, 440
  435    IF (PLAN(J5)-T) 445, 480, 440
  440    IF (ZONE(J4-1)) 455, 485, 470
  445    IF (ZONE(J4-1)) 470, 485, 455
  450    K3 = K3 + 1
         IF (D(J5)-(D(J5-1)*(T-D(J5-2))**2+(S-D(J5-3))**2+
     1      (R-D(J5-4))**2)) 445, 480, 440
  455    M = M + 1
         IF (M-ZONE(1)) 465, 465, 460
  460    M = 1
  465    IF (I1-M) 410, 480, 410
  470 CONTINUE
  475 CONTINUE
  480 CONTINUE
  485 CONTINUE
      END
C
C     17  Implicit, conditional computation: a loop of GO TOs, without DO
      SUBROUTINE LFK17(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /IMPLIC/ VSP(101), VSTP(101), VXNE(101), VXND(101),
     1                VE3(101), VLR(101), VLIN(101)
      K = N
      J = 1
      INK = -1
      SCALE = 5.0D0/3.0D0
      XNM = 1.0D0/3.0D0
      E6 = 1.03D0/3.07D0
      GO TO 61
   60 E6 = XNM*VSP(K) + VSTP(K)
      VXNE(K) = E6
      XNM = E6
      VE3(K) = E6
      K = K + INK
      IF (K .EQ. J) GO TO 62
   61 E3 = XNM*VLR(K) + VLIN(K)
      XNEI = VXNE(K)
      VXND(K) = E6
      XNC = SCALE*E3
      IF (XNM .GT. XNC) GO TO 60
      IF (XNEI .GT. XNC) GO TO 60
      VE3(K) = E3
      E6 = E3 + E3 - XNM
      VXNE(K) = E3 + E3 - XNEI
      XNM = E6
      K = K + INK
      IF (K .NE. J) GO TO 61
   62 CONTINUE
      END
C
C     18  2-D explicit hydrodynamics
      SUBROUTINE LFK18(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /HYDRO/ ZA(101,7), ZB(101,7), ZM(101,7), ZP(101,7),
     1               ZQ(101,7), ZR(101,7), ZU(101,7), ZV(101,7),
     2               ZZ(101,7)
      T = 0.0037D0
      S = 0.0041D0
      KN = 6
      JN = N
      DO 70 K = 2, KN
      DO 70 J = 2, JN
         ZA(J,K) = (ZP(J-1,K+1) + ZQ(J-1,K+1) - ZP(J-1,K) - ZQ(J-1,K))
     1            *(ZR(J,K) + ZR(J-1,K))/(ZM(J-1,K) + ZM(J-1,K+1))
         ZB(J,K) = (ZP(J-1,K) + ZQ(J-1,K) - ZP(J,K) - ZQ(J,K))
     1            *(ZR(J,K) + ZR(J,K-1))/(ZM(J,K) + ZM(J-1,K))
   70 CONTINUE
      DO 72 K = 2, KN
      DO 72 J = 2, JN
         ZU(J,K) = ZU(J,K) + S*(ZA(J,K)*(ZZ(J,K) - ZZ(J+1,K))
     1             - ZA(J-1,K)*(ZZ(J,K) - ZZ(J-1,K))
     2             - ZB(J,K)*(ZZ(J,K) - ZZ(J,K-1))
     3             + ZB(J,K+1)*(ZZ(J,K) - ZZ(J,K+1)))
         ZV(J,K) = ZV(J,K) + S*(ZA(J,K)*(ZR(J,K) - ZR(J+1,K))
     1             - ZA(J-1,K)*(ZR(J,K) - ZR(J-1,K))
     2             - ZB(J,K)*(ZR(J,K) - ZR(J,K-1))
     3             + ZB(J,K+1)*(ZR(J,K) - ZR(J,K+1)))
   72 CONTINUE
      DO 75 K = 2, KN
      DO 75 J = 2, JN
         ZR(J,K) = ZR(J,K) + T*ZU(J,K)
         ZZ(J,K) = ZZ(J,K) + T*ZV(J,K)
   75 CONTINUE
      END
C
C     19  General linear recurrence equations
      SUBROUTINE LFK19(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /RECUR/ B5(101), SA(101), SB(101), STB5
      KB5I = 0
      DO 191 K = 1, N
         B5(K+KB5I) = SA(K) + STB5*SB(K)
         STB5 = B5(K+KB5I) - STB5
  191 CONTINUE
      DO 193 I = 1, N
         K = N - I + 1
         B5(K+KB5I) = SA(K) + STB5*SB(K)
         STB5 = B5(K+KB5I) - STB5
  193 CONTINUE
      END
C
C     20  Discrete ordinates transport, conditional recurrence on XX
      SUBROUTINE LFK20(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /RAYS/ G(1001), XX(1002), VX(1001), DK, S, T
      DO 20 K = 1, N
         DI = Y(K) - G(K)/(XX(K) + DK)
         DN = 0.2D0
         IF (DI .NE. 0.0D0) DN = MAX(S, MIN(Z(K)/DI, T))
         X(K) = ((W(K) + V(K)*DN)*XX(K) + U(K))/(VX(K) + V(K)*DN)
         XX(K+1) = (X(K) - XX(K))*DN + XX(K)
   20 CONTINUE
      END
C
C     21  Matrix * matrix product
      SUBROUTINE LFK21(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE4/ PX(25,101), CX(25,101)
      COMMON /FACTOR/ VY(101,25)
      DO 21 K = 1, 25
      DO 21 I = 1, 25
      DO 21 J = 1, N
         PX(I,J) = PX(I,J) + VY(I,K)*CX(K,J)
   21 CONTINUE
      END
C
C     22  Planckian distribution
      SUBROUTINE LFK22(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      EXPMAX = 20.0D0
      U(N) = 0.99D0*EXPMAX*V(N)
      DO 22 K = 1, N
         Y(K) = U(K)/V(K)
         W(K) = X(K)/(EXP(Y(K)) - 1.0D0)
   22 CONTINUE
      END
C
C     23  2-D implicit hydrodynamics
      SUBROUTINE LFK23(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /HYDRO/ ZA(101,7), ZB(101,7), ZM(101,7), ZP(101,7),
     1               ZQ(101,7), ZR(101,7), ZU(101,7), ZV(101,7),
     2               ZZ(101,7)
      DO 23 J = 2, 6
      DO 23 K = 2, N
         QA = ZA(K,J+1)*ZR(K,J) + ZA(K,J-1)*ZB(K,J) +
     1        ZA(K+1,J)*ZU(K,J) + ZA(K-1,J)*ZV(K,J) + ZZ(K,J)
   23 ZA(K,J) = ZA(K,J) + 0.175D0*(QA - ZA(K,J))
      END
C
C     24  Location of the first minimum
      SUBROUTINE LFK24(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /FIRST/ M
      X(N/2) = -1.0D10
      M = 1
      DO 24 K = 2, N
         IF (X(K) .LT. X(M)) M = K
   24 CONTINUE
      END
