module m
  real(8), intnt :: g(100)
  real(8) :: h(100)
contains
  subroutine uses_g(n, a)
    real(8), contiguous, intent(inout) :: a(:)
    do i = 1, n
      a(i) = g(i)*2
    end do
  end subroutine
  subroutine uses_h(n, a)
    real(8), intent(out), codimension[*] :: a(n)
    do i = 1, n
      a(i) = h(i)*2
    end do
  end subroutine
end module
subroutine own(n, a1, a2)
  real(8), foo :: a1(n)
  real(8), target, volatile :: a2(n)
  do i = 1, n
    a1(i) = a1(i)*2
  end do
  do i = 1, n
    a2(i) = a2(i)*2
  end do
end subroutine
subroutine renamed(n, a)
  use m, only: z => g
  real(8) a(n)
  do i = 1, n
    a(i) = z(i)*2
  end do
end subroutine
