module m
contains
  pure subroutine half(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer i
    do i = 1, n
      a(i) = a(i)/2
    end do
  end subroutine
  elemental function poly(x) result(y)
    real, intent(in) :: x
    real y
    integer i
    y = 0
    do i = 1, 9
      y = y*x + i
    end do
  end function
  impure elemental function noisy(x) result(y)
    real, intent(in) :: x
    real y
    integer i
    y = 0
    do i = 1, 9
      y = y*x + i
    end do
  end function
  subroutine many(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer i, go
    do concurrent (i = 1:n)
      a(i) = a(i)*2
    end do
    !$omp target teams distribute parallel do
    do i = 1, n
      a(i) = a(i)*2
    end do
    !$omp target
    do i = 1, n
      a(i) = a(i)*2
    end do
    !$omp end target
    !$acc parallel loop
    do i = 1, n
      a(i) = a(i)*2
    end do
    do i = 1, n
      a(i) = a(i)*2
    end do
  end subroutine
end module
