subroutine f(n, m, a, b)
  integer n, m, i, j
  real(8) a(n, m), b(n, m)
  do i = 1, 10
    a = a + b
    do j = 1, m
      call g(a, j)
    end do
  end do
end subroutine
