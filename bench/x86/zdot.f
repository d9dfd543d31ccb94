C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE ZDOTK(N,R,X,Y)
      INTEGER N,I
      COMPLEX*16 R,X(N),Y(N),S
      S=(0.0D0,0.0D0)
      DO 10 I=1,N
   10 S=S+X(I)*Y(I)
      R=S
      END
