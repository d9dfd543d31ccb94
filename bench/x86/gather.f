C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE GATHK(N,IX,X,Y)
      INTEGER N,I,IX(N)
      DOUBLE PRECISION X(N),Y(N)
      DO 10 I=1,N
   10 Y(I)=X(IX(I))
      END
