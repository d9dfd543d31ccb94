subroutine s(n, x, y, p, m)
  implicit none
  integer :: n, i, m
  real(8) :: x(n), y(0:n), m2(n, n)
  class(*) :: p
  type t
    real(8) :: v(10)
  end type
  associate (z => x, w => y(1:n), k => n + 1, c => m2(:, m), e => y(2:n:2), v => y(:))
    do i = 1, k - 1
      z(i) = z(i) + w(i)
    end do
    do i = 2, n
      y(i) = w(i - 1)
    end do
    do i = 1, n
      c(i) = c(i) * m2(i, m)
    end do
    do i = 1, n
      e(i) = y(2 * i) + v(i)
    end do
  end associate
  outer: associate (z => y)
    associate (q => z)
      do i = 1, n
        q(i) = 2 * z(i)
      end do
    end associate
  end associate outer
  select type (z => x(m))
  type is (real(8))
    do i = 1, n
      y(i) = y(i) * z
    end do
  class default
    do i = 1, n
      y(i) = 0
    end do
  end select
  do i = 1, n
    critical
      x(i) = x(i) + 1
    end critical
  end do
  do i = 1, n
    sync all
    x(i) = x(i) + 1
  end do
end subroutine
