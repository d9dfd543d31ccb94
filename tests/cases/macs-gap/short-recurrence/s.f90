subroutine s(x, y, n)
  real(8) x(*), y(*)
  do i = 9, n
    x(i) = x(i-8) + y(i)
  end do
end
