C SPDX-License-Identifier: GPL-3.0-or-later
      INTEGER FUNCTION ISUMK(N,IX,JX)
      INTEGER N,I,IX(N),JX(N),S
      S=0
      DO 10 I=1,N
   10 S=S+IX(I)+JX(I)
      ISUMK=S
      END
