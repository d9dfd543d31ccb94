subroutine s(n, a, b)
  use kinds, only: dp
  integer n, i
  real(dp) a(n), b(n)
  real(8) d(100)
  do i = 1, n
    a(i) = 2.0_dp*b(i)
  end do
  do i = 1, n
    d(i) = d(i) + 1.0d0
  end do
end subroutine
