program host
  integer :: k, i
  real :: a(200), b(200), c(200), s
  k = 3
  do i = 1, 100
    a(i) = b(1)*s
    call change
    c(i) = b(1)*s
  end do
  call change
  do i = 1, 100
    a(i + k) = a(i)
  end do
contains
  subroutine change
    integer :: j, m
    j = 3
    call other
    do m = 1, 100
      a(m + j) = a(m)
    end do
    k = 1
    s = s + 1
  end subroutine
end program
module weights
  real, parameter :: w(3) = (/ 1.0, 2.0, 3.0 /)
end module
subroutine weighted(a)
  use weights
  real :: a(3)
  do i = 1, 3
    a(i) = a(i)*w(i) + w(2)
  end do
end subroutine
