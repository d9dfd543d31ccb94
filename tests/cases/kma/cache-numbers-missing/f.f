      subroutine square(n, lda, a, c)
      real*8 a(lda,n), c(n)
      do j = 1, n
        do i = 1, n
          a(i,j) = a(i,j) + c(i)
        enddo
      enddo
      end
      subroutine gather(n, a, k, s)
      real*8 a(n), s
      integer k(n)
      do i = 1, n
        s = s + a(k(i))
      enddo
      end
      subroutine calls(n, a)
      real*8 a(n)
      do i = 1, n
        call other(a(i))
      enddo
      end
      subroutine packed(n, a, s)
      real*8 a(*), s
      k = 0
      do j = 1, n
        do i = 1, j
          s = s + a(k + i)
        enddo
        k = k + j
      enddo
      end
      subroutine stride(n, inc, a, s)
      real*8 a(*), s
      do i = 1, n
        s = s + a(1 + (i - 1)*inc)
      enddo
      end
      subroutine never(a)
      real*8 a(10)
      do i = 10, 1
        a(i) = 0
      enddo
      end
