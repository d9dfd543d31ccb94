! Each routine: fa fm fma fmisc lfl sfl, derived by the rules of essential operations. Without a word
! it loads a, b and c (3) and stores x (1).
subroutine written_as_one(x, a, b, c, n) !  0 0 1 0 3 1
real x(n), a(n), b(n), c(n)
do i = 1, n
  x(i) = a(i)*b(i) + c(i)
end do
end
subroutine in_two_steps(x, a, b, c, n) !  0 0 1 0 3 1: the first store is none (rule 6), so the product
real x(n), a(n), b(n), c(n)            !  feeds the add alone (rule 3)
do i = 1, n
  x(i) = a(i)*b(i)
  x(i) = x(i) + c(i)
end do
end
subroutine in_three_steps(x, a, b, c, n) !  0 1 1 0 3 1: the square of the sum is a multiply of its own
real x(n), a(n), b(n), c(n)
do i = 1, n
  x(i) = a(i)*b(i)
  x(i) = x(i) + c(i)
  x(i) = x(i)*x(i)
end do
end
subroutine to_another(x, y, a, b, c, n) !  1 1 0 0 3 2: the product is stored, too
real x(n), y(n), a(n), b(n), c(n)
do i = 1, n
  x(i) = a(i)*b(i)
  y(i) = x(i) + c(i)
end do
end
subroutine to_its_neighbour(x, a, b, c, n) !  1 1 0 0 3 2: another element
real x(0:n), a(n), b(n), c(n)
do i = 1, n
  x(i) = a(i)*b(i)
  x(i-1) = x(i) + c(i)
end do
end
subroutine add_in_a_block(x, a, b, c, n) !  1 1 0 1 3 1: iterations that skip the block store the product
real x(n), a(n), b(n), c(n)
do i = 1, n
  x(i) = a(i)*b(i)
  if (c(i) > 0) x(i) = x(i) + c(i)
end do
end
subroutine both_in_a_block(x, a, b, c, n) !  0 0 1 1 3 1
real x(n), a(n), b(n), c(n)
do i = 1, n
  if (c(i) > 0) then
    x(i) = a(i)*b(i)
    x(i) = x(i) + c(i)
  end if
end do
end
subroutine add_is_cycled_past(x, a, b, c, n) !  1 1 0 1 3 1: as in a block
real x(n), a(n), b(n), c(n)
do i = 1, n
  x(i) = a(i)*b(i)
  if (c(i) > 0) cycle
  x(i) = x(i) + c(i)
end do
end
subroutine read_between(x, y, a, b, c, k, n) !  1 1 0 0 4 2: x(k(i)), a load, may read the product
real x(n), y(n), a(n), b(n), c(n)
integer k(n)
do i = 1, n
  x(i) = a(i)*b(i)
  y(i) = x(k(i))
  x(i) = x(i) + c(i)
end do
end
subroutine read_later(x, y, a, b, c, n) !  0 0 1 0 3 2: x(i-1) is the sum of the iteration before
real x(0:n), y(n), a(n), b(n), c(n)
do i = 1, n
  x(i) = a(i)*b(i)
  y(i) = x(i-1)
  x(i) = x(i) + c(i)
end do
end
subroutine called_between(x, a, b, c, n) !  1 1 0 0 4 1: the callee may read x, and change it: another load
real x(n), a(n), b(n), c(n)
common /x/ x2
do i = 1, n
  x(i) = a(i)*b(i)
  call f(x)
  x(i) = x(i) + c(i)
end do
end
subroutine in_a_recurrence(x, b, c, n) !  0 0 1 0 2 1, t_d 3: the cycle goes through one pair
real x(0:n), b(n), c(n)
do i = 1, n
  x(i) = x(i-1)*b(i)
  x(i) = x(i) + c(i)
end do
end
subroutine negated(x, a, c, n) !  1 0 0 0 2 1: the add takes the negation in (rule 3)
real x(n), a(n), c(n)
do i = 1, n
  x(i) = -a(i)
  x(i) = x(i) + c(i)
end do
end
