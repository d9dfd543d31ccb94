C SPDX-License-Identifier: GPL-3.0-or-later
C     integers mixed by shifts, products and exclusive or
      SUBROUTINE IHASHK(N,IX,JX)
      INTEGER N,I,IX(N),JX(N)
      DO 10 I=1,N
   10 JX(I)=IEOR(IX(I)*40503,ISHFT(IX(I),-7))+JX(I)
      END
