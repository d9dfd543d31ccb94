C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE DAXBYK(N,A,B,X,Y,Z)
      INTEGER N,I
      DOUBLE PRECISION A,B,X(N),Y(N),Z(N)
      DO 10 I=1,N
   10 Z(I)=A*X(I)+B*Y(I)
      END
