module kern_single
  integer, parameter :: wp = 4
#include "kern.inc"
end module
module kern_double
  integer, parameter :: wp = 8
#include "kern.inc"
end module
