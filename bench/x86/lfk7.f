C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE LFK7K(N,Q,R,T,X,Y,Z,U)
      INTEGER N,K
      DOUBLE PRECISION Q,R,T,X(N),Y(N),Z(N),U(N+6)
      DO 10 K=1,N
   10 X(K)=U(K)+R*(Z(K)+R*Y(K))+T*(U(K+3)+R*(U(K+2)+R*U(K+1))+
     1     T*(U(K+6)+Q*(U(K+5)+Q*U(K+4))))
      END
