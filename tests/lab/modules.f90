! SPDX-License-Identifier: GPL-3.0-or-later
! Modules, contained and recursive procedures, array expressions, lists of values.
module consts
  implicit none
  integer, parameter :: dp = selected_real_kind(15)
  real(dp), parameter :: g = 9.81_dp, tab(0:3) = [1.0_dp, 2.0_dp, 4.0_dp, 8.0_dp]
  integer, parameter :: nx = 2**3, ny = nx/2 + 1
  real(dp), save :: field(nx, ny) = 0.5_dp
  logical :: done = .false.
end module consts
module solver
  use consts, only: dp, nx, ny, field, tab
  implicit none
  private
  public :: relax, total
contains
  subroutine relax(w)
    real(dp), intent(in) :: w
    integer :: i, j
    do j = 2, ny - 1
      do i = 2, nx - 1
        field(i, j) = (1 - w)*field(i, j) + w*0.25_dp*(field(i-1, j) + field(i+1, j) &
             + field(i, j-1) + field(i, j+1))
      end do
    end do
  end subroutine relax
  pure function total() result(s)
    real(dp) :: s
    integer :: i
    s = 0
    do i = 0, 3
      s = s + tab(i)*field(i+1, i+1)
    end do
  end function total
end module solver
program main
  use consts
  use solver
  implicit none
  integer :: it
  integer, dimension(5) :: v = (/ (it*it, it = 1, 5) /)
  real(dp) :: r(nx)
  field(1, :) = 1
  field(:, ny) = tab(3)
  loop: do it = 1, 100
    call relax(0.8_dp)
    if (total() > 60) exit loop
    if (mod(it, 2) == 0) cycle loop
    done = .not. done
  end do loop
  r = sqrt(field(:, 2)) + g*real(nx, dp)
  print *, it, total(), done, maxval(field), minval(r), sum(r)/nx
  select case (it)
  case (1:50); print *, 'few'
  case (101); print *, 'all'
  case default; print *, 'many'
  end select
  block_if: if (done) then
    print *, 'done'
  else if (total() < 0) then
    print *, 'neg'
  end if block_if
  print *, count_up(3), v
contains
  recursive integer function count_up(n) result(c)
    integer, intent(in) :: n
    c = n
    if (n > 0) c = n + count_up(n - 1)
  end function
end program main
