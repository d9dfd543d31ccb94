      subroutine old(a, n)
      real a(n)
      integer to
      assign 20 to to
      if (n .gt. 5) go to 15
      do 10 i = 1, n
   15   a(i) = a(i) + 1
   10 continue
      do 20 i = 1, n
        if (a(i) .lt. 0) go to to
        a(i) = 0
   20 continue
      do 30 i = 1, n
        a(i) = a(i)*2
   30 continue
      end
