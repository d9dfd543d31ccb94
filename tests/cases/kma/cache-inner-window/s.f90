subroutine s(x, y)
  real(8) x(20000), y(20000)
  do i = 1, 10000
    y(i) = x(i) + x(i+100)
  end do
end
