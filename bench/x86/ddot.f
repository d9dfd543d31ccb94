C SPDX-License-Identifier: GPL-3.0-or-later
      DOUBLE PRECISION FUNCTION DDOTK(N,X,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y(N),S
      S=0.0D0
      DO 10 I=1,N
   10 S=S+X(I)*Y(I)
      DDOTK=S
      END
