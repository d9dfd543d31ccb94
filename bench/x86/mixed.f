C SPDX-License-Identifier: GPL-3.0-or-later
C     single precision into double
      SUBROUTINE MIXEDK(N,A,X,Y)
      INTEGER N,I
      REAL X(N)
      DOUBLE PRECISION A,Y(N)
      DO 10 I=1,N
   10 Y(I)=Y(I)+A*X(I)
      END
