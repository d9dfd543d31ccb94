C SPDX-License-Identifier: GPL-3.0-or-later
C     Livermore Fortran Kernels 1-12 (F. H. McMahon, LLNL), one kernel a
C     routine, in their usual form: what they compute is McMahon's, the
C     text around it is ours.
C
C     1  Hydro fragment
      SUBROUTINE LFK1(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /SPACER/ Q, R, T, A11, A12, A13, A21, A22, A23, A31, A32,
     1                A33, SIG, C0, DM22, DM23, DM24, DM25, DM26, DM27,
     2                DM28
      DO 1 K = 1, N
    1 X(K) = Q + Y(K)*(R*Z(K+10) + T*Z(K+11))
      END
C
C     2  Incomplete Cholesky - conjugate gradient, inner loop
      SUBROUTINE LFK2(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      II = N
      IPNTP = 0
  222 IPNT = IPNTP
      IPNTP = IPNTP + II
      II = II/2
      I = IPNTP + 1
CDIR$ IVDEP
      DO 2 K = IPNT+2, IPNTP, 2
         I = I + 1
    2 X(I) = X(K) - V(K)*X(K-1) - V(K+1)*X(K+1)
      IF (II .GT. 1) GO TO 222
      END
C
C     3  Inner product
      SUBROUTINE LFK3(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /SPACER/ Q, R, T, A11, A12, A13, A21, A22, A23, A31, A32,
     1                A33, SIG, C0, DM22, DM23, DM24, DM25, DM26, DM27,
     2                DM28
      Q = 0.0D0
      DO 3 K = 1, N
    3 Q = Q + Z(K)*X(K)
      END
C
C     4  Banded linear equations
      SUBROUTINE LFK4(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      DIMENSION XZ(1500)
      EQUIVALENCE (XZ(1), X(1))
      M = (1001-7)/2
      DO 444 K = 7, 1001, M
         LW = K - 6
         TEMP = X(K-1)
CDIR$ IVDEP
         DO 4 J = 5, N, 5
            TEMP = TEMP - XZ(LW)*Y(J)
    4    LW = LW + 1
         X(K-1) = Y(5)*TEMP
  444 CONTINUE
      END
C
C     5  Tridiagonal elimination, below the diagonal
      SUBROUTINE LFK5(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      DO 5 I = 2, N
    5 X(I) = Z(I)*(Y(I) - X(I-1))
      END
C
C     6  General linear recurrence equations
      SUBROUTINE LFK6(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /SPACE2/ B(64,64)
      DO 6 I = 2, N
      DO 6 K = 1, I-1
         W(I) = W(I) + B(I,K)*W(I-K)
    6 CONTINUE
      END
C
C     7  Equation of state fragment
      SUBROUTINE LFK7(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      COMMON /SPACER/ Q, R, T, A11, A12, A13, A21, A22, A23, A31, A32,
     1                A33, SIG, C0, DM22, DM23, DM24, DM25, DM26, DM27,
     2                DM28
      DO 7 K = 1, N
         X(K) = U(K) + R*(Z(K) + R*Y(K)) +
     1          T*(U(K+3) + R*(U(K+2) + R*U(K+1)) +
     2          T*(U(K+6) + Q*(U(K+5) + Q*U(K+4))))
    7 CONTINUE
      END
C
C     8  Alternating direction implicit integration
      SUBROUTINE LFK8(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE3/ U1(5,101,2), U2(5,101,2), U3(5,101,2),
     1                DU1(101), DU2(101), DU3(101)
      COMMON /SPACER/ Q, R, T, A11, A12, A13, A21, A22, A23, A31, A32,
     1                A33, SIG, C0, DM22, DM23, DM24, DM25, DM26, DM27,
     2                DM28
      NL1 = 1
      NL2 = 2
      DO 8 KX = 2, 3
      DO 8 KY = 2, N
         DU1(KY) = U1(KX,KY+1,NL1) - U1(KX,KY-1,NL1)
         DU2(KY) = U2(KX,KY+1,NL1) - U2(KX,KY-1,NL1)
         DU3(KY) = U3(KX,KY+1,NL1) - U3(KX,KY-1,NL1)
         U1(KX,KY,NL2) = U1(KX,KY,NL1) + A11*DU1(KY) + A12*DU2(KY) +
     1      A13*DU3(KY) + SIG*(U1(KX+1,KY,NL1) -
     2      2.0D0*U1(KX,KY,NL1) + U1(KX-1,KY,NL1))
         U2(KX,KY,NL2) = U2(KX,KY,NL1) + A21*DU1(KY) + A22*DU2(KY) +
     1      A23*DU3(KY) + SIG*(U2(KX+1,KY,NL1) -
     2      2.0D0*U2(KX,KY,NL1) + U2(KX-1,KY,NL1))
         U3(KX,KY,NL2) = U3(KX,KY,NL1) + A31*DU1(KY) + A32*DU2(KY) +
     1      A33*DU3(KY) + SIG*(U3(KX+1,KY,NL1) -
     2      2.0D0*U3(KX,KY,NL1) + U3(KX-1,KY,NL1))
    8 CONTINUE
      END
C
C     9  Numerical integration of predictors
      SUBROUTINE LFK9(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE4/ PX(25,101), CX(25,101)
      COMMON /SPACER/ Q, R, T, A11, A12, A13, A21, A22, A23, A31, A32,
     1                A33, SIG, C0, DM22, DM23, DM24, DM25, DM26, DM27,
     2                DM28
      DO 9 K = 1, N
         PX(1,K) = DM28*PX(13,K) + DM27*PX(12,K) + DM26*PX(11,K) +
     1             DM25*PX(10,K) + DM24*PX(9,K) + DM23*PX(8,K) +
     2             DM22*PX(7,K) + C0*(PX(5,K) + PX(6,K)) + PX(3,K)
    9 CONTINUE
      END
C
C     10  Numerical differentiation of predictors
      SUBROUTINE LFK10(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE4/ PX(25,101), CX(25,101)
      DO 10 K = 1, N
         AR = CX(5,K)
         BR = AR - PX(5,K)
         PX(5,K) = AR
         CR = BR - PX(6,K)
         PX(6,K) = BR
         AR = CR - PX(7,K)
         PX(7,K) = CR
         BR = AR - PX(8,K)
         PX(8,K) = AR
         CR = BR - PX(9,K)
         PX(9,K) = BR
         AR = CR - PX(10,K)
         PX(10,K) = CR
         BR = AR - PX(11,K)
         PX(11,K) = AR
         CR = BR - PX(12,K)
         PX(12,K) = BR
         PX(14,K) = CR - PX(13,K)
         PX(13,K) = CR
   10 CONTINUE
      END
C
C     11  First sum
      SUBROUTINE LFK11(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      X(1) = Y(1)
      DO 11 K = 2, N
   11 X(K) = X(K-1) + Y(K)
      END
C
C     12  First difference
      SUBROUTINE LFK12(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /SPACE1/ U(1001), V(1001), W(1001), X(1001), Y(1001),
     1                Z(1012)
      DO 12 K = 1, N
   12 X(K) = Y(K+1) - Y(K)
      END
