      subroutine multiply(a, b, c)
      parameter (n = 100)
      real*8 a(n,n), b(n,n), c(n,n)
      do i = 1, n
        do j = 1, n
          do k = 1, n
            c(i,j) = c(i,j) + a(i,k)*b(k,j)
          enddo
        enddo
      enddo
      do j = 1, n
        do k = 1, n
          do i = 1, n
            c(i,j) = c(i,j) + a(i,k)*b(k,j)
          enddo
        enddo
      enddo
      end
