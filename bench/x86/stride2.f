C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE STR2K(N,A,X,Y)
      INTEGER N,I
      DOUBLE PRECISION A,X(2*N),Y(N)
      DO 10 I=1,N
   10 Y(I)=A+X(2*I-1)
      END
