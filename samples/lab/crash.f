C SPDX-License-Identifier: GPL-3.0-or-later
C     A metal plate hits a rigid wall, for the KSR1 lab: the program of
C     samples/programs/crash.f in kfc's subset of Fortran. A time step
C     has 13 loops over elements or nodes, numbered like their labels.
C     crash.inc defines the size of the plate and the number of steps.
C     Output: kinetic energy, work of the wall, number of elements that
C     have yielded, position of the rear edge, last time step.
      PROGRAM CRASH
      INCLUDE 'crash.inc'
      INTEGER L
      CALL MESH
      DO 10 L = 1, STEPS
         CALL STRAIN
         CALL STRESS
         CALL FORCES
         CALL MOVE
   10 CONTINUE
      CALL REPORT
      END
C
C     The plate: NX by NY elements, its left edge at the wall x = 0.
      SUBROUTINE MESH
      INCLUDE 'crash.inc'
      INTEGER I, J, K, C, ROW
C$OMP PARALLEL DO PRIVATE(I, K)
      DO 21 J = 0, NY
      DO 20 I = 0, NX
         K = 1 + I + J*(NX + 1)
         X(K) = 1D-3*I + 1D-9
         Y(K) = 1D-3*J
         VX(K) = -200D0
         VY(K) = 0D0
         RMASS(K) = 0D0
   20 CONTINUE
   21 CONTINUE
      K = 0
      DO 40 C = 0, 3
         FIRST(C) = K + 1
         DO 31 J = 1 + C/2, NY, 2
         DO 30 I = 1 + MOD(C, 2), NX, 2
            K = K + 1
            ROW = I + (J - 1)*(NX + 1)
            NODE(1, K) = ROW
            NODE(2, K) = ROW + 1
            NODE(3, K) = ROW + NX + 2
            NODE(4, K) = ROW + NX + 1
   30    CONTINUE
   31    CONTINUE
   40 CONTINUE
      FIRST(4) = K + 1
C$OMP PARALLEL DO
      DO 50 K = 1, NE
         SXX(K) = 0D0
         SYY(K) = 0D0
         SXY(K) = 0D0
         PRES(K) = 0D0
         EPS(K) = 0D0
         VOL0(K) = 1D-6
   50 CONTINUE
      DO 61 K = 1, NE
      DO 60 J = 1, 4
         RMASS(NODE(J,K)) = RMASS(NODE(J,K)) + RHO*1D-6/4
   60 CONTINUE
   61 CONTINUE
      DO 70 K = 1, NN
         RMASS(K) = 1D0/RMASS(K)
   70 CONTINUE
      DT = 1D-8
      WORK = 0D0
      END
C
C     Loops 1 to 4: where the nodes of each element are and how they
C     move, its shape, and the rates of strain.
      SUBROUTINE STRAIN
      INCLUDE 'crash.inc'
      INTEGER K, N1, N2, N3, N4
C$OMP PARALLEL PRIVATE(N1, N2, N3, N4, H)
C$OMP DO
      DO 1 K = 1, NE
         N1 = NODE(1,K)
         N2 = NODE(2,K)
         N3 = NODE(3,K)
         N4 = NODE(4,K)
         X13(K) = X(N1) - X(N3)
         X24(K) = X(N2) - X(N4)
         Y13(K) = Y(N1) - Y(N3)
         Y24(K) = Y(N2) - Y(N4)
    1 CONTINUE
C$OMP DO
      DO 2 K = 1, NE
         N1 = NODE(1,K)
         N2 = NODE(2,K)
         N3 = NODE(3,K)
         N4 = NODE(4,K)
         U13(K) = VX(N1) - VX(N3)
         U24(K) = VX(N2) - VX(N4)
         W13(K) = VY(N1) - VY(N3)
         W24(K) = VY(N2) - VY(N4)
    2 CONTINUE
C$OMP DO
      DO 3 K = 1, NE
         AREA(K) = 0.5D0*(X13(K)*Y24(K) - X24(K)*Y13(K))
         IF (AREA(K) .LT. 1D-8) THEN
            AREA(K) = 1D-8
            LOST(K) = 1D0
         END IF
    3 CONTINUE
C$OMP DO
      DO 4 K = 1, NE
         H = 0.5D0/AREA(K)
         DXX(K) = (U13(K)*Y24(K) - U24(K)*Y13(K))*H
         DYY(K) = (W24(K)*X13(K) - W13(K)*X24(K))*H
         DXY(K) = (U24(K)*X13(K) - U13(K)*X24(K)
     1             + W13(K)*Y24(K) - W24(K)*Y13(K))*H
    4 CONTINUE
C$OMP END PARALLEL
      END
C
C     Loops 5 to 7: elastic stress, plastic flow where it yields, and
C     the pressure, with a viscous one where it is compressed.
      SUBROUTINE STRESS
      INCLUDE 'crash.inc'
      INTEGER K
C$OMP PARALLEL PRIVATE(TRACE, VM, BEYOND, SHRINK)
C$OMP DO
      DO 5 K = 1, NE
         TRACE = (DXX(K) + DYY(K))/3D0
         SXX(K) = SXX(K) + 2D0*SHEAR*DT*(DXX(K) - TRACE)
         SYY(K) = SYY(K) + 2D0*SHEAR*DT*(DYY(K) - TRACE)
         SXY(K) = SXY(K) + SHEAR*DT*DXY(K)
    5 CONTINUE
