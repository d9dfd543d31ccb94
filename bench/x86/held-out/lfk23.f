C SPDX-License-Identifier: GPL-3.0-or-later
C     implicit hydrodynamics, one row
      SUBROUTINE LFK23K(N,ZA,ZB,ZR,ZU,ZV)
      INTEGER N,K
      DOUBLE PRECISION ZA(1352,3),ZB(N),ZR(N),ZU(N),ZV(N),QA
      DO 10 K=2,N-1
      QA=ZA(K,3)*ZR(K)+ZA(K,1)*ZB(K)+ZA(K+1,2)*ZU(K)+ZA(K-1,2)*ZV(K)
      ZA(K,2)=ZA(K,2)+0.175D0*(QA-ZA(K,2))
   10 CONTINUE
      END
