C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE SELK(N,T,X,Y)
      INTEGER N,I
      DOUBLE PRECISION T,X(N),Y(N)
      DO 10 I=1,N
      IF (X(I).GT.T) THEN
        Y(I)=X(I)
      ELSE
        Y(I)=T-X(I)
      END IF
   10 CONTINUE
      END
