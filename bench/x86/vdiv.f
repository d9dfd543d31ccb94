C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE VDIVK(N,X,Y,Z)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y(N),Z(N)
      DO 10 I=1,N
   10 Z(I)=X(I)/Y(I)
      END
