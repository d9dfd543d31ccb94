      PROGRAM P
      REAL A(10)
      DO 10 I=1,10
   10 A(I)=A(I)+1.0
      END
