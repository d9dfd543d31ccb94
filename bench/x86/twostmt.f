C SPDX-License-Identifier: GPL-3.0-or-later
C     two statements: sum and difference of two vectors, in place
      SUBROUTINE TWOK(N,C,S,X,Y)
      INTEGER N,I
      DOUBLE PRECISION C,S,X(N),Y(N),T
      DO 10 I=1,N
      T=C*X(I)+S*Y(I)
      Y(I)=C*Y(I)-S*X(I)
      X(I)=T
   10 CONTINUE
      END
