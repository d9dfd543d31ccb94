C SPDX-License-Identifier: GPL-3.0-or-later
C     place of the greatest
      INTEGER FUNCTION MAXLK(N,X)
      INTEGER N,I,M
      DOUBLE PRECISION X(N),S
      S=X(1)
      M=1
      DO 10 I=1,N
      IF (X(I).GT.S) THEN
        S=X(I)
        M=I
      END IF
   10 CONTINUE
      MAXLK=M
      END
