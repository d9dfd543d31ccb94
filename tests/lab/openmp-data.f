C SPDX-License-Identifier: GPL-3.0-or-later
C     OpenMP and data of all types: complex, characters, 8-byte integers;
C     variables that are first and last private; reductions in COMMON.
      PROGRAM Q
      COMPLEX*16 Z, ZA(20), ZS
      COMPLEX C4
      REAL X, Y
      REAL*8 S, D(20)
      INTEGER I, J, K, N
      LOGICAL FLAG
      CHARACTER*6 NAME
      INTEGER*8 L8
      N = 20
      Z = (1D0, 2D0)
      C4 = (0.5, -1.0)
      FLAG = .TRUE.
      NAME = 'abc'
      X = 1.5
      Y = 0.25
      L8 = 10000000000_8
      K = 7
!$OMP PARALLEL DO FIRSTPRIVATE(K) LASTPRIVATE(K)
      DO I = 1, N
         ZA(I) = Z*I + C4
         IF (FLAG) D(I) = X*I + Y + L8
         K = K + I*0 + I
         K = I*2
      END DO
      PRINT *, ZA(3), ZA(20), D(20), K
      S = 0
!$OMP PARALLEL DEFAULT(SHARED)
      CALL RED(D, N, S)
!$OMP CRITICAL
      IF (NAME(1:3) .EQ. 'abc') J = 5
!$OMP END CRITICAL
!$OMP END PARALLEL
      PRINT *, S, J
      M = 0
!$OMP PARALLEL PRIVATE(I) REDUCTION(+:M)
!$OMP DO
      DO I = 1, N
      DO J = 1, 3
         M = M + J
      END DO
      END DO
!$OMP END DO
      M = M + 0
!$OMP END PARALLEL
      PRINT *, M
      ZS = 0
!$OMP PARALLEL DO PRIVATE(Z) SCHEDULE(STATIC,1)
      DO I = 1, N
         Z = ZA(I)
         ZA(I) = Z*Z
      END DO
      DO I = 1, N
         ZS = ZS + ZA(I)
      END DO
      PRINT *, ZS
!$OMP PARALLEL SECTIONS LASTPRIVATE(K) FIRSTPRIVATE(X)
      K = 1
!$OMP SECTION
      K = 2
      D(1) = D(1) + X
!$OMP SECTION
      K = 3
!$OMP END PARALLEL SECTIONS
      PRINT *, K
!$OMP PARALLEL
!$OMP SECTIONS LASTPRIVATE(K)
!$OMP SECTION
      K = 5
!$OMP SECTION
      K = 6
!$OMP END SECTIONS
!$OMP END PARALLEL
      PRINT *, K
      CALL PASS(D, N, N)
      PRINT *, D(1), D(20)
      END
      SUBROUTINE RED(D, N, S)
      REAL*8 D(*), S, T
      COMMON /SHARE/ T
!$OMP SINGLE
      T = 0
!$OMP END SINGLE
!$OMP DO REDUCTION(+:T)
      DO I = 1, N
         T = T + D(I)
      END DO
!$OMP MASTER
      S = T
!$OMP END MASTER
      END
      SUBROUTINE PASS(D, N, M)
      INTEGER N, M, I
      REAL*8 D(M), W(4)
      EXTERNAL F
      REAL*8 F
!$OMP PARALLEL DO PRIVATE(W)
      DO 10 I = 1, N
         W(1) = D(I)
         DO 20 J = 2, 4
   20    W(J) = W(J-1)*0.5D0
         D(I) = F(W, 4)
   10 CONTINUE
      END
      REAL*8 FUNCTION F(W, K)
      REAL*8 W(K)
      F = 0
      DO 10 I = 1, K
   10 F = F + W(I)
      END
