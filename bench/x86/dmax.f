C SPDX-License-Identifier: GPL-3.0-or-later
      DOUBLE PRECISION FUNCTION DMAXK(N,X)
      INTEGER N,I
      DOUBLE PRECISION X(N),S
      S=X(1)
      DO 10 I=1,N
      S=MAX(S,X(I))
   10 CONTINUE
      DMAXK=S
      END
