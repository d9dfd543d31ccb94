subroutine axpy(n, a, x, y)
  use precision, only: dp
  implicit none
  integer :: n, i
  real(dp) :: a, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
end subroutine
subroutine comp(n, p, q, e)
  implicit none
  integer :: n, i
  real :: p(n), q(n), e
  complex :: z(n)
  do i = 1, n
    p(i) = p(i)**e
    z(i) = z(i) / cmplx(q(i), p(i))
  end do
end subroutine
