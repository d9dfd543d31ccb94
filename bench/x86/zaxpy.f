C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE ZAXPYK(N,A,X,Y)
      INTEGER N,I
      COMPLEX*16 A,X(N),Y(N)
      DO 10 I=1,N
   10 Y(I)=Y(I)+A*X(I)
      END
