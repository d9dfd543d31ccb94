C SPDX-License-Identifier: GPL-3.0-or-later
      PROGRAM HELLO
      DOUBLE PRECISION X(40), S
      INTEGER I
      DO 10 I = 1, 40
   10 X(I) = I*0.5D0
      S = 0
      DO 20 I = 1, 40
   20 S = S + X(I)
      PRINT *, S
      END
