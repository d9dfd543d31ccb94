      subroutine s(x, y, n)
      real*8 x(n), y(n), t, s1, p
      t = 1.0d0
      do 10 i = 1, n
        t = y(i)/t
   10 continue
      s1 = y(1)
      do 20 i = 1, n
        s1 = sqrt(s1)
   20 continue
      p = 1.0d0
      do 30 i = 1, n
        p = p*y(i)
   30 continue
      x(1) = t
      x(2) = s1
      x(3) = p
      end
