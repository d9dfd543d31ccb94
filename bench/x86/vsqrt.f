C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE VSQRTK(N,X,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y(N)
      DO 10 I=1,N
   10 Y(I)=SQRT(X(I))
      END
