C SPDX-License-Identifier: GPL-3.0-or-later
C     OpenMP as kfc knows it: what is private, first, last and reduced,
C     how loops are shared out, sections, orphaned and nested regions.
      PROGRAM T
      INTEGER N, M
      PARAMETER (N=37, M=5)
      REAL*8 A(N), B(N,M), W(M), S, X, Y
      REAL*4 R4
      REAL*8 FUN
      INTEGER*8 K8
      LOGICAL L, L2
      COMMON /C/ CC(N), IC
      REAL*8 CC
      INTEGER P(N)
      EQUIVALENCE (P(1), IP)
      SAVE A
      IC = 3
      R4 = 1.5
      W(1) = 10
      DO I = 2, M
      W(I) = W(I-1)+1
      END DO
!$OMP PARALLEL DO FIRSTPRIVATE(W, R4) LASTPRIVATE(X, K8) PRIVATE(J,Y)
!$OMP& SCHEDULE(STATIC, IC)
      DO 10 I = N, 1, -2
         Y = 0
         DO 5 J = 1, M
            W(J) = W(J)*0 + J
            B(I,J) = W(J)*I
            Y = Y + B(I,J)
    5    CONTINUE
         X = Y + R4
         K8 = I
         A(I) = X
   10 CONTINUE
      PRINT *, X, K8, W(1)
      DO I = 2, N, 2
      A(I) = I
      END DO
      CALL SUB(A, B, N, M)
      PRINT *, (A(I), I = 1, N, 6)
      L = .TRUE.
      L2 = .FALSE.
      MX = -5
      MN = 1000
      S = 1
      IA = -1
      IO = 0
      IX = 0
!$OMP PARALLEL DO REDUCTION(.AND.:L) REDUCTION(.OR.:L2)
!$OMP& REDUCTION(MAX:MX) REDUCTION(MIN:MN) REDUCTION(*:S)
!$OMP& REDUCTION(IAND:IA) REDUCTION(IOR:IO), REDUCTION(IEOR:IX)
      DO I = 1, N
         L = L .AND. A(I) .GT. -1
         L2 = L2 .OR. I .EQ. 20
         MX = MAX(MX, I)
         MN = MIN(MN, MOD(I*7, 11) - 3)
         IF (I .LT. 10) S = S*2
         IA = IAND(IA, I + 64)
         IO = IOR(IO, I)
         IX = IEOR(IX, I)
      END DO
      PRINT *, L, L2, MX, MN, S, IA, IO, IX
!$OMP PARALLEL NUM_THREADS(2) PRIVATE(I)
!$OMP SINGLE
      CC(1) = 1
!$OMP END SINGLE
!$OMP SECTIONS PRIVATE(K)
!$OMP SECTION
      K = 2
      CC(2) = CC(1) + K
!$OMP SECTION
      CC(3) = 3
!$OMP SECTION
      CC(4) = 4
!$OMP SECTION
      K = 1
      DO WHILE (K .LT. 100)
         K = K*2
         IF (K .GT. 60) GO TO 20
      END DO
   20 CC(5) = K
!$OMP END SECTIONS
!$OMP DO
      DO I = 6, N
         CC(I) = FUN(I) + IC
      END DO
!$OMP END PARALLEL
      PRINT *, (CC(I), I=1,10)
      L = .FALSE.
!$OMP PARALLEL DO IF(L)
      DO I = 1, N
      P(I) = I
      END DO
      PRINT *, IP, P(N)
      Z = 0
!$OMP PARALLEL DO PRIVATE(I)
      DO I = 1, 0
      Z = 1
      END DO
      PRINT *, Z
      KK = 0
!$OMP PARALLEL SHARED(KK)
!$OMP CRITICAL (ONE)
      KK = KK + 1
!$OMP END CRITICAL (ONE)
!$OMP BARRIER
!$OMP MASTER
      IF (KK .GE. 1) PRINT *, 'master'
!$OMP END MASTER
!$OMP PARALLEL
!$OMP CRITICAL (ONE)
      KK = KK + 100
!$OMP END CRITICAL (ONE)
!$OMP BARRIER
!$OMP END PARALLEL
!$OMP END PARALLEL
      PRINT *, MOD(KK,101)
      END
      REAL*8 FUNCTION FUN(I)
      FUN = SQRT(REAL(I))
      END
      SUBROUTINE SUB(A, B, N, M)
      REAL*8 A(N), B(N,M), T(3)
      INTEGER I, J
!$OMP PARALLEL PRIVATE(T)
      T(1) = 1
      T(2) = 2
      CALL ORPHAN(A, B, N, M, T)
!$OMP END PARALLEL
      END
      SUBROUTINE ORPHAN(A, B, N, M, T)
      REAL*8 A(N), B(N,*), T(*), S
      INTEGER I, J
!$OMP DO
      DO I = 1, N
         S = T(1)
         DO J = 1, M
            IF (MOD(I,2).EQ.1) S = S + B(I,J)*T(2)
         END DO
         A(I) = A(I) + S
      END DO
!$OMP BARRIER
!$OMP DO SCHEDULE(STATIC,4)
      DO I = 1, N
         A(I) = A(I)*2
      END DO
      END
