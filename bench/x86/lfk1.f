C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE LFK1K(N,Q,R,T,X,Y,Z)
      INTEGER N,K
      DOUBLE PRECISION Q,R,T,X(N),Y(N),Z(N+11)
      DO 10 K=1,N
   10 X(K)=Q+Y(K)*(R*Z(K+10)+T*Z(K+11))
      END
