C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE TRIADK(N,A,B,C,D)
      INTEGER N,I
      DOUBLE PRECISION A(N),B(N),C(N),D(N)
      DO 10 I=1,N
   10 A(I)=B(I)+C(I)*D(I)
      END
