      subroutine a(xx, yy, zz)
      integer n
      parameter (n = 1000)
      real*8 xx(n), yy(n), zz(n)
      do 10 k = 1, n
        xx(k) = yy(k) + zz(k)
10    continue
      end
