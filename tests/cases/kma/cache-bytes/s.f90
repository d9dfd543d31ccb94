subroutine s(x, z)
  integer(1) x(300,300), z(300,300)
  do j = 1, 100
    do i = 1, 100
      z(i,j) = x(i,j) + x(i+20,j+1) + x(i+30,j+2)
    end do
  end do
end
