subroutine two(n, x)
  integer n, i, j
  double precision x(n,n)
  do concurrent (j = 1:n, i = 1:n)
    x(i,j) = &
      x(i,j) + 1d0
  end do
end
