C SPDX-License-Identifier: GPL-3.0-or-later
C     exponential smoothing in place, two vectors
      SUBROUTINE EMAK(N,A,B,X,Y)
      INTEGER N,I
      DOUBLE PRECISION A,B,X(N),Y(N),S,T
      S=0.0D0
      T=0.0D0
      DO 10 I=1,N
      S=A*S+B*X(I)
      T=A*T+B*Y(I)
      X(I)=S
      Y(I)=T
   10 CONTINUE
      END
