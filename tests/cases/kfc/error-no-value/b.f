      PROGRAM P
      INTEGER I, J
      COMPLEX C
      CHARACTER*9 S
      LOGICAL L
      DATA J /1D10/
      I = 1D30
      I = -2147483649D0
      I = LEN(5)
      I = ICHAR(L)
      DO I = 1, 10, 3D9
      END DO
      SELECT CASE (I)
      CASE ('a')
      CASE (1.5, .TRUE.)
      CASE (:(1, 2))
      END SELECT
      SELECT CASE (C)
      CASE (1)
      END SELECT
      IF (S) 10, 10, 20
   10 IF (C) 20, 20, 10
   20 IF (L) 10, 10, 20
      END
