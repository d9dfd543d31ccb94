C SPDX-License-Identifier: GPL-3.0-or-later
C     Conjugate gradients on the five-point Laplacian of a square, its
C     rows stored sparse: a gather loop (the product with the matrix),
C     inner products, and updates of vectors. The right-hand side is the
C     product with a vector of ones, so that the answer is known.
      PROGRAM CG
      INTEGER M, N, MOST, ITERS
      PARAMETER (M = 200, N = M*M, MOST = 5*N)
      INTEGER FIRST(N+1), COLUMN(MOST)
      DOUBLE PRECISION VALUE(MOST), X(N), B(N), R(N), P(N), Q(N)
      COMMON /SYSTEM/ VALUE, X, B, R, P, Q, FIRST, COLUMN
      DOUBLE PRECISION WORST
      INTEGER I
      CALL LAPLACE(M, FIRST, COLUMN, VALUE)
      DO 10 I = 1, N
   10 X(I) = 1D0
      CALL PRODUCT(N, FIRST, COLUMN, VALUE, X, B)
      DO 20 I = 1, N
   20 X(I) = 0D0
      CALL SOLVE(N, FIRST, COLUMN, VALUE, X, B, R, P, Q, 1D-10, ITERS)
      WORST = 0D0
      DO 30 I = 1, N
   30 WORST = MAX(WORST, ABS(X(I) - 1D0))
      WRITE (*, '(A, I5, A, 1P, E9.1)') ' iterations', ITERS,
     1   '   greatest error', WORST
      IF (WORST .GT. 1D-6) STOP 1
      END
C
C     The matrix: 4 on the diagonal, -1 for each neighbour.
      SUBROUTINE LAPLACE(M, FIRST, COLUMN, VALUE)
      INTEGER M, FIRST(*), COLUMN(*), I, J, K, ROW
      DOUBLE PRECISION VALUE(*)
      K = 1
      DO 20 J = 1, M
      DO 20 I = 1, M
         ROW = I + (J-1)*M
         FIRST(ROW) = K
         IF (J .GT. 1) CALL ENTER(K, ROW-M, -1D0, COLUMN, VALUE)
         IF (I .GT. 1) CALL ENTER(K, ROW-1, -1D0, COLUMN, VALUE)
         CALL ENTER(K, ROW, 4D0, COLUMN, VALUE)
         IF (I .LT. M) CALL ENTER(K, ROW+1, -1D0, COLUMN, VALUE)
         IF (J .LT. M) CALL ENTER(K, ROW+M, -1D0, COLUMN, VALUE)
   20 CONTINUE
      FIRST(M*M+1) = K
      END
C
      SUBROUTINE ENTER(K, COL, V, COLUMN, VALUE)
      INTEGER K, COL, COLUMN(*)
      DOUBLE PRECISION V, VALUE(*)
      COLUMN(K) = COL
      VALUE(K) = V
      K = K + 1
      END
C
C     Y = A X
      SUBROUTINE PRODUCT(N, FIRST, COLUMN, VALUE, X, Y)
      INTEGER N, FIRST(*), COLUMN(*), I, K
      DOUBLE PRECISION VALUE(*), X(*), Y(*), S
      DO 20 I = 1, N
         S = 0D0
         DO 10 K = FIRST(I), FIRST(I+1) - 1
            S = S + VALUE(K)*X(COLUMN(K))
   10    CONTINUE
         Y(I) = S
   20 CONTINUE
      END
C
      DOUBLE PRECISION FUNCTION INNER(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), S
      S = 0D0
      DO 10 I = 1, N
   10 S = S + X(I)*Y(I)
      INNER = S
      END
C
      SUBROUTINE SOLVE(N, FIRST, COLUMN, VALUE, X, B, R, P, Q, TOL,
     1                 ITERS)
      INTEGER N, FIRST(*), COLUMN(*), ITERS, I
      DOUBLE PRECISION VALUE(*), X(N), B(N), R(N), P(N), Q(N), TOL
      DOUBLE PRECISION RHO, LAST, ALPHA, BETA, SMALL, INNER
      EXTERNAL INNER
      DO 10 I = 1, N
         R(I) = B(I)
         P(I) = B(I)
   10 CONTINUE
      RHO = INNER(N, R, R)
      SMALL = TOL*TOL*RHO
      ITERS = 0
   20 IF (RHO .LE. SMALL .OR. ITERS .GE. 2000) RETURN
      ITERS = ITERS + 1
      CALL PRODUCT(N, FIRST, COLUMN, VALUE, P, Q)
      ALPHA = RHO/INNER(N, P, Q)
      DO 30 I = 1, N
         X(I) = X(I) + ALPHA*P(I)
         R(I) = R(I) - ALPHA*Q(I)
   30 CONTINUE
      LAST = RHO
      RHO = INNER(N, R, R)
      BETA = RHO/LAST
      DO 40 I = 1, N
   40 P(I) = R(I) + BETA*P(I)
      GO TO 20
      END
