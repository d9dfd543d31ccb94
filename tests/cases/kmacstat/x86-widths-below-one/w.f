      subroutine store(x, m)
      integer m, i
      real*8 x(m)
      do 10 i = 1, m
   10 x(i) = 1
      end
