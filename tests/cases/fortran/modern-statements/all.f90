module kinds
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  private
  public :: dp, point, base, swap, operator(+), assignment(=)
  integer, parameter :: dp = selected_real_kind(15, 307)
  integer, parameter, private :: sp = kind(1.0)
  type, public :: point
    sequence
    real(dp) :: x = 0.0_dp, y
    real(dp), dimension(3) :: v = (/ 1.0_dp, 2.0_dp, 3.0_dp /)
    type(point), pointer :: next => null()
  end type point
  type, abstract :: base
    integer :: n
    real, allocatable :: a(:)
  contains
    procedure(iface), deferred, pass :: go
    procedure :: two => two_impl
    generic :: both => two
    final :: done
  end type base
  type, extends(base) :: kid
    procedure(iface), pointer, nopass :: p => null()
  end type
  abstract interface
    subroutine iface(this)
      import :: base
      class(base), intent(inout) :: this
    end subroutine
  end interface
  interface swap
    module procedure swap_r, swap_i
  end interface swap
  interface operator(+)
    module procedure addp
  end interface
  interface operator(.cross.)
    module procedure addp
  end interface
  interface assignment(=)
    module procedure asg
  end interface
  enum, bind(c)
    enumerator :: red = 1, green
    enumerator blue
  end enum
  real(dp), save, target :: work(100)
  procedure(iface), pointer :: hook
  character(len=*), parameter :: msg = "it's", m2 = 'a''b'
  character(len=:), allocatable :: str
  character*10 old
  real(kind=dp), parameter :: pi = 3.14159_dp, e = 2.7e0_dp
  integer, dimension(:), allocatable :: idx
  namelist /nl/ pi2
  real :: pi2
  volatile :: pi2
contains
  pure elemental function sq(x) result(y)
    real(dp), intent(in) :: x
    real(dp) :: y
    y = x*x
  end function sq
  elemental real(dp) function tw(x)
    real(dp), value :: x
    tw = 2*x
  end function
  recursive integer function fact(n) result(f)
    integer, intent(in) :: n
    if (n <= 1) then; f = 1; else; f = n*fact(n-1); end if
  end function fact
  subroutine swap_r(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a; a = b; b = t
  end subroutine swap_r
  subroutine swap_i(a, b)
    integer, intent(inout) :: a, b
    integer t
    t = a; a = b; b = t
  end subroutine
  function addp(a, b) result(c)
    type(point), intent(in) :: a, b
    type(point) :: c
    c%x = a%x + b%x
  end function
  subroutine asg(a, b)
    type(point), intent(out) :: a
    integer, intent(in) :: b
    a%x = b
  end subroutine
  subroutine two_impl(this)
    class(base) :: this
  end subroutine
  subroutine done(this)
    type(base) :: this
  end subroutine
  subroutine work_it(n, a, b, c, opt) bind(c, name="work_it")
    integer(c_int), intent(in), value :: n
    real(dp), intent(inout) :: a(n), b(0:n-1), c(n, *)
    real(dp), optional :: opt
    real(dp), pointer :: p(:), q(:,:)
    type(point) :: pt, pts(10)
    type(point), allocatable :: ap(:)
    class(base), allocatable :: cb
    integer :: i, j, k, ios
    logical :: mask(n)
    complex(dp) :: z
    ! comment
    a(1:n) = b(0:n-1) + c(1:n, 1)
    a = 0.0_dp; b(:) = a
    where (a > 0) a = sqrt(a)
    where (a > 0)
      b = 1/a
    elsewhere (a < 0)
      b = -1
    elsewhere
      b = 0
    end where
    forall (i = 1:n, j = 1:2, i /= j) c(i, j) = a(i)
    forall (i = 1:n)
      a(i) = b(i-1)
    end forall
    do concurrent (i = 1:n)
      a(i) = b(i-1)
    end do
    do concurrent (integer :: ii = 1:n, j = 1:2, ii > j) local(k) shared(a)
      k = ii
      a(ii) = k
    end do
    outer: do i = 1, n
      inner: do j = 1, 2
        if (c(i, j) == 0) cycle outer
        if (c(i, j) < 0) exit inner
      end do inner
    enddo outer
    associate (x => pt%x, y => a(1:3))
      do i = 1, 3
        y(i) = x
      end do
    end associate
    select type (cb)
    type is (kid)
      do i = 1, 3
        a(i) = 1
      end do
    class is (base)
      a(1) = 2
    class default
      a(1) = 3
    end select
    blk: block
      integer :: loc
      loc = 1
      do i = 1, 2; a(i) = loc; end do
    end block blk
    select case (n)
    case (:0)
      a(1) = 1
    case (1, 3:5)
      a(1) = 2
    case default
      a(1) = 3
    end select
    allocate (ap(n), p(0:n), stat=ios)
    allocate (kid :: cb)
    allocate (real(dp) :: q(3, 3))
    if (allocated(ap)) deallocate (ap, stat=ios)
    nullify (p, q)
    p => work(1:10:2)
    pt%next => pts(3)%next
    pts(1)%v(2) = pt%next%v(3)
    call cb%go()
    call cb%two
    pt = point(1.0_dp, 2.0_dp, [1.0_dp, 2.0_dp, 3.0_dp], null())
    a(1:3) = [real(dp) :: 1, 2, 3]
    a(1:3) = (/ (real(i, dp), i = 1, 3) /)
    idx = [integer ::]
    str = 'abc' // &
          'def' // "gh&
          &ij"
    z = (1.0_dp, -1.0_dp)
    z%re = 2
    if (present(opt)) opt = merge(1.0_dp, 2.0_dp, mask(1) .and. .not. mask(2))
    write (*, '(a, i0)') "x", n
    write (unit=6, fmt=*, iostat=ios, err=10, advance='no') a(1:3)
    print '(3f8.3)', (a(i), i = 1, 3)
    read (5, nml=nl)
    open (newunit=ios, file='x')
    flush (6)
10  continue
    if (n > 3) goto 10
    if (n < 0) error stop 'neg'
    if (n == 77) stop
    critical
      a(1) = 2
    end critical
    return
  contains
    subroutine local_sub(x)
      real, intent(in) :: x(:)
      print *, x, size(x, dim=1), ubound(x)
    end subroutine local_sub
    integer function lf()
      lf = 3
    end function
  end subroutine work_it
end module kinds
submodule (kinds) sub
contains
  module procedure mp
  end procedure mp
end submodule sub
program main
  use kinds, only: dp, pt => point, operator(+)
  implicit none
  integer :: i
  real(dp) :: x(10)[*]
  do i = 1, 10
    x(i) = i
  end do
  do, i = 1, 3
  end do
  do 5 i = 1, 3
5 end do
  sync all
  x(1)[2] = 3
end program main
