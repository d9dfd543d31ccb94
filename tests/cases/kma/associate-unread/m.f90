subroutine s(n, a, b)
  real(8) a(n), b(n)
  associate (q => a(
  do i = 1, n
    b(i) = q(i) + 1
  end do
  do i = 1, n
    b(i) = a(i) + 1
  end do
  end associate
end subroutine
