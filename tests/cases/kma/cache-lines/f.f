      subroutine rows(a, s)
      real*8 a(1024,64), s
      do i = 1, 1024
        do j = 1, 64
          s = s + a(i,j)
        enddo
      enddo
      end
      subroutine transp(a, b)
      real*8 a(1024,64), b(64,1024)
      do i = 1, 1024
        do j = 1, 64
          b(j,i) = a(i,j)
        enddo
      enddo
      end
      subroutine again(a, b, c)
      real*8 a(1024,64), b(1024), c(1024,64)
      do j = 1, 64
        do i = 1, 1024
          c(i,j) = a(i,j)*b(i)
        enddo
      enddo
      end
