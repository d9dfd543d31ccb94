subroutine s(n)
  use elsewhere
  implicit none
  integer :: i, n
  real(8) :: t
  do i = 2, n
    a(i) = a(i-1) + b(i)*t
  end do
  do i = 1, n
    t = t + f(i)
  end do
end subroutine
