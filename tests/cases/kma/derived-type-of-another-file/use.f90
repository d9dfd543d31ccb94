subroutine s(n, a, f, g)
  use types, only: field, kind_of_field => more, common_field
  type(field) f
  type(kind_of_field) g
  real(8) a(n)
  do i = 1, n
    a(i) = f%v(i)*f%c(i)%x
  end do
  do i = 1, n
    a(i) = f%next%v(i) + g%c(i)%y
  end do
  do i = 1, n
    a(i) = g%w(i)*2
  end do
  do i = 2, n
    common_field%v(i) = common_field%v(i-1)*2
  end do
end subroutine
