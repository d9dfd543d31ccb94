      subroutine triad(a, b, c, s, n)
      real*8 a(n), b(n), c(n), s
      do i = 1, n
        a(i) = b(i) + s*c(i)
      enddo
      end
      subroutine daxpy(x, y, s, n)
      real*8 x(n), y(n), s
      do i = 1, n
        y(i) = y(i) + s*x(i)
      enddo
      end
      subroutine dot(x, y, s, n)
      real*8 x(n), y(n), s
      do i = 1, n
        s = s + y(i)*x(i)
      enddo
      end
