subroutine pairs(a, b, n)
  integer :: n, i, j
  real(8) :: a(n), b(n), c(n, n)
  do i = 1, n; a(i) = b(i) + 1; end do; do j = 1, n; b(j) = 2*a(j); end do
  do i = 1, n; do j = 1, n; c(j, i) = a(i); end do; end do
end subroutine
