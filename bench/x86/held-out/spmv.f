C SPDX-License-Identifier: GPL-3.0-or-later
C     row of a sparse matrix times a vector
      DOUBLE PRECISION FUNCTION SPMVK(N,IX,A,X)
      INTEGER N,I,IX(N)
      DOUBLE PRECISION A(N),X(N),S
      S=0.0D0
      DO 10 I=1,N
   10 S=S+A(I)*X(IX(I))
      SPMVK=S
      END
