C SPDX-License-Identifier: GPL-3.0-or-later
C     prefix sum
      SUBROUTINE LFK11K(N,X,Y)
      INTEGER N,K
      DOUBLE PRECISION X(N+1),Y(N+1)
      DO 10 K=2,N+1
   10 X(K)=X(K-1)+Y(K)
      END
