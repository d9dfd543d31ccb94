program p
  character(8) :: a(3)
  integer :: i(3)
  print *, dot_product(a, a)
  print *, sum(a)
  print *, dot_product(i)
  print *, size()
end program
