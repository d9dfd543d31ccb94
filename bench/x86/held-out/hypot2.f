C SPDX-License-Identifier: GPL-3.0-or-later
C     length of vectors of three components
      SUBROUTINE HYP2K(N,X,Y,Z,R)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y(N),Z(N),R(N)
      DO 10 I=1,N
   10 R(I)=SQRT(X(I)*X(I)+Y(I)*Y(I)+Z(I)*Z(I))
      END
