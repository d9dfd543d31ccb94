C SPDX-License-Identifier: GPL-3.0-or-later
C     inner loop of a five-point stencil; three columns
      SUBROUTINE STEN5K(N,C,A,B)
      INTEGER N,I
      DOUBLE PRECISION C,A(N+2),B(8792,3)
      DO 10 I=2,N+1
   10 A(I)=C*(B(I-1,2)+B(I+1,2)+B(I,1)+B(I,3)-4.0D0*B(I,2))
      END
