module one
  use far
  use away
end module
module two
  use away
  use one
  use gone
end module
subroutine s(n, a)
  use one
  use two
  real(8) a(n)
  do i = 1, n
    a(i) = f(i)
  end do
end subroutine
