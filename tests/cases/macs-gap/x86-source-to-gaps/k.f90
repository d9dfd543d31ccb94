subroutine kernels(n, a, b, c, d, s)
  integer :: n, i
  real(8) :: a(n), b(n), c(n), d(n), s
  do i = 1, n
    a(i) = b(i) + c(i)*d(i)
  end do
  do i = 1, n
    s = s + a(i)*b(i)
  end do
  do i = 1, n
    if (b(i) > s) c(i) = b(i)*d(i)
  end do
end subroutine
