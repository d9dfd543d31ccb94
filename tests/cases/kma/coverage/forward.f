      INTEGER FUNCTION FORWARD(N)
      IF (N .GT. 1) GO TO 80
      N = 1
   80 FORWARD = N
      END
