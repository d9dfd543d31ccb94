C SPDX-License-Identifier: GPL-3.0-or-later
C     Livermore kernels 1, 3, 5, 7, 11 and 12 (F. H. McMahon, LLNL) on
C     long vectors, for the simulated KSR1. Kernels 1, 3, 7 and 12 are
C     parallel loops; 5 and 11 are recurrences, which run on one
C     processor. The vectors (160 KB each) exceed a cell's data subcache
C     of 256 KB together, but not its local cache.
      PROGRAM KERNEL
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      INTEGER STEP, STEPS
      PARAMETER (N = 20000, STEPS = 3)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
      CALL SETUP(N)
      DO 10 STEP = 1, STEPS
         CALL HYDRO(N, 0.5D0, 0.25D0, 0.125D0)
         CALL INNER(N, Q)
         CALL TRIDI(N)
         CALL STATE(N, 0.5D0, 0.25D0, 0.125D0)
         CALL FIRSTS(N)
         CALL FIRSTD(N)
   10 CONTINUE
      PRINT *, Q, V(N), W(N), X(N)
      END
C
      SUBROUTINE SETUP(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
C$OMP PARALLEL DO
      DO 20 K = 1, N + 10
         U(K) = 1D-4*K
         V(K) = 0D0
         W(K) = 0D0
         X(K) = 0D0
         Y(K) = 1D-3
         Z(K) = 0.5D0 - 1D-5*K
   20 CONTINUE
      Z(N + 11) = 0D0
      END
C
C     1  Hydro fragment
      SUBROUTINE HYDRO(N, Q, R, T)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
C$OMP PARALLEL DO
      DO 1 K = 1, N
         X(K) = Q + Y(K)*(R*Z(K+10) + T*Z(K+11))
    1 CONTINUE
      END
C
C     3  Inner product
      SUBROUTINE INNER(N, Q)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
      Q = 0D0
C$OMP PARALLEL DO REDUCTION(+: Q)
      DO 3 K = 1, N
         Q = Q + Z(K)*X(K)
    3 CONTINUE
      END
C
C     5  Tri-diagonal elimination, below the diagonal
      SUBROUTINE TRIDI(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
      DO 5 K = 2, N
         V(K) = Z(K)*(Y(K) - V(K-1))
    5 CONTINUE
      END
C
C     7  Equation of state fragment
      SUBROUTINE STATE(N, Q, R, T)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
C$OMP PARALLEL DO
      DO 7 K = 1, N
         X(K) = U(K) + R*(Z(K) + R*Y(K)) +
     1          T*(U(K+3) + R*(U(K+2) + R*U(K+1)) +
     2          T*(U(K+6) + Q*(U(K+5) + Q*U(K+4))))
    7 CONTINUE
      END
C
C     11  First sum
      SUBROUTINE FIRSTS(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
      W(1) = Y(1)
      DO 11 K = 2, N
         W(K) = W(K-1) + Y(K)
   11 CONTINUE
      END
C
C     12  First difference
      SUBROUTINE FIRSTD(N)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      COMMON /DATA/ U(20010), V(20010), W(20010), X(20010), Y(20010),
     1              Z(20012)
C$OMP PARALLEL DO
      DO 12 K = 1, N
         X(K) = U(K+1) - U(K)
   12 CONTINUE
      END
