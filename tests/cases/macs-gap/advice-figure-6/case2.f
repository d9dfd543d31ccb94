      subroutine b
      integer n
      parameter (n = 1000)
      common /area1/ xx(n), yy(n), zz(n)
      real*8 xx, yy, zz
      do 10 k = 1, n
        xx(k) = yy(k) + zz(k)
10    continue
      end
