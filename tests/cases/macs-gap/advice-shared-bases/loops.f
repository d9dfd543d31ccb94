      subroutine often(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine partly(a, b, c)
      real*8 a(*), b(*), c(*)
      do k = 1, 100
        a(k) = b(k) + c(k)
      end do
      end
      subroutine turned(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine part(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine open(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine apart(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine near(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine named(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine handed(proc)
      common /area1/ x(1000), y(1000), z(1000)
      real*8 x, y, z
      external proc
      call proc(x, y)
      end
      subroutine entry1(a, b)
      real*8 a(*), b(*)
      entry entry2(m, a, b)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine lacks1(a, b)
      real*8 a(*), b(*)
      entry lacks2(a)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine self(a, b, m)
      real*8 a(*), b(*)
      if (m .gt. 0) call self(a, b, m - 1)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine twist(a, b, m)
      real*8 a(*), b(*)
      if (m .gt. 0) call twist(b, a, m - 1)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      real*8 function f(a, b)
      real*8 a(*), b(*)
      f = 0
      do k = 1, 100
        f = f + a(k) * b(k)
      end do
      end
      subroutine step(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
      subroutine steps(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(2*k)
      end do
      end
      subroutine blocks(a, b, c, d)
      real*8 a(*), b(*), c(*), d(*)
      do k = 1, 100
        a(k) = b(k) + c(k) * d(k)
      end do
      end
      subroutine never(a, b)
      real*8 a(*), b(*)
      do k = 1, 100
        a(k) = b(k)
      end do
      end
