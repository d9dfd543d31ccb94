C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE DAXPYK(N,A,X,Y)
      INTEGER N,I
      DOUBLE PRECISION A,X(N),Y(N)
      DO 10 I=1,N
   10 Y(I)=Y(I)+A*X(I)
      END
