      SUBROUTINE KERNEL(N, A, X, Y, Z, S, Q, R, T, C1, C2, B, C, D)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N), C(N), D(N), X(N), Y(N), Z(N)
      DOUBLE PRECISION S, Q, R, T, C1, C2
      DO 10 I = 1, N
   10 Y(I) = Y(I) + S*X(I)
      DO 20 I = 1, N
   20 S = S + X(I)*Y(I)
      DO 30 I = 1, N - 11
   30 X(I) = Q + Y(I)*(R*Z(I+10) + T*Z(I+11))
      DO 40 I = 2, N
   40 X(I) = Z(I)*(Y(I) - X(I-1))
      DO 50 I = 2, N - 1
   50 A(I-1) = C1*(B(I-1) + B(I+1)) + C2*B(I)
      DO 60 I = 1, N
   60 A(I) = B(I) + C(I)*D(I)
      END
