subroutine sums(n, m, a, s)
  integer n, m, i, j
  real(8) a(200, m), s(m)
  do j = 1, m
    do i = 1, n
      s(j) = s(j) + a(i, j)
    end do
  end do
  do j = 1, m
    do i = 1, 200
      s(j) = s(j) + a(i, j)
    end do
  end do
end subroutine
