      subroutine search(x, y, n)
      real*8 x(n), y(n)
      do i = 1, n
        if (x(i) .lt. 0) exit
        y(i) = x(i)
      enddo
      end
      subroutine masked(x, y, z, n)
      real*8 x(n), y(n), z(n)
      do i = 1, n
        if (x(i) .gt. 0) y(i) = z(i)
      enddo
      end
      subroutine lower(a, n)
      real*8 a(n,n)
      do j = 1, n
        do i = j, n
          a(i,j) = 2*a(i,j)
        enddo
      enddo
      end
      subroutine some(a, x, n)
      real*8 a(n,n), x(n)
      do j = 1, n
        if (x(j) .gt. 0) then
          do i = 1, n
            a(i,j) = 2*a(i,j)
          enddo
        endif
      enddo
      end
      subroutine both(a, s, n)
      real*8 a(n,n), s
      do j = 1, n
        do i = 1, n
          s = s + a(i,j)*a(j,i)
        enddo
      enddo
      end
      subroutine parts(p, s, n)
      type point
        real*8 x, y, z, w
      end type
      type(point) p(n)
      real*8 s
      do i = 1, n
        s = s + p(i)%x + p(i)%w
      enddo
      end
      subroutine gather(x, k, s, n)
      real*8 x(n), s
      integer k(n)
      do i = 1, n
        s = s + x(k(i))
      enddo
      end
