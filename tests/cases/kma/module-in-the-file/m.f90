module kinds
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  integer, parameter, public :: wp = selected_real_kind(15), nmax = 100
  integer, parameter :: hidden = 3
  public :: dp, operator(+)
end module
module grid
  use kinds
  real(wp), allocatable :: a(:), b(:, :)
  real(wp) :: c(nmax), s
  real, parameter :: two = 2.0
contains
  function f(x)
    real(dp) :: f, x
    f = x
  end function
  subroutine inner(n)
    integer :: n, i
    do i = 1, n
      c(i) = f(c(i))
    end do
  end subroutine
end module
subroutine user(n, t)
  use grid, only: q => a, c, s, f, wp, two
  integer :: i, n
  real(wp) :: t(n), hidden
  do i = 1, n
    q(i) = q(i) + s * t(i)
  end do
  c = 0
  do i = 1, n
    t(i) = f(t(i)) + hidden
  end do
  do i = 1, n
    t(i) = c(1) * two
    call other(i)
    q(i) = c(1) * two
  end do
end subroutine
module later
  use grid, first => a, second => c
end module
subroutine through(n)
  use later
  use grid, only: c
  integer :: i, n
  do i = 2, n
    c(i) = second(i - 1) + first(i)
  end do
end subroutine
