      PROGRAM P
      INTEGER I, J
      INTEGER*8 K
      DATA J /-2147483648.9D0/
      I = 2147483647.9D0
      K = -9223372036854775808D0
      PRINT *, I, J, K
      SELECT CASE (I)
      CASE (:5)
         PRINT *, 'wrong'
      CASE (2147483647)
         PRINT *, 'right'
      END SELECT
      END
