C SPDX-License-Identifier: GPL-3.0-or-later
C     What Fortran 77 has: procedures as arguments, COMMON seen in two
C     ways, adjustable arrays, jumps, arithmetic of mixed types.
      PROGRAM T8
      IMPLICIT NONE
      INTEGER I, J, K, N, IV(6), L8
      INTEGER*8 BIG
      REAL A(3,4), R1, R2, F1, G1
      REAL*8 D1, D2, W(0:5), PI
      LOGICAL LG, EVEN
      EXTERNAL F1, G1, ADDUP, EVEN
      COMMON /PART/ D1, D2, IV
      REAL X1, X2
      INTEGER J1
      EQUIVALENCE (X1, J1)
      PARAMETER (PI = 3.14159265358979D0, N = 6)
      REAL*8 SF1, SF2, Z
      SF1(Z) = Z*PI
      SF2(Z) = SF1(Z) + SF1(Z+1)
      DO 5 I = 1, N
    5 IV(I) = I*I
      D1 = 1.25D0
      D2 = SF2(2D0)
      CALL PARTS(3, 4, A, 2*N, D1, D2, (N), 'seven', N+1)
      PRINT *, D1, D2, A(1,1), A(3,4), A(2,2)
      PRINT *, F1(G1(2.0)), G1(F1(1.5) + G1(0.5))
      CALL ADDUP(F1, 10, R1)
      CALL ADDUP(G1, 10, R2)
      PRINT *, R1, R2
      X1 = 1.0
      PRINT *, J1
      J1 = J1 + 1
      PRINT *, X1
      K = 5
      DO 10 I = 1, K
         K = 2
         IF (I .EQ. 3) GO TO 10
         J = J1*0 + I
         IF (J .GT. 4) GO TO 11
   10 CONTINUE
   11 PRINT *, I, J, K
      GO TO (20, 21) K+5
      PRINT *, 'fell'
   20 CONTINUE
   21 CONTINUE
      BIG = 2147483647
      BIG = BIG*BIG + 1
      PRINT *, BIG, BIG/3, MOD(BIG, 1000_8)
      R1 = 0
      DO 30 I = 1, 1000
   30 R1 = R1 + 0.1
      PRINT *, R1, R1*R1/3, SQRT(R1), R1**3, R1**(-2)
      LG = R1 .GT. 100.0D0 .OR. EVEN(3)
      PRINT *, LG, EVEN(4) .AND. .NOT. EVEN(5), 1 .LT. 1.5, 2.5D0 .EQ. 2.5
      K = 0
      DO WHILE (K .LT. 5 .AND. EVEN(2*K))
         K = K + 1
      END DO
      PRINT *, K
      DO 40 I = 0, 5
   40 W(I) = I
      CALL SHIFT(W(1), 3)
      CALL SHIFT(W, 6)
      PRINT *, W(0), W(1), W(2), W(3), W(4), W(5)
      IF (W(1) - 1.5D0) 50, 51, 52
   50 PRINT *, 'minus'
      GO TO 53
   51 PRINT *, 'zero'
      GO TO 53
   52 PRINT *, 'plus'
   53 CONTINUE
      CALL SAVER(L8)
      CALL SAVER(L8)
      PRINT *, L8, -7/2, (-7)/2, 7/(-2), MOD(-7,2), -2**2, 2**3**2
      PRINT *, 1D0/3, 1.0/3, 1/3, 1.0D0/3.0, DBLE(1.0/3)
      PRINT *, MAX(1, 2, 3), AMAX1(1.0, 2.0), MIN0(3, 2), MAX1(2.7,1.0)
      DO 60 R1 = 1.0, 2.0, 0.3
   60 PRINT *, R1
      DO 70 I = 3, 1
   70 PRINT *, 'never'
      PRINT *, I
      CALL MATS(2, 3)
      END
      REAL FUNCTION F1(X)
      F1 = X*X + 1
      END
      FUNCTION G1(X)
      G1 = SIN(X)
      IF (X .LT. 1) RETURN
      G1 = G1 + 1
      END
      LOGICAL FUNCTION EVEN(K)
      EVEN = MOD(K, 2) .EQ. 0
      END
      SUBROUTINE ADDUP(F, N, S)
      REAL F, S
      EXTERNAL F
      S = 0
      DO 10 I = 1, N
   10 S = S + F(FLOAT(I)/N)
      CALL AGAIN(F, S)
      END
      SUBROUTINE AGAIN(H, S)
      S = S + H(0.25)
      END
      SUBROUTINE PARTS(M, N, A, K, X, Y, L, W, L1)
      REAL*8 X, Y, Z
      CHARACTER*(*) W
      COMMON /PART/ Z(2), IV(3), JV(3)
      DIMENSION A(M, *)
      PRINT *, M, N, K, L, W, L1, LEN(W), Z(1), IV(3), JV(1), JV(3)
      DO 10 J = 1, N
      DO 10 I = 1, M
   10 A(I,J) = 10*I + J
      X = X*2
      END
      SUBROUTINE SHIFT(V, N)
      REAL*8 V(N)
      DO 10 I = 1, N - 1
   10 V(I) = V(I+1)*1.5D0
      END
      SUBROUTINE SAVER(L)
      INTEGER COUNT
      SAVE COUNT
      DATA COUNT /7/
      COUNT = COUNT + 1
      L = COUNT
      END
      SUBROUTINE MATS(N, M)
      REAL*8 B(-1:1, 0:2, 2), S
      INTEGER I, J, K
      DO 10 K = 1, 2
      DO 10 J = 0, 2
      DO 10 I = -1, 1
   10 B(I,J,K) = I + 10*J + 100*K
      S = 0
      CALL SUBM(B, 3, 6, S)
      CALL SUBM(B(0,1,2), 1, 2, S)
      PRINT *, S, B(N-1, M-1, N), B(-1,0,1)
      END
      SUBROUTINE SUBM(C, LD, N, S)
      REAL*8 C(LD, N), S
      DO 10 J = 1, N
      DO 10 I = 1, LD
   10 S = S + C(I,J)*J
      END
