C SPDX-License-Identifier: GPL-3.0-or-later
C     cross products, components apart
      SUBROUTINE CROSSK(N,A,B,C,D,P)
      INTEGER N,I
      DOUBLE PRECISION A(N),B(N),C(N),D(N),P(N)
      DO 10 I=1,N
   10 P(I)=A(I)*D(I)-B(I)*C(I)
      END
