module types
  type t1
    real(8) :: x(10), y(10)
  end type
  type t2
    type(t1) :: q
    real(8), allocatable :: z(:)
    integer :: k(10)
    real(4) :: w
  end type
  type, extends(t1) :: t3
    real(8) :: extra(10)
  end type
  type point
    real(8) :: x, y, z
    integer :: mark
    character(len=5) :: name
  end type
  type list
    type(point) :: p(100)
    type(point), pointer :: far(:)
    class(*), pointer :: any
    real(8) :: s
  contains
    procedure :: value
  end type
contains
  subroutine product(n, a, t)
    real(8) a(n)
    type(t1) t
    do i = 1, n
      a(i) = t%x(i)*t%y(i)
    end do
    do i = 1, n
      a(i) = t%x(i)
    end do
  end subroutine
  subroutine nested(n, a, t)
    real(8) a(n)
    type(t2) t
    do i = 1, n
      t%z(i) = t%q%x(i) + a(i)*t%k(i)
    end do
    do i = 2, n
      t%z(i) = t%z(i-1)*0.5d0
    end do
    do i = 1, n
      a(i) = a(i)*t%w
    end do
  end subroutine
  subroutine points(n, p, l)
    type(point) p(n)
    type(list) l
    do i = 1, n
      p(i)%x = p(i)%y + p(i)%z
    end do
    do i = 2, n
      p(i)%x = p(i-1)%x + p(i)%y
    end do
    do i = 1, n
      l%p(i)%x = l%far(i)%x*2
    end do
    do i = 1, n
      l%s = l%s + p(i)%x
    end do
  end subroutine
  subroutine others(n, a, l, t, o)
    real(8) a(n)
    class(list) l
    type(t3) t
    class(t1) o
    do i = 1, n
      a(i) = l%value(i)*2
    end do
    do i = 1, n
      a(i) = t%extra(i) + t%y(i)
    end do
    do i = 1, n
      call l%change(i)
      a(i) = l%s*2
    end do
    associate (q => l%p(3), v => t%x)
      do i = 1, n
        a(i) = v(i)*q%x
      end do
    end associate
    select type (o)
    type is (t3)
      do i = 1, n
        a(i) = o%extra(i)*2
      end do
    end select
    do i = 1, n
      l%p(i) = l%p(1)
    end do
    a = t%x*2
  end subroutine
end module
subroutine used(n, a, v)
  use types, only: given => t1
  type(given) v
  real(8) a(n)
  do i = 1, n
    a(i) = v%x(i)
  end do
end subroutine
subroutine unread(n, a, v)
  type bad
    real(8), foo :: x(10)
    real(8) :: y(10)
  end type
  type(bad) v
  real(8) a(n)
  do i = 1, n
    a(i) = v%x(i)
  end do
  do i = 1, n
    a(i) = v%y(i)
  end do
end subroutine
