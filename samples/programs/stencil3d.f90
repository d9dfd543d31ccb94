! SPDX-License-Identifier: GPL-3.0-or-later
! Heat in a cube: a seven-point stencil, two fields that change places, and
! the greatest change every tenth step. Free form, a module, and OpenMP where
! it is compiled with it.
module field
  implicit none
  integer, parameter :: n = 128
  double precision :: t(0:n+1, 0:n+1, 0:n+1, 2)
contains

  subroutine start
    integer :: i, j, k
    t = 0d0
    do k = n/4, 3*n/4
      do j = n/4, 3*n/4
        do i = n/4, 3*n/4
          t(i, j, k, :) = 1d0
        end do
      end do
    end do
  end subroutine start

  subroutine step(old, new, c)
    double precision, intent(in) :: old(0:n+1, 0:n+1, 0:n+1), c
    double precision, intent(inout) :: new(0:n+1, 0:n+1, 0:n+1)
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 1, n
      do j = 1, n
        do i = 1, n
          new(i, j, k) = old(i, j, k) + c*(old(i-1, j, k) + old(i+1, j, k) &
                       + old(i, j-1, k) + old(i, j+1, k) + old(i, j, k-1) &
                       + old(i, j, k+1) - 6d0*old(i, j, k))
        end do
      end do
    end do
    !$omp end parallel do
  end subroutine step

  function change(old, new) result(most)
    double precision, intent(in) :: old(0:n+1, 0:n+1, 0:n+1), new(0:n+1, 0:n+1, 0:n+1)
    double precision :: most
    integer :: i, j, k
    most = 0d0
    !$omp parallel do private(i, j) reduction(max: most)
    do k = 1, n
      do j = 1, n
        do i = 1, n
          most = max(most, abs(new(i, j, k) - old(i, j, k)))
        end do
      end do
    end do
    !$omp end parallel do
  end function change
end module field

program heat
  use field
  implicit none
  integer, parameter :: steps = 300
  integer :: l
  double precision :: most
  call start
  do l = 1, steps, 2
    call step(t(:, :, :, 1), t(:, :, :, 2), 0.1d0)
    call step(t(:, :, :, 2), t(:, :, :, 1), 0.1d0)
    if (mod(l, 10) == 1) most = change(t(:, :, :, 2), t(:, :, :, 1))
  end do
  print '(a, f10.6, a, f10.6)', ' heat', sum(t(1:n, 1:n, 1:n, 1))/n**3, '   last change', most
end program heat
