! SPDX-License-Identifier: GPL-3.0-or-later
! Loops of Fortran: nests, WHERE, array statements, DO WHILE, CYCLE and EXIT, SELECT CASE, recursion.
module kernels
  implicit none
contains
  subroutine relax(u, v, n)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n, n)
    real(8), intent(inout) :: v(n, n)
    integer :: i, j
    do j = 2, n - 1
       do i = 2, n - 1
          v(i, j) = 0.25d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
       end do
    end do
    where (v > 0.9d0)
       v = 0.9d0
    elsewhere (v < 0.1d0)
       v = v + 0.01d0
    end where
  end subroutine
  integer function collatz(start) result(steps)
    integer, intent(in) :: start
    integer :: n
    n = start
    steps = 0
    do while (n /= 1)
       if (mod(n, 2) == 0) then
          n = n/2
          steps = steps + 1
          cycle
       end if
       n = 3*n + 1
       steps = steps + 1
       if (steps > 500) exit
    end do
  end function
  recursive integer function ackermann(m, n) result(a)
    integer, intent(in) :: m, n
    select case (m)
    case (0)
       a = n + 1
    case default
       if (n == 0) then
          a = ackermann(m - 1, 1)
       else
          a = ackermann(m - 1, ackermann(m, n - 1))
       end if
    end select
  end function
end module

program loops
  use kernels
  implicit none
  integer, parameter :: n = 61
  real(8) :: u(n, n), v(n, n)
  integer :: i, total
  call random_fill(u)
  v = u
  do i = 1, 9
     call relax(u, v, n)
     u = v
  end do
  total = 0
  do i = 1, 300
     total = total + collatz(i)
  end do
  print '(es12.5, 2i8)', sum(u)/n, total, ackermann(2, 5)
contains
  subroutine random_fill(x)
    real(8), intent(out) :: x(:, :)
    integer :: i, j, s
    s = 17
    do j = 1, size(x, 2)
       do i = 1, size(x, 1)
          s = mod(s*1103 + 12345, 65536)
          x(i, j) = s/65536d0
       end do
    end do
  end subroutine
end program
