      real a(9)
