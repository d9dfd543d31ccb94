      do 10 i = 1, n
   10 a(i) = i
