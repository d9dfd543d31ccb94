C SPDX-License-Identifier: GPL-3.0-or-later
      SUBROUTINE LFK9K(N,DM,PX)
      INTEGER N,I
      DOUBLE PRECISION DM(8),PX(25,N)
      DO 10 I=1,N
   10 PX(1,I)=DM(8)*PX(13,I)+DM(7)*PX(12,I)+DM(6)*PX(11,I)+
     1        DM(5)*PX(10,I)+DM(4)*PX(9,I)+DM(3)*PX(8,I)+
     2        DM(2)*PX(7,I)+DM(1)*(PX(5,I)+PX(6,I))+PX(3,I)
      END
