C SPDX-License-Identifier: GPL-3.0-or-later
C     seven points of a 3-D grid, inner loop
      SUBROUTINE STEN7K(N,C0,C1,A,B)
      INTEGER N,I
      DOUBLE PRECISION C0,C1,A(N+2),B(1352,5)
      DO 10 I=2,N+1
   10 A(I)=C0*B(I,3)+C1*(B(I-1,3)+B(I+1,3)+B(I,1)+B(I,2)+B(I,4)+
     1     B(I,5))
      END
