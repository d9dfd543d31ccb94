      SUBROUTINE CLIP(N,A,B)
      DOUBLE PRECISION A(N),B(N)
      DO 10 I=1,N
      A(I) = A(I)*2.0D0
C     where the input is positive
      IF (B(I) .GT. 0.0D0) THEN
      A(I) = A(I) + B(I)
      B(I) = 0.0D0
      ENDIF
   10 CONTINUE
      END
