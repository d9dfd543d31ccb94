C SPDX-License-Identifier: GPL-3.0-or-later
C     matrix product, inner loop over rows, one column
      SUBROUTINE LFK21K(N,C,V,P)
      INTEGER N,I
      DOUBLE PRECISION C,V(N),P(N)
      DO 10 I=1,N
   10 P(I)=P(I)+C*V(I)*V(I)
      END
