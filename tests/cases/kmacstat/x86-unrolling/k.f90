subroutine rev(n,x,y)
 integer n,i
 real(8) x(n),y(n)
 do i=n,1,-1
  y(i)=x(i)+y(i)
 end do
end
subroutine two(n,x,y)
 integer n,i
 real(8) x(2*n),y(2*n)
 do i=1,2*n,2
  y(i)=x(i)+y(i)
 end do
end
subroutine mixed(n,x,y)
 integer n,i
 real(4) x(n)
 real(8) y(n)
 do i=1,n
  y(i)=y(i)+x(i)
 end do
end
subroutine cplx(n,a,x,y)
 integer n,i
 complex(8) a,x(n),y(n)
 do i=1,n
  y(i)=y(i)+a*x(i)
 end do
end
subroutine gather(n,k,x,y)
 integer n,i,k(n)
 real(8) x(*),y(n)
 do i=1,n
  y(i)=y(i)+x(k(i))
 end do
end
real(8) function dot(n,x,y)
 integer n,i
 real(8) x(n),y(n)
 dot=0
 do i=1,n
  dot=dot+x(i)*y(i)
 end do
end
subroutine strided(n,inc,x,y)
 integer n,i,inc,ix
 real(8) x(*),y(*)
 ix=1
 do i=1,n
  y(ix)=y(ix)+x(ix)
  ix=ix+inc
 end do
end
real(8) function pi(n)
 integer n,i
 real(8) h,x
 h=1d0/n
 pi=0
 do i=1,n
  x=h*i
  pi=pi+4/(1+x*x)
 end do
end
real(8) function gsum(n,k,x)
 integer n,i,k(n)
 real(8) x(*)
 gsum=0
 do i=1,n
  gsum=gsum+x(k(i))
 end do
end
subroutine rec(n,x,y)
 integer n,i
 real(8) x(n),y(n)
 do i=2,n
  x(i)=x(i-1)*y(i)
 end do
end
