subroutine jam(n, m, a, b, c)
  integer n, m, i, j
  double precision a(n), b(n,m), c(m)
  do j = 1, m
    do i = 1, n
      a(i) = a(i) + b(i,j)*c(j)
    end do
  end do
end
subroutine sums(n, m, s, a, b)
  integer n, m, j
  double precision s(m), a(n), b(n,m)
  do j = 1, m
    s(j) = s(j) + &
      sum(a*b(:,j))
  end do
end
