subroutine axpy(n, a, x, y)
  use more, only: wp
  integer :: n, i
  real(wp) :: a, x(n), y(n)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine
subroutine single(n, x)
  use more, only: s => sp
  integer :: n, i
  real(s) :: x(n)
  do i = 1, n
    x(i) = x(i) + 1.0_s
  end do
end subroutine
subroutine handed(n, x)
  use more, only: cd => c_double
  integer :: n, i
  real(cd) :: x(n)
  do i = 1, n
    x(i) = x(i) + 1.0_cd
  end do
end subroutine
subroutine whole(n, x)
  use more
  integer :: n, i
  real(wp) :: x(3)
  do i = 1, 3
    x(i) = x(i) + table(1, i)
  end do
end subroutine
subroutine private_name(n, x)
  use kinds, only: hidden
  integer :: n, i
  real(hidden) :: x(n)
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
subroutine ieee(n, x)
  use, intrinsic :: ieee_arithmetic
  integer :: n, i
  real(ieee_selected_real_kind(15, 307)) :: x(n)
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
