C SPDX-License-Identifier: GPL-3.0-or-later
C     adds to where an index says
      SUBROUTINE GUPDK(N,A,IX,X,Y)
      INTEGER N,I,IX(N)
      DOUBLE PRECISION A,X(N),Y(N)
      DO 10 I=1,N
   10 Y(IX(I))=Y(IX(I))+A*X(I)
      END
