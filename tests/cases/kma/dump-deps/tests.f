      SUBROUTINE ZIV(A, B, N, M)
      REAL A(10,*), B(*)
      DO 10 I = 1, N
      A(1,I) = A(2,I)
      B(3) = B(3) + 1.
   10 B(M) = A(1,I)
      END
      SUBROUTINE STRONG(A, B, C, D, N)
      REAL A(*), B(*), C(*), D(*)
      DO 10 I = 1, 100
      A(I) = A(I-2)
      B(2*I) = B(2*I+1)
      C(I) = C(I-100)
   10 D(I+1) = D(I+1) + D(I+2)
      END
      SUBROUTINE WEAK(A, B, C, D, E, N)
      REAL A(*), B(*), C(*), D(*), E(*)
      DO 10 I = 1, 10
      A(I) = A(5)
      B(I) = B(11)
      C(I) = C(11-I)
      D(I) = D(22-I)
   10 E(2*I) = E(3*I+35)
      END
      SUBROUTINE GCDS(A, B, N)
      REAL A(*), B(10,*)
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 A(4*I+2*J) = A(6*I-2*J+1)
      END
      SUBROUTINE BANERJEE(A, B, N)
      REAL A(*), B(*)
      DO 10 J = 1, 10
      DO 10 I = 1, 10
   10 A(I+J) = A(I+J+19)
      DO 20 J = 1, N
      DO 20 I = 1, N
   20 B(I+J) = B(I+J-2*N)
      END
      SUBROUTINE NEST(A, B, C, D, N, M)
      REAL A(N,*), B(N,*), C(N,*), D(N,*)
      DO 10 J = 2, N
      DO 10 I = 2, M
      A(I,J) = A(I-1,J-1)
      B(I,J) = B(I+1,J-1)
      C(I,J) = C(I,J-1) + C(I-1,J)
   10 D(I,J) = D(J,I)
      END
      SUBROUTINE TRIANGLE(A, B, N)
      REAL A(N,N), B(N,N)
      DO 10 J = 1, N
      DO 10 I = J+1, N
      A(I,J) = A(J,I)
   10 B(I,J) = B(I,I)
      END
      SUBROUTINE COUPLED(A, B, C, N)
      REAL A(N,N), B(N,N), C(N,N)
      DO 10 I = 1, N
      A(I,I) = A(I-1,I+1)
      B(I,I) = B(I-1,I-1)
   10 C(I,2*I) = C(I+1,2*I+3)
      END
      SUBROUTINE BACK(A, B, N)
      REAL A(*), B(*)
      DO 10 I = N, 1, -1
      A(I) = A(I+2)
   10 B(I) = B(I-1)
      END
      SUBROUTINE STEPS(A, B, C, N, INC)
      REAL A(*), B(*), C(*)
      DO 10 I = 1, N, 3
      A(I) = A(I-3) + A(I-1)
   10 B(I) = B(I+6)
      DO 20 I = 1, N, INC
   20 C(I) = C(I) + C(I+INC)
      END
      SUBROUTINE LEADING(A, LDA, N, W)
      REAL A(LDA,*), W(*)
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 W(I+(J-1)*LDA) = W(I+(J-1)*LDA) + A(I,J)
      END
      SUBROUTINE OVERLAY
      REAL A(100), B(100), C(100)
      EQUIVALENCE (A(1), B(51)), (C(1), B(1))
      DO 10 I = 1, 50
      A(I) = B(I)
   10 C(I+2) = B(I)
      END
      SUBROUTINE SCALARS(A, B, N, S, T, U, V)
      REAL A(*), B(*)
      K = N
      DO 10 I = 1, N
      T = A(I)
      S = S + T*B(I)
      IF (T .GT. 0.) U = U + T
      IF (T .LT. 0.) V = T
      A(I) = V
      B(I) = A(K)
      K = I
   10 L = L + 2
      END
      SUBROUTINE INDIRECT(A, IX, N)
      REAL A(*)
      INTEGER IX(*)
      DO 10 J = 1, N
      DO 10 I = 1, N
   10 A(IX(I)) = A(IX(I)) + 1.
      END
      SUBROUTINE ARMS(A, B, N)
      REAL A(*), B(*)
CDIR$ IVDEP
      DO 10 I = 1, N
      IF (I .GT. 3) THEN
      A(I) = 1.
      ELSE
      A(I) = B(I)
      END IF
   10 CALL F(B(I))
      END
