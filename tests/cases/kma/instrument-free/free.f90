program free
  implicit none
  integer i, j, n
  real a(9), s
  n = 9; s = 0
  do i = 1, n; a(i) = i; end do
  outer: do i = 1, n; s = s + i
    do j = 1, n; if (a(j) > 5) exit outer; s = s + a(j); end do; end do outer
  do 10, i = 1, n; if (a(i) > 3) & ! a comment ) here
    cycle
  10 s = s + a(i)
  associate (x => a)
    block
      integer k
      do k = 1, n
        if (x(k) > 70) &

          &  stop 'a very long text, so that the line is long: 0123456789012345678901234567890123456789'
        select case (k)
        case (1)
          s = s + 1
        case (2:3)
          s = s - x(k)
        case default
          s = s*2
        end select
      end do
    end block
  end associate
  read (*, *, err=20, end = 30) (a(i), i = 1, n)
  do
    read (*, *, err=20, end = 30) s
  end do
20 continue
30 print *, s
end program
