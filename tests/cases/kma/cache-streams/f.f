      subroutine daxpy(n, a, x, y)
      real*8 x(n), y(n), a
      do i = 1, n
        y(i) = y(i) + a*x(i)
      enddo
      end
      subroutine copy(n, x, y)
      real*8 x(n), y(n)
      do i = 1, n
        y(i) = x(i)
      enddo
      end
      subroutine lfk7(n, u, z, y, x, r, t)
      real*8 x(n), u(n+6), z(n), y(n), r, t
      do 7 k = 1, n
        x(k) = u(k) + r*(z(k) + r*y(k)) +
     1   t*(u(k+3) + r*(u(k+2) + r*u(k+1)) +
     2   t*(u(k+6) + r*(u(k+5) + r*u(k+4))))
    7 continue
      end
      subroutine twice(n, a, b, s)
      real*8 a(2*n), b(2*n), s
      do i = 1, n
        s = s + a(2*i)*b(2*i)
      enddo
      end
      subroutine far(n, a, s)
      real*8 a(10,n), s
      do i = 1, n
        s = s + a(3,i)
      enddo
      end
      subroutine three(n, p, s)
      real*8 p(3,n), s
      do i = 1, n
        s = s + p(1,i)*p(2,i) + p(3,i)
      enddo
      end
