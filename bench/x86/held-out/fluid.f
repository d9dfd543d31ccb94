C SPDX-License-Identifier: GPL-3.0-or-later
C     pressure, and speed of sound squared, of an ideal gas
      SUBROUTINE FLUIDK(N,G,R,E,P,C)
      INTEGER N,I
      DOUBLE PRECISION G,R(N),E(N),P(N),C(N)
      DO 10 I=1,N
      P(I)=(G-1.0D0)*R(I)*E(I)
      C(I)=G*P(I)/R(I)
   10 CONTINUE
      END
