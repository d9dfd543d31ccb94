C SPDX-License-Identifier: GPL-3.0-or-later
C     Somebody else's loops: a product of matrices by DGEMM of the BLAS,
C     and a system of equations by DGETRF and DGETRS of LAPACK, with the
C     sources of both, as doc/macs-guide.md shows. The answer is a vector
C     of ones. An argument is the order of the matrix (500: about 0.1 s).
      PROGRAM LU
      INTEGER MOST, N, I, J, INFO
      PARAMETER (MOST = 2000)
      DOUBLE PRECISION A(MOST,MOST), B(MOST,MOST), C(MOST,MOST)
      DOUBLE PRECISION X(MOST), WORST
      INTEGER PIVOT(MOST)
      COMMON /MATRIX/ A, B, C, X, PIVOT
      CHARACTER*16 WORD
      N = 500
      IF (COMMAND_ARGUMENT_COUNT() .GE. 1) THEN
         CALL GET_COMMAND_ARGUMENT(1, WORD)
         READ (WORD, *) N
      END IF
      IF (N .LT. 1 .OR. N .GT. MOST) STOP 'the order is 1 to 2000'
      DO 20 J = 1, N
         DO 10 I = 1, N
            A(I,J) = MOD(7*I + 11*J, 101)*1D-2
            B(I,J) = MOD(13*I + 5*J, 103)*1D-2
   10    CONTINUE
         A(J,J) = A(J,J) + N
         B(J,J) = B(J,J) + N
   20 CONTINUE
      CALL DGEMM('N', 'N', N, N, N, 1D0, A, MOST, B, MOST, 0D0, C, MOST)
      DO 40 I = 1, N
         X(I) = 0D0
         DO 30 J = 1, N
   30    X(I) = X(I) + C(I,J)
   40 CONTINUE
      CALL DGETRF(N, N, C, MOST, PIVOT, INFO)
      IF (INFO .NE. 0) STOP 'the matrix is singular'
      CALL DGETRS('N', N, 1, C, MOST, PIVOT, X, MOST, INFO)
      WORST = 0D0
      DO 50 I = 1, N
   50 WORST = MAX(WORST, ABS(X(I) - 1D0))
      WRITE (*, '(A, 1P, E9.1)') ' greatest error', WORST
      IF (WORST .GT. 1D-8) STOP 1
      END
