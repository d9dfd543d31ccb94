C SPDX-License-Identifier: GPL-3.0-or-later
      DOUBLE PRECISION FUNCTION DASUMK(N,X)
      INTEGER N,I
      DOUBLE PRECISION X(N),S
      S=0.0D0
      DO 10 I=1,N
   10 S=S+DABS(X(I))
      DASUMK=S
      END
