C SPDX-License-Identifier: GPL-3.0-or-later
C     linear recurrence, as kernel 19
      SUBROUTINE LFK19K(N,S,A,B,R)
      INTEGER N,K
      DOUBLE PRECISION S,A(N),B(N),R(N),STB
      STB=S
      DO 10 K=1,N
      R(K)=A(K)+STB*B(K)
      STB=R(K)-STB
   10 CONTINUE
      END
