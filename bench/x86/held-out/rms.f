C SPDX-License-Identifier: GPL-3.0-or-later
C     sums of squares of two vectors' difference
      DOUBLE PRECISION FUNCTION RMSK(N,X,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y(N),S
      S=0.0D0
      DO 10 I=1,N
   10 S=S+(X(I)-Y(I))**2
      RMSK=SQRT(S)
      END
