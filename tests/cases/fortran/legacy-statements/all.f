      BLOCK DATA
      COMMON /BLK/ A(10), B(3,4)
      DATA A /10*0.0/, ((B(I,J),I=1,3),J=1,4) /12*1.0/
      END
      SUBROUTINE TRAPS(A, IF, FORMAT, DO, *, *)
      IMPLICIT REAL*8 (A-H, O-Z), INTEGER*4 (I-N)
      REAL*8 R8HEAP(100), HELIX, FORMAT(9), DO(9)
      INTEGER IF(10), END, READ(9), CALL, THEN, WRITE, DATA(3), GOTO
      REAL*8 A(100)
      DIMENSION B(10)
      COMPLEX*16 Z
      DOUBLE COMPLEX ZZ
      BYTE BB
      CHARACTER*8 C8, CARR(4)*12
      CHARACTER*(*) CPAR
      PARAMETER (CPAR = 'it''s')
      INTEGER*2 I2
      LOGICAL*1 L1
      LOGICAL LL
      POINTER (IPTR, PTEE(10))
      STRUCTURE /POINT/
        REAL X, Y
        UNION
          MAP
            INTEGER K
          END MAP
          MAP
            REAL R
          END MAP
        END UNION
      END STRUCTURE
      RECORD /POINT/ P, Q(10)
      COMMON //X0, /C1/ X1, X2(3), /C2/ X3
      EQUIVALENCE (A1, B(1)), (I2, L1)
      NAMELIST /NML/ N, M /NML2/ K
      EXTERNAL EXT
      INTRINSIC SIN
      SAVE /C1/, N
      DATA N, M /1, 2/ K /Z'FF'/, C8 /8HABCDEFGH/, CARR /4*'x'/
      DATA (DATA(I), I = 1, 3) /3*'17'O/
      F(X, Y) = X*Y + 1.0
      X = F(1.0, 2.0)
      DO 10 I=1.5
      DO 360 HELIX=1,3
  360 CONTINUE
      LL = 1.EQ.0
      LL = 1.E0.EQ.X .OR. 2.D0.LT.Y
      IF(3) = 1
      IF (LL) IF(4) = 2
      FORMAT(3) = 2.0
      DO(3) = 1
      WRITE(6,100) X, 1, 'a', 3HABC
  100 FORMAT(1X,5HHELLO,1P,8D14.5,/,' don''t',2X,4H)))'/)
      DO 20 I = 1, 10
      DO 20 J = 1, 10
   20 A(I) = A(J)
      DO 30, I = 1, 10
        A(I) = 0
   30 END DO
      DO I = 1, 10
         IF (I .EQ. 3) CYCLE
         IF (I .EQ. 4) EXIT
      END DO
      DO WHILE (X .GT. 1)
         X = X - 1
      ENDDO
      DO 35 WHILE (X .LT. 1)
   35 X = X + 1
      DO
         EXIT
      END DO
      IF (X) 40, 50, 60
   40 GO TO (50, 60), I
   50 ASSIGN 60 TO LAB
      GOTO LAB, (40, 60)
      GOTO LAB
   60 CONTINUE
      READ(5'IREC) X
      READ(5'IREC+1, ERR=40) X
      WRITE(5'3) X
      READ 100, X
      READ *, X
      PRINT *, X, (A(I), I = 1, 3), ((B(J), J=1,2), I=1,2)
      PRINT 100
      TYPE *, 'old'
      ACCEPT *, X
      READ(5,*,END=40,ERR=50) X
      READ(5,NML)
      WRITE(6,NML=NML)
      ENCODE(8, 100, C8) X
      DECODE(8, 100, C8) X
      OPEN(UNIT=1, FILE='x', STATUS='OLD', ERR=40)
      INQUIRE(FILE='x', EXIST=LL)
      BACKSPACE 1
      REWIND(1)
      ENDFILE 1
      CLOSE(1)
      CALL SUB(*40, &50, X)
      CALL SUB
      CALL SUB(P.X, Q(3).Y, %VAL(3), %REF(X))
      P.X = Q(I).Y + 1.
      C8(1:3) = C8(4:6)//CARR(1)(:2)//'q'
      SELECT CASE (I)
      CASE (1)
        X = 1
      CASE (2:3, 7, 9:)
        X = 2
      CASE DEFAULT
        X = 3
      END SELECT
      I = 'ABC'X
      I = X'1F' + B'101' + O'17' + Z'0a'
      GOTO = 3
      ZZ = (1.0D0, -2.0D0)
      Z = DCMPLX(1,2)
      PAUSE 'wait'
      STOP 77
CDIR$ IVDEP
C*KSR* PTILE
CDEC$ INIT_DEP_FWD
C$OMP PARALLEL DO
!$OMP PARALLEL DO
      DO 70 I = 1, 10
D     WRITE(6,*) I
   70 A(I) = 1
      RETURN 1
      ENTRY ENT2(A)
      RETURN
      END
      INTEGER FUNCTION IFUN*4 (X)
      IFUN = X
      END
      REAL*8 FUNCTION RFUN(X)
      RFUN = X
      END
      DOUBLE PRECISION FUNCTION DF()
      DF = 1
      RETURN
      END FUNCTION DF
      PROGRAM MAIN
      CONTINUE
      END PROGRAM
