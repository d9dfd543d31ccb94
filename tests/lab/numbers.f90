! SPDX-License-Identifier: GPL-3.0-or-later
! Numbers: kinds, functions of the language, complex ones, 8-byte INTEGERs.
program numbers
  implicit none
  integer, parameter :: dp = kind(1d0), n = selected_real_kind(12)
  real(dp) :: x = 1.5_dp, y
  real(n), parameter :: pi = 4*atan(1.0_dp)
  integer :: i, k = -7
  logical :: q
  print *, dp, n, pi, modulo(-7, 3), modulo(k, -3), modulo(-7.5d0, 2d0), modulo(6, 3), modulo(-6,3)
  print *, ishft(1, 5), ishft(-1, -28), huge(1), huge(1d0), tiny(1.0), epsilon(x)
  print *, not(5), iand(12, 10), ior(12, 10), ieor(12, 10), ishft(3, 30)
  y = real(k, dp)/3
  i = int(y)
  print *, y, i, floor(y), ceiling(y), nint(y), real(y), dble(1.1), aint(y), anint(y), sign(1d0, y), dim(3, 5), dim(5.5, 3.25)
  q = (x > 1) .eqv. (k < 0)
  print *, q
  call complexes
  call long
end program
subroutine complexes
  implicit none
  complex*16 :: a, b, z(3), w
  complex :: c = (1.5, -2.5), d
  complex(8), parameter :: im = (0d0, 1d0)
  real*8 :: x
  integer :: i
  data z /3*(1d0, 2d0)/
  complex*16 :: f, t
  f(t) = t*t + im
  a = (3d0, -4d0)
  b = dcmplx(1d0/3, 0.7d0)
  w = a*b + z(2)/b - 2*a/3
  print *, dble(w), dimag(w), abs(a), abs(w)
  w = b/a
  print *, dble(w), dimag(w)
  d = c*c/cmplx(1, 2) + 1
  print *, real(d), aimag(d), abs(d), real(-c), aimag(conjg(c))
  do i = 1, 3
    z(i) = f(z(i))**3 + i
    x = abs(z(i))
    print *, x, dble(z(i)), dimag(z(i)), z(i) == z(1), a /= b
  end do
  call twice(z, 3)
  w = exp(b)
  print *, dble(z(3)), dimag(w**(-2))
end subroutine
subroutine twice(z, n)
  complex*16 z(n)
  do i = 1, n
    z(i) = dconjg(z(i))/n
  end do
end subroutine
subroutine long
  integer(8) :: big = 1000000000000_8, k
  integer :: i
  logical(8) :: l8
  real :: x(3) = (/ 1.0, 2.5, -3.5 /)
  k = 123456789012345_8
  k = k + big*3 - huge(1_8)/5
  print *, k, big/7, huge(1_8), mod(k, 1000_8)
  l8 = k > big
  if (l8) print *, 'bigger'
  if (.not. l8) print *, 'smaller'
  do k = big, big + 4, 2
    print *, k
  end do
  i = 2147483647
  print *, i, -i-1, ishft(i, -3), iand(i, 255)
  print *, x, sum(x), maxval(x), product(x)
  print *, (i - 2147483640)/2.0, real(big), dble(big)*1.5d0
  call opt(x, 3)
end subroutine
subroutine opt(y, n)
  real y(n)
  common /scr/ w(10)
end
