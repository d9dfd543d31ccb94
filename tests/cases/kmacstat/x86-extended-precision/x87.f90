subroutine extended(a, b, z, n)
  integer, parameter :: xp = 10
  integer :: n, i
  real(10) :: a(n)
  real(xp) :: b(n)
  complex(10) :: z(n)
  do i = 1, n
    a(i) = a(i)*b(i)
  end do
  do i = 1, n
    z(i) = z(i) + z(i)
  end do
end subroutine
