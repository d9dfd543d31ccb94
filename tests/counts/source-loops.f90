! SPDX-License-Identifier: GPL-3.0-or-later
! Loops of Fortran whose numbers are derived by hand. LOOP lines ENTRIES ITERATIONS: of the loop that begins on
! this line; a statement on arrays of rank 2 has two. Arrays have 6 x 4 elements.
program source_loops
  implicit none
  integer :: i, j, k
  real(8) :: a(6, 4), b(6, 4), c(6)
  do j = 1, 4 ! LOOP 1 4
    do i = 1, 6 ! LOOP 4 24
      a(i, j) = i + 10 * j
      b(i, j) = i - 3
    end do
  end do
  call steps(c, 6, -2)
  call steps(c, 0, 3)
  b = a + b ! LOOP 1 4, LOOP 4 24
  b(:, 2) = 1 ! LOOP 1 6
  do k = 1, 100 ! LOOP 1 13: EXIT in iteration 13
    c(1) = k
    if (k == 13) exit
    if (k > 5) cycle
    c(2) = c(2) + 1
  end do
  do k = 1, 9 ! LOOP 1 4: EXIT in the first statement of iteration 4
    if (k == 4) exit
    c(3) = k
  end do
  do while (k < 10) ! LOOP 1 6: k = 4 to 9
    k = k + 1
  end do
  do concurrent (i = 1:6) ! the code begins in the next line
    c(i) = c(i) + i ! LOOP 1 6
  end do
  do concurrent (i = 1:6) ! the code of its test has the line of the last statement
    k = 7 - i ! LOOP 1 6
    c(i) = c(i) + k
    if (k > 2) b(i, 1) = k
  end do
  do concurrent (j = 1:4, i = 1:6)
    k = 7 - i ! LOOP 1 6, LOOP 6 24: the loop of the last index is the outer one
    a(k, j) = a(k, j) + &
              j
  end do
  forall (i = 1:6, j = 1:4) a(i, j) = a(i, j) + i * j ! LOOP 1 4, LOOP 4 24
  c = [(real(i * k, 8), i = 1, 6)] ! LOOP 1 6, LOOP 1 6: the values, then the assignment
  where (a > 20) ! LOOP 1 4, LOOP 4 24: the mask and the assignment
    b = a
  end where
  c(1) = sum(a) ! LOOP 1 4, LOOP 4 24
  call scale(c)
  k = 1
  do while (k < 9 .and. &  ! LOOP 1 4: k = 1, 3, 5 and 7
            abs(k - 4) < 5)
    k = k + 2
  end do
  do while (k < 10 .or. c(min(k, 6)) < 0) ! LOOP 1 1: k = 9
    k = k + 1
  end do
  do while (any(a(:, 1) > k) .and. k > 5) ! LOOP 1 5: k = 10 to 6; LOOP 6 6: a(1, 1), over 10, ends any()
    k = k - 1
  end do
  print '(f12.3)', sum(b) + c(1) + c(2) + c(3) ! LOOP 1 4, LOOP 4 24
contains
  ! 6, 4, 2: three iterations; from 0 to 1 with step 3: one.
  subroutine steps(x, first, step)
    real(8), intent(inout) :: x(6)
    integer, intent(in) :: first, step
    integer :: n
    do n = first, 1, step ! LOOP 2 4
      x(max(n, 1)) = n
    end do
  end subroutine steps
  ! gfortran loads variables of COMMON with code at the line of a subroutine.
  subroutine scale(x)
    real(8), intent(inout) :: x(6)
    real(8) :: factor
    integer :: n, m
    common /factors/ factor
    factor = 2
    do n = 1, 3 ! LOOP 1 3
      do m = 1, 6 ! LOOP 3 18
        x(m) = x(m) * factor
      end do
    end do
  end subroutine scale
end program source_loops
