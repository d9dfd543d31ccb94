      subroutine k
      end
