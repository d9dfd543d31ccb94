      SUBROUTINE T(N)
      COMMON /V/ Y(1000),X(1000),Z(1000)
      DO 10 K=1,N
   10 Y(K)=Y(K)+Q*X(K)
   10 CONTINUE
      END
      SUBROUTINE B(I)
   10 I=I+1
      END
