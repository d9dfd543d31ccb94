c     Loops whose bounds depend on the numbers of a machine file: overhead, vectors, registers, divisions.
      subroutine loops(m, x, y, z, ix)
      integer m, i, j, ix(m)
      real*8 x(m), y(m), z(m, m), s
      do 10 i = 2, m
   10 x(i) = x(i - 1)*y(i) + z(i, 3)
      do 20 j = 1, m
      do 20 i = 1, m
   20 z(i, j) = z(i, j) + x(i)*y(j)/sqrt(x(j)) - y(ix(i))
      s = 0
      do 30 i = 1, m
      if (x(i) .gt. 0) s = s + x(i)*y(i)
   30 continue
      y(1) = s
      end
