module types
  use parts
  type field
    type(cell) :: c(10)
    real(8), allocatable :: v(:)
    type(field), pointer :: next
  end type
  type, extends(field) :: more
    real(4) :: w(10)
  end type
  type(field) :: common_field
end module
