subroutine nest(n, x, y, z)
  integer n, i, m
  double precision x(3,n), y(3,n), z(3,n)
  do i = 1, n
    do m = 1, 3
      x(m,i) = x(m,i) + y(m,i)
    end do
  end do
  do i = 1, n
    do m = 1, 3
      x(m,i) = x(m,i) + z(m,i)
    end do
    do m = 1, 3
      y(m,i) = y(m,i) + z(m,i)
    end do
  end do
  do i = 1, n
    do m = 1, n
      x(1,i) = x(1,i) + z(1,m)
    end do
  end do
end