C$OMP DO
      DO 6 K = 1, NE
         VM = 1.5D0*(SXX(K)**2 + SYY(K)**2 + (SXX(K) + SYY(K))**2
     1               + 2D0*SXY(K)**2)
         BEYOND = YIELD + HARD*EPS(K)
         IF (VM .GT. BEYOND**2) THEN
            SHRINK = BEYOND/SQRT(VM)
            EPS(K) = EPS(K) + (1D0 - SHRINK)*SQRT(VM)/(3D0*SHEAR)
            SXX(K) = SXX(K)*SHRINK
            SYY(K) = SYY(K)*SHRINK
            SXY(K) = SXY(K)*SHRINK
         END IF
    6 CONTINUE
C$OMP DO
      DO 7 K = 1, NE
         PRES(K) = BULK*(VOL0(K)/AREA(K) - 1D0)
         TRACE = DXX(K) + DYY(K)
         IF (TRACE .LT. 0D0) THEN
            PRES(K) = PRES(K) - RHO*SQRT(AREA(K))*TRACE
     1                *(0.5D0*SOUND - 1.5D0*SQRT(AREA(K))*TRACE)
         END IF
    7 CONTINUE
C$OMP END PARALLEL
      END
C
C     Loops 8 to 10: forces of each element on its nodes, including
C     those against hourglass modes, and their sums at the nodes.
      SUBROUTINE FORCES
      INCLUDE 'crash.inc'
      INTEGER K, C, N1, N2, N3, N4
C$OMP PARALLEL PRIVATE(N1, N2, N3, N4, C, TXX, TYY, TXY, HG)
C$OMP DO
      DO 8 K = 1, NN
         FX(K) = 0D0
         FY(K) = 0D0
    8 CONTINUE
C$OMP DO
      DO 9 K = 1, NE
         HG = 0.05D0*RHO*SOUND*SQRT(AREA(K))
         HX(K) = HG*(VX(NODE(1,K)) - VX(NODE(2,K)) + VX(NODE(3,K))
     1               - VX(NODE(4,K)))
         HY(K) = HG*(VY(NODE(1,K)) - VY(NODE(2,K)) + VY(NODE(3,K))
     1               - VY(NODE(4,K)))
    9 CONTINUE
      DO 100 C = 0, 3
C$OMP DO
      DO 10 K = FIRST(C), FIRST(C+1) - 1
         N1 = NODE(1,K)
         N2 = NODE(2,K)
         N3 = NODE(3,K)
         N4 = NODE(4,K)
         TXX = 0.5D0*(SXX(K) - PRES(K))
         TYY = 0.5D0*(SYY(K) - PRES(K))
         TXY = 0.5D0*SXY(K)
         FX(N1) = FX(N1) - TXX*Y24(K) + TXY*X24(K) - HX(K)
         FY(N1) = FY(N1) + TYY*X24(K) - TXY*Y24(K) - HY(K)
         FX(N3) = FX(N3) + TXX*Y24(K) - TXY*X24(K) - HX(K)
         FY(N3) = FY(N3) - TYY*X24(K) + TXY*Y24(K) - HY(K)
         FX(N2) = FX(N2) + TXX*Y13(K) - TXY*X13(K) + HX(K)
         FY(N2) = FY(N2) - TYY*X13(K) + TXY*Y13(K) + HY(K)
         FX(N4) = FX(N4) - TXX*Y13(K) + TXY*X13(K) + HX(K)
         FY(N4) = FY(N4) + TYY*X13(K) - TXY*Y13(K) + HY(K)
   10 CONTINUE
  100 CONTINUE
C$OMP END PARALLEL
      END
C
C     Loops 11 to 13: contact with the wall, the new velocities and
C     positions of the nodes, and the greatest stable time step.
      SUBROUTINE MOVE
      INCLUDE 'crash.inc'
      INTEGER K
      DOUBLE PRECISION LEAST
      LEAST = 1D0
C$OMP PARALLEL
C$OMP DO REDUCTION(+: WORK)
      DO 11 K = 1, NN
         IF (X(K) .LT. 0D0) THEN
            FX(K) = FX(K) - PENALTY*X(K)
            WORK = WORK - PENALTY*X(K)*VX(K)*DT
         END IF
   11 CONTINUE
C$OMP DO
      DO 12 K = 1, NN
         VX(K) = VX(K) + DT*FX(K)*RMASS(K)
         VY(K) = VY(K) + DT*FY(K)*RMASS(K)
         X(K) = X(K) + DT*VX(K)
         Y(K) = Y(K) + DT*VY(K)
   12 CONTINUE
C$OMP DO REDUCTION(MIN: LEAST)
      DO 13 K = 1, NE
         LEAST = MIN(LEAST, AREA(K)/(X13(K)**2 + Y13(K)**2 + X24(K)**2
     1               + Y24(K)**2))
   13 CONTINUE
C$OMP END PARALLEL
      DT = MIN(1.05D0*DT, 0.3D0*1D-3*LEAST*4D0/SOUND)
      END
C
C     Kinetic energy, how much has yielded, and the front.
      SUBROUTINE REPORT
      INCLUDE 'crash.inc'
      INTEGER K, N
      DOUBLE PRECISION ENERGY, FRONT
      ENERGY = 0D0
      FRONT = X(NX + 1)
      DO 10 K = 1, NN
         ENERGY = ENERGY + 0.5D0*(VX(K)**2 + VY(K)**2)/RMASS(K)
   10 CONTINUE
      N = 0
      DO 20 K = 1, NE
         IF (EPS(K) .GT. 0D0) N = N + 1
   20 CONTINUE
      PRINT *, ENERGY, WORK, N, FRONT, DT
      END
