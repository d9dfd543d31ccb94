C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE LFK12K(N,X,Y)
      INTEGER N,K
      DOUBLE PRECISION X(N),Y(N+1)
      DO 10 K=1,N
   10 X(K)=Y(K+1)-Y(K)
      END
