C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE STENK(N,C1,C2,A,B)
      INTEGER N,I
      DOUBLE PRECISION A(N),B(N+2),C1,C2
      DO 10 I=2,N+1
   10 A(I-1)=C1*(B(I-1)+B(I+1))+C2*B(I)
      END
