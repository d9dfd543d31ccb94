C SPDX-License-Identifier: GPL-3.0-or-later
C     Output of all kinds: list-directed, by formats, into variables.
      PROGRAM OUTPUT
      REAL*8 A(3,4), S, BIG
      REAL B(3), X
      LOGICAL L(2)
      CHARACTER*8 C
      CHARACTER*12 F
      INTEGER*8 K8
      INTEGER I, J, N, M, IO
      COMPLEX Z
      COMPLEX*16 W, ZZ(2)
      K8 = 5
      DO 10 J = 1, 4
      DO 10 I = 1, 3
   10 A(I,J) = I + J/10D0
      B(1) = 1
      B(2) = 2.5
      B(3) = -1E10
      L(1) = .TRUE.
      L(2) = .FALSE.
      PRINT *, A
      PRINT 20, A
   20 FORMAT(3F8.3)
      WRITE(*,'(4(F6.2,1X))') ((A(I,J),J=1,4),I=1,3)
      PRINT *, B, L, K8
      PRINT *, (I, A(I,1), I=1,3)
      WRITE(C,'(I5)') 42
      PRINT *, C, '|'
      READ(C,*) N
      READ(C,'(I5)',ERR=99) M
      PRINT *, N, M
      WRITE(6,FMT=30,IOSTAT=IO) 'abc', 1
   30 FORMAT(' ',A,I3)
      PRINT *, IO
   99 CONTINUE
      F = '(1X,3I4)'
      WRITE(6,F) 1, 2, 3, 4
      S = 0
      DO 40 I = 1, 3
   40 S = S + SIN(A(I,1))*EXP(B(2))
      WRITE(6,'(D25.17)') S
      WRITE(6,'(1X,A,F9.3/(1X,3I4))') 'x', 1.5, (I,I=1,7)
      PRINT *, 1.0D0, 0.1D0, 1D-2, 123456789.123D0, 1D17, 1D16, 0D0
      PRINT *, -1.0D0, 9.99999999999999999D16, 99999999999999999D-18
      PRINT *, 1.0, 0.1, 1E-2, 1234567.1, 1E9, 1E8, 0E0, -3.5
      PRINT *
      X = 0
      BIG = 1D300
      PRINT *, 1/X, -1/X, BIG*BIG, -BIG*BIG
      PRINT *, 1D100, 1D-100, 1D-308/10, -1D300
      PRINT '(1P,E12.4,0P,F8.2,G12.4E3,G0)', 1.5, 2.5, 1D10, 5
      PRINT '(1X,I3.3,2(I4,'',''),/,L3,1X,A3)', 5, 6, 7, .TRUE., 'ABCDE'
      PRINT '(F5.1,I2,I3.2)', 12345.6, 100, -1
      PRINT '(F0.3,1X,F3.2,1X,ES12.3,1X,I0)', .5, .5, 12345.6, 42
      PRINT '(A,(I3))', 'X', 1, 2, 3
      PRINT '(F8.3,F8.0,F8.1)', -0.0001, 0.5, -0.04
      PRINT '(G12.4,G12.4,G12.4,G12.4)', 0.1, 0.0999999, 9999.6, 0.0
      PRINT '(T5,I3,T1,I3,TR3,A)', 1, 2, 'Z'
      PRINT '(1PG12.4,1PF8.2,F8.2)', 1.5, 1.5, 1.5
      PRINT '(SP,I5,F8.2,SS,I5)', 5, 1.5, 5
      PRINT '(D22.15,E15.7E3,E15.7)', 1D-200, 1D-200, 1D-200
      PRINT '(A,5X)', 'x'
      PRINT '(-2PF8.2,F6.0)', 150.0, 150.0
      PRINT '(B8,O6,Z8,Z4)', 5, 64, -1, -1
      Z = (1.0, 2.5)
      W = Z*2
      ZZ(1) = W
      ZZ(2) = -W
      PRINT *, Z, W
      PRINT '(2F8.3)', Z
      PRINT *, ZZ
      PRINT '(4F8.3)', ZZ
      END
