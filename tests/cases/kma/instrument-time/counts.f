C     Every loop's iterations and skips are worked out by hand.
      PROGRAM COUNTS
      INTEGER I, J, K, N, M, KNT, L
      DOUBLE PRECISION A(100), S
      COMMON /C/ A
      S = 0
      N = 10
      M = 0
      DO 10 I = 1, 100
   10 A(I) = I
C     Nest that shares its label: 10 times 1..I, 55.
      DO 20 I = 1, N
      DO 20 J = 1, I
   20 S = S + A(J)
C     Zero trips; from 10 to 1 by -3: 10, 7, 4, 1.
      DO 30 I = 5, 4
   30 S = S*2
      DO 40 I = N, 1, -3
   40 S = S + A(I)
C     Left by GO TO in the 7th iteration: 7 iterations begun; by EXIT in the 4th.
      DO 50 I = 1, 100
        IF (A(I) .GT. 6.5D0) GO TO 60
        S = S + A(I)
   50 CONTINUE
   60 CONTINUE
      DO I = 1, 100
        IF (I .EQ. 4) EXIT
        S = S + A(I)
      END DO
C     Shared terminal that is a logical IF; skipped where I is odd: 5 of 10.
      DO 70 I = 1, 10
   70 IF (MOD(I, 2) .EQ. 0) S = S + A(I)
C     Arms: 12 iterations: MOD 3 is 0: 4 times, 1: 4 times, else 4 times. The
C     block in the first one skipped 2 of 4 times.
      DO 80 I = 1, 12
        IF (MOD(I, 3) .EQ. 0) THEN
          S = S + A(I)
          IF (I .GT. 6) THEN
            S = S*1.5D0
          END IF
        ELSE IF (MOD(I, 3) .EQ. 1) THEN
          S = S - A(I)
        ELSE
          S = S + 2*A(I)
        END IF
   80 CONTINUE
C     Forward jumps: 9 iterations; 3 skip up to 85, 3 others up to 90 by arithmetic IF.
      DO 90 I = 1, 9
        IF (MOD(I, 3) - 1) 85, 83, 90
   83   S = S + A(I)
   85   S = S + 1
   90 CONTINUE
C     CYCLE of the outer loop in the 2nd inner iteration: 5 x 2.
      OUTER: DO I = 1, 5
        DO J = 1, 5
          IF (J .EQ. 2) CYCLE OUTER
          S = S + A(J)
        END DO
      END DO OUTER
C     RETURN out of a nest, alternate RETURN out of a loop, bounds by a function.
      CALL LEAVE(S, L)
      DO 100 I = 1, 10
        CALL ALT(I, *110)
        S = S + 1
  100 CONTINUE
  110 CONTINUE
      DO 120 I = KNT(1), KNT(5)
  120 S = S + A(I)
      DO WHILE (M .LT. 6)
        M = M + 1
        S = S + A(M)
      END DO
      WRITE (*, '(F20.6, I6)') S, L
      END

      SUBROUTINE LEAVE(S, L)
      DOUBLE PRECISION A(100), S
      COMMON /C/ A
      L = 0
      DO 10 I = 1, 4
        DO 10 J = 1, 4
          L = L + 1
          S = S + A(J)
          IF (L .EQ. 6) RETURN
   10 CONTINUE
      END

      SUBROUTINE ALT(I, *)
      IF (I .EQ. 3) RETURN 1
      END

      INTEGER FUNCTION KNT(I)
      INTEGER CALLS
      SAVE CALLS
      DATA CALLS /0/
      CALLS = CALLS + 1
      KNT = I + CALLS - 1
      END
