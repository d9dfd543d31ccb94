subroutine t(s,n)
  real(s), foo :: x(n)
  real(s) :: s(n)
  real :: p(size(q)), q(size(p))
  do i=1,n
    s(i)=p(i)+q(i)
  end do
end
