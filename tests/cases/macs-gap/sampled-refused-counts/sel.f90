subroutine sel(n, a, b)
  integer n, i
  real(8) a(n), b(n)
  do i = 1, n
    if (a(i) < 0d0) then
      b(i) = b(i) * 2d0 + 1d0
    end if
  end do
end subroutine
