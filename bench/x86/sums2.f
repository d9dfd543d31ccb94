C SPDX-License-Identifier: GPL-3.0-or-later
C     two reductions at once
      DOUBLE PRECISION FUNCTION SUMS2K(N,X,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N),Y(N),S,T
      S=0.0D0
      T=0.0D0
      DO 10 I=1,N
      S=S+X(I)*X(I)
      T=T+X(I)*Y(I)
   10 CONTINUE
      SUMS2K=S/T
      END
