      program main
      integer n
      parameter (n = 1000)
      common /area1/ x(n), y(n), z(n)
      real*8 x, y, z
      call a(x, y, z)
      call b
      end
