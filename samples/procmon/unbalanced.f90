! SPDX-License-Identifier: GPL-3.0-or-later
! Four threads share the rows of a triangle, a block of rows each: the first has the short rows, the
! last the long ones, and all wait at the end of the loop for the last.
!
!   gfortran -O2 -fopenmp -o unbalanced unbalanced.f90
!   OMP_NUM_THREADS=4 procmon -- ./unbalanced
program unbalanced
  implicit none
  integer, parameter :: n = 3000
  integer :: i, j, pass, passes
  double precision :: row(n), x
  character(len=20) :: word
  passes = 100
  if (command_argument_count() > 0) then
     call get_command_argument(1, word)
     read (word, *) passes
  end if
  do pass = 1, passes
!$omp parallel do schedule(static) private(j, x)
     do i = 1, n
        x = 0
        do j = 1, i
           x = x + sqrt(dble(i + j + pass))
        end do
        row(i) = x
     end do
!$omp end parallel do
  end do
  print '(a, es12.5)', 'last row ', row(n)
end program unbalanced
