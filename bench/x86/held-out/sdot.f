C SPDX-License-Identifier: GPL-3.0-or-later
      REAL FUNCTION SDOTK(N,X,Y)
      INTEGER N,I
      REAL X(N),Y(N),S
      S=0.0
      DO 10 I=1,N
   10 S=S+X(I)*Y(I)
      SDOTK=S
      END
