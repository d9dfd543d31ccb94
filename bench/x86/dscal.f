C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE DSCALK(N,A,X)
      INTEGER N,I
      DOUBLE PRECISION A,X(N)
      DO 10 I=1,N
   10 X(I)=A*X(I)
      END
