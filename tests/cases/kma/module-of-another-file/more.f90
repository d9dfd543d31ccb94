module more
  use kinds, only: wp => dp, sp
  use iso_c_binding
  implicit none
  real(wp) :: table(2, 3) = 0
end module
