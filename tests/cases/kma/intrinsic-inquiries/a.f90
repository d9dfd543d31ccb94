subroutine s(x, y, n, o, k)
  integer, parameter :: dp = kind(1d0), l = huge(1)
  integer n
  integer(8) k
  real(dp) x(n), y(n)
  real(dp), optional :: o
  real(dp), allocatable :: a(:)
  do i = 1, n
    y(i) = x(i) + l
  end do
  do i = 1, n
    y(i) = max(x(i), epsilon(1.0_dp))
  end do
  do i = 1, n
    y(i) = x(i)*tiny(x)
  end do
  do i = 1, n
    if (present(o)) y(i) = x(i)*o
  end do
  do i = 1, n
    if (allocated(a)) y(i) = x(i)*size(y)
  end do
  do i = 1, n
    y(i) = asinh(x(i)) + hypot(x(i), 2d0)
  end do
  do i = 1, n
    y(i) = scale(x(i), i)
  end do
  do i = 1, n
    y(i) = x(i)*transfer(k, x(1))
  end do
end
