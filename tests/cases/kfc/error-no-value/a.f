      PROGRAM P
      INTEGER I
      CHARACTER*9 S
      I = 1
      PRINT *, S(I:)(I:)(I:)(I:)(I:)(I:)(I:)(I:)
      END
