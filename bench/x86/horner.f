C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE HORNK(N,C,X,Y)
      INTEGER N,I
      DOUBLE PRECISION C(5),X(N),Y(N),C0,C1,C2,C3,C4
      C0=C(1)
      C1=C(2)
      C2=C(3)
      C3=C(4)
      C4=C(5)
      DO 10 I=1,N
   10 Y(I)=C0+X(I)*(C1+X(I)*(C2+X(I)*(C3+X(I)*C4)))
      END
