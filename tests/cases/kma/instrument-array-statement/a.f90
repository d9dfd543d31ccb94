subroutine s(n, m, a, b, c)
  integer n, m, i, j
  double precision a(n), b(n), c(n,m)
  do j = 1, m
    b = b + 0.5d0*c(:,j)
    do i = 1, n
      a(i) = a(i) + c(i,j)
    end do
  end do
  do j = 1, m
    b(j) = 0
    do i = 1, n
      b(j) = b(j) + c(i,j)
    end do
  end do
end
