module kinds
  use, intrinsic :: iso_fortran_env, only: wide => real64, int32
  implicit none
  private
  integer, parameter, public :: sp = selected_real_kind(6, 37)
  integer, parameter, public :: dp = wide
  integer, parameter :: hidden = 4
  integer, parameter, public :: n_most = 100
contains
  subroutine work(x)
    real(dp), intent(inout) :: x(:)
    integer :: i
    do i = 1, size(x)
      x(i) = 2*x(i)
    end do
  end subroutine
end module
