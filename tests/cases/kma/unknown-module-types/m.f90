subroutine s(n)
  use elsewhere
  implicit none
  integer :: i, n
  real(8) :: t, u
  do i = 2, n
    a(i) = a(i-1) + b(i)*t
  end do
  do i = 1, n
    t = t + f(i)
  end do
  do i = 2, n
    a(i) = a(i-1)*u + c
  end do
end subroutine
subroutine implicit_names(n, a, b)
  use elsewhere
  real(8) a(n), b(n)
  do i = 1, n
    b(i) = mx(i)*2 + a(i)
  end do
  do i = 1, n
    if (mx(i) == 3) b(i) = a(i)*2
  end do
end subroutine
subroutine listed(n, a, b)
  use elsewhere, only: mx
  real(8) a(n), b(n)
  do i = 1, n
    b(i) = mx(i)*2 + a(i)
  end do
  do i = 1, n
    b(i) = kf(i) + a(i)
  end do
end subroutine
