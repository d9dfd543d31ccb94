subroutine nest(n, m, a, b)
  integer n, m, i, j
  double precision a(n,m), b(n,m)
  do concurrent (j = 1:m, i = 1:n)
    a(i,j) = b(i,j) + 1d0
  end do
end
