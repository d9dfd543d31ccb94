subroutine s4(d, n)
 real(8) d(*)
 do i = 1, n, 3
  d(i) = d(i) + 1
 end do
end
program p
real(8) :: d(4003)
d = 0
nn = 4003
do ir = 1, 2400000
 call s4(d, nn)
end do
print *, sum(d)
end
