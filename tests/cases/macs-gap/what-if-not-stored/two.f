      subroutine two(n, a, b, s)
      integer n, i
      real*8 a(n), b(n), s
      do i = 1, n
        b(i) = a(i)
      end do
      do i = 1, n
        s = s + a(i)*b(i)
      end do
      end
