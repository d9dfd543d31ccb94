C SPDX-License-Identifier: GPL-3.0-or-later
C     first-order recurrence with a divide
      SUBROUTINE RECDK(N,X,Y)
      INTEGER N,I
      DOUBLE PRECISION X(N+1),Y(N+1)
      DO 10 I=2,N+1
   10 X(I)=1.0D0/(Y(I)-X(I-1))
      END
