C SPDX-License-Identifier: GPL-3.0-or-later
C     inner loop of a matrix times a vector, four columns at once
      SUBROUTINE MATVK(N,C,A,Y)
      INTEGER N,I
      DOUBLE PRECISION C(4),A(6744,4),Y(N),C1,C2,C3,C4
      C1=C(1)
      C2=C(2)
      C3=C(3)
      C4=C(4)
      DO 10 I=1,N
   10 Y(I)=Y(I)+C1*A(I,1)+C2*A(I,2)+C3*A(I,3)+C4*A(I,4)
      END
