      SUBROUTINE LOOPS(N, A, B, C, D, E4, F4, IX, LDA, P, W, Z, S, T)
      INTEGER N, I, LDA, IX(N)
      DOUBLE PRECISION A(N), B(N), C(N), D(N), P(LDA,N), S, T
      REAL E4(N), F4(N)
      COMPLEX*16 W(N), Z(N)
      DO 10 I = 1, N
   10 A(I) = B(I) + C(I)*D(I)
      DO 20 I = 1, N
   20 S = S + A(I)*B(I)
      DO 30 I = 2, N
   30 A(I) = B(I)*(C(I) - A(I-1))
      DO 40 I = 3, N
   40 A(I) = A(I-2) + B(I)
      DO 50 I = 7, N
   50 A(I) = A(I-6)*B(I)
      DO 60 I = 1, N/2
   60 A(I) = B(2*I)
      DO 70 I = 1, N/2 - 1
   70 A(I) = B(2*I) + B(2*I+1)
      DO 80 I = 1, N
   80 A(I) = B(IX(I))*T
      DO 90 I = 1, N
   90 E4(I) = F4(I)*2.0
      DO 100 I = 2, N
      C(I) = A(I)*B(I)
  100 D(I) = D(I-1) + C(I)
      DO 110 I = 1, N
  110 A(I) = P(1,I)
      DO 120 I = 1, N
  120 A(I) = P(1,I) + P(2,I)
      DO 130 I = 1, N
  130 Z(I) = W(I)
      DO 140 I = 1, N
  140 IF (B(I) .GT. T) A(I) = B(I)*C(I)
      DO 150 I = 1, N
      S = S + A(I)
  150 B(I) = S
      END
