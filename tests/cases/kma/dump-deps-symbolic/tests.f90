subroutine s(x, n, inc, m)
  integer n, inc, m
  real x(*)
  do i = 1, n
    x(inc*i + i) = x(inc*i + 2*i)
  end do
  do i = 1, n
    x(inc*i + i + m) = x(inc*i + i)
  end do
end
