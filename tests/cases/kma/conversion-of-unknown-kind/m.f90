subroutine s(n,a,b,c,w)
 use elsewhere, only: wp
 real(wp) a(n), w
 real(8) b(n)
 real c(n)
 do i=1,n
  b(i) = a(i)*2
 end do
 do i=1,n
  a(i) = a(i)*2 + i*w + 1.0_wp
 end do
 do i=1,n
  a(i) = b(i)
 end do
 do i=1,n
  a(i) = c(i)*w
 end do
 do i=1,n
  a(i) = a(i)*w*2.0
 end do
end
