      program main
      include 'inc/decl.h'
      n = 3
      include 'loop.h'
      include 'nowhere.h'
      do 20 i = 1, n
   20 a(i) = a(i) + 1
      end
