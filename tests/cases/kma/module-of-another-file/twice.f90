module kinds
  integer, parameter :: dp = 4
end module
