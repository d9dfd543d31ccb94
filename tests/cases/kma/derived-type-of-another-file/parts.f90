module kinds
  integer, parameter :: dp = kind(1d0)
end module
module parts
  use kinds, only: wp => dp
  type cell
    real(wp) :: x, y
  end type
end module
