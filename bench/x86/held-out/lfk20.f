C SPDX-License-Identifier: GPL-3.0-or-later
C     discrete ordinates transport, in short
      SUBROUTINE LFK20K(N,DK,Y,G,X)
      INTEGER N,K
      DOUBLE PRECISION DK,Y(N),G(N),X(N+1),DI,DN
      DO 10 K=1,N
      DI=Y(K)-G(K)/(X(K)+DK)
      DN=0.2D0
      IF (DI.NE.0.0D0) DN=MAX(0.1D0,MIN(G(K)/DI,0.2D0))
      X(K+1)=DN*X(K)+0.5D0
   10 CONTINUE
      END
