subroutine triad(n, a, b, c, q)
  integer n, i
  real(8) a(n), b(n), c(n), q
  do i = 1, n
    a(i) = b(i) + q * c(i)
  end do
end subroutine
