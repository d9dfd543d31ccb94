subroutine s(n, a, b, c, m, ix)
  integer n, ix(n), i, j
  real a(n), b(n), c(0:n), m(n,n)
  a(1:n) = b(1:n) + c(1:n)
  a = b*2.0
  m(:,1) = m(:,2) + a
  m = 0
  where (a > 0) b = b/a
  where (a(2:n) > 0)
    b(2:n) = a(1:n-1)
  elsewhere
    b(2:n) = 0
  end where
  forall (i=1:n, j=1:n, i/=j) m(i,j) = a(i)*b(j)
  do concurrent (j=1:n, i=1:n, a(i)>0)
    m(i,j) = a(i)
  end do
  if (n > 3) a = sqrt(b)
  do 10 j = 1, n
    if (j == 3) goto 10
10  m(1:n:2,j) = a(1:n:2) + 1.0
  b(ix) = a(ix) + 1.0
  a = matmul(m, b)
  a(2:n) = a(1:n-1)*2.0
end subroutine
