C SPDX-License-Identifier: GPL-3.0-or-later
C     The two versions of code in figure 6 of the report: a loop over
C     arrays that come as arguments, which needs a base register for
C     each, and the same loop over arrays in COMMON, which lie within
C     the reach of one.
      PROGRAM FIG6
      DOUBLE PRECISION X, Y, Z
      INTEGER N, K
      PARAMETER (N = 1000)
      COMMON /AREA1/ X(N), Y(N), Z(N)
      DO 10 K = 1, N
         Y(K) = 0.5D0*K
         Z(K) = 1D0/K
   10 CONTINUE
      DO 15 K = 1, 10
         CALL CASE1(X, Y, Z, N)
         CALL CASE2
   15 CONTINUE
      PRINT *, X(1), X(2), X(N)
      END
C
      SUBROUTINE CASE1(XX, YY, ZZ, N)
      INTEGER N, K
      DOUBLE PRECISION XX(N), YY(N), ZZ(N)
      DO 20 K = 1, N
         XX(K) = YY(K) + ZZ(K)
   20 CONTINUE
      END
C
      SUBROUTINE CASE2
      DOUBLE PRECISION XX, YY, ZZ
      INTEGER N, K
      PARAMETER (N = 1000)
      COMMON /AREA1/ XX(N), YY(N), ZZ(N)
      DO 30 K = 1, N
         XX(K) = YY(K) + ZZ(K)
   30 CONTINUE
      END
