C SPDX-License-Identifier: GPL-3.0-or-later
C     double to single precision
      SUBROUTINE DTOSK(N,X,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N)
      REAL Y(N)
      DO 10 I=1,N
   10 Y(I)=SNGL(X(I)*X(I))
      END
