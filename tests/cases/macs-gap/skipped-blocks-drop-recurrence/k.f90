subroutine contact(n, x, w)
  integer :: n, i
  double precision :: x(n), w
  do i = 1, n
    if (x(i) < 0) then
      w = w + x(i)
    end if
  end do
end subroutine
