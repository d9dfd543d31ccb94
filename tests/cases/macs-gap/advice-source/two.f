      subroutine two(n, a, b, c, d, e, m)
      integer n, i, j
      double precision a(n), b(n), c(n), d(n), e(100, n), m(n, n)
      do 10 i = 1, n
         b(i) = a(i)
         c(i) = a(i) + 1.0d0
   10 continue
      do 20 i = 1, n
         d(i) = b(i)*2.0d0 + c(i + 1)
   20 continue
      do 30 i = 1, n
         d(i) = d(i)*a(i)
   30 continue
      do 40 i = 2, n
         a(i) = a(i - 1) + a(i)
   40 continue
      do 60 j = 1, n
         do 50 i = 1, 100
            e(i, j) = 0.0d0
   50    continue
         do 55 i = 1, 100
            if (b(i) .lt. 0.0d0) goto 60
            m(i, j) = b(i)
   55    continue
   60 continue
      end
