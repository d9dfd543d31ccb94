! What each loop gives: + where it has counts, else the reason.
module m
  integer, parameter :: k = 8
  real(k) v(9), w(9)
  real, intent(in ut) :: z(9)
end module
subroutine s(x, y, n)
  integer, intent(in) :: n
  real y(n)
  real, intent(in ut) :: x(n), p(n, y)
  do i = 1, n !  line 10 may declare x
    x(i) = x(i) + 1
  end do
  do i = 1, n !  +
    y(i) = y(i) + 1
  end do
  do i = 1, n !  line 10 may declare p
    y(i) = y(i) + p(i, 1)
  end do
  do j = 1, n !  + (an index is an integer)
    do i = 1, n !  +
      y(i) = 2*y(i)
    end do
  end do
  if (n > 0) x(1) = +* 2
  do i = 1, n !  line 10 may declare x
    call f(x(i))
  end do
end subroutine
subroutine dims(a, n)
  integer, intent(in) :: n
  integer, parameter :: lead = 10 +* 2
  real(lead) a(lead, n), b(n), c(n, lead)
  real(n) d(n)
  do i = 1, n !  line 32 may declare lead
    a(1, i) = 1
  end do
  do i = 1, n !  line 32 may declare lead: b's kind
    b(i) = 1
  end do
  do i = 1, n !  + (the last bound of d is no part of an address)
    d(i) = 1
  end do
end subroutine
subroutine uses(n)
  use m
  do i = 1, n !  line 5 may declare z
    v(i) = v(i)*z(i)
  end do
  do i = 1, n !  +
    v(i) = v(i)*w(i)
  end do
contains
  subroutine inner(z)
    real z(9)
    do i = 1, n !  + (its own z)
      z(i) = 2*z(i)
    end do
  end subroutine
end subroutine
subroutine some(n)
  use m, only: v, u => z
  real z(9)
  do i = 1, n !  + (its own z)
    z(i) = v(i)*z(i)
  end do
  do i = 1, n !  line 5 may declare u
    v(i) = v(i)*u(i)
  end do
end subroutine
subroutine included(a, n)
  include 'nowhere.inc'
  real a(n), r
  integer n
  do i = 1, n !  + (all declared)
    a(i) = r*sqrt(a(i))
  end do
  do i = 1, n !  line 72 may declare s
    s = s + a(i)
  end do
  do i = 1, n !  line 72 may declare r: with arguments
    a(i) = r(i)
  end do
  do i = 1, n !  line 72 may declare b
    a(i) = b(i)
  end do
  do i = 1, n !  + (a subroutine is not declared)
    call other(a(i))
  end do
end subroutine
subroutine functions(a, n)
  real a(n)
  f(t) = 2*t +* 1
  g(t) = 2*t
  do i = 1, n !  line 93 may declare f
    a(i) = f(a(i))
  end do
  do i = 1, n !  +
    a(i) = g(a(i))
  end do
end subroutine
subroutine components(x, n)
  type t
    real, what x(9)
  end type
  real x(n)
  do i = 1, n !  + (that x is a component)
    x(i) = 2*x(i)
  end do
end subroutine
