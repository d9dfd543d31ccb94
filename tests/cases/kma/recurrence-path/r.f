      SUBROUTINE S(N, X, Y, Z)
      REAL X(N), Y(N), Z(N)
      DO 10 I = 3, N
   10 X(I) = Z(I)*(Y(I) - X(I-2))
      T = 0.
      DO 20 I = 1, N
      T = T*Y(I)
   20 X(I) = SQRT(T)
      END
      SUBROUTINE NONE(N, X, Y)
      REAL X(N), Y(N)
      DO 30 I = 1, N
   30 X(I) = 2*Y(I)
      END
