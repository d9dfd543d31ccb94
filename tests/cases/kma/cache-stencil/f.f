      subroutine stencil(u, v)
      real*8 u(102,102), v(102,102)
      do j = 2, 101
        do i = 2, 101
          v(i,j) = u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)
        enddo
      enddo
      end
