C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE RECURK(N,X,Y,Z)
      INTEGER N,I
      DOUBLE PRECISION X(N+1),Y(N+1),Z(N+1)
      DO 10 I=2,N+1
   10 X(I)=Z(I)*(Y(I)-X(I-1))
      END
