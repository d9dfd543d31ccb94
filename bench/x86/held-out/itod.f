C SPDX-License-Identifier: GPL-3.0-or-later
C     integers to numbers
      SUBROUTINE ITODK(N,A,IX,Y)
      INTEGER N,I,IX(N)
      DOUBLE PRECISION A,Y(N)
      DO 10 I=1,N
   10 Y(I)=A*DBLE(IX(I))
      END
