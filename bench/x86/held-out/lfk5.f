C SPDX-License-Identifier: GPL-3.0-or-later
C     tri-diagonal elimination with a quotient kept
      SUBROUTINE LFK5K(N,X,Y,Z)
      INTEGER N,I
      DOUBLE PRECISION X(N+1),Y(N+1),Z(N+1),T
      T=X(1)
      DO 10 I=2,N+1
      T=(Y(I)-T)*Z(I)
      X(I)=T+0.5D0
   10 CONTINUE
      END
