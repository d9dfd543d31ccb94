      SUBROUTINE S(X,Y)
      B(K)=-B(K)+C(K)
      C(K)=C(K)-A*B(K)
      Y=B(2)
      END
