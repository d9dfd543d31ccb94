C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE LFK10K(N,CX,PX)
      INTEGER N,I
      DOUBLE PRECISION CX(25,N),PX(25,N),AR,BR,CR
      DO 10 I=1,N
      AR=CX(5,I)
      BR=AR-PX(5,I)
      PX(5,I)=AR
      CR=BR-PX(6,I)
      PX(6,I)=BR
      AR=CR-PX(7,I)
      PX(7,I)=CR
      BR=AR-PX(8,I)
      PX(8,I)=AR
      CR=BR-PX(9,I)
      PX(9,I)=BR
      AR=CR-PX(10,I)
      PX(10,I)=CR
      BR=AR-PX(11,I)
      PX(11,I)=AR
      CR=BR-PX(12,I)
      PX(12,I)=BR
      PX(14,I)=CR-PX(13,I)
      PX(13,I)=CR
   10 CONTINUE
      END
