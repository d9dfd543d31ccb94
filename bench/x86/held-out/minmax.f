C SPDX-License-Identifier: GPL-3.0-or-later
C     least and greatest at once
      DOUBLE PRECISION FUNCTION MINMXK(N,X)
      INTEGER N,I
      DOUBLE PRECISION X(N),A,B
      A=X(1)
      B=X(1)
      DO 10 I=1,N
      A=MIN(A,X(I))
      B=MAX(B,X(I))
   10 CONTINUE
      MINMXK=B-A
      END
