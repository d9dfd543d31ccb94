      subroutine strided(x, s, n)
      real*8 x(10*n), s
      do i = 1, n
        s = s + x(10*i)
      enddo
      end
      subroutine transp(a, b, n)
      real*8 a(n,n), b(n,n)
      do i = 1, n
        do j = 1, n
          b(j,i) = a(i,j)
        enddo
      enddo
      end
      subroutine five(u, v, n, m)
      real*8 u(n,m), v(n,m)
      do j = 2, m - 1
        do i = 2, n - 1
          v(i,j) = u(i,j-1) + u(i-1,j) + u(i+1,j) + u(i,j+1)
        enddo
      enddo
      end
      subroutine again(x, s, n, m)
      real*8 x(n), s
      do j = 1, m
        do i = 1, n
          s = s + x(i)
        enddo
      enddo
      end
