# SPDX-License-Identifier: GPL-3.0-or-later
# Prints loops for bench/k.sh in Fortran, as kernels.c describes.
function unit(name, type, body)
{
    printf "subroutine k%s(n, a, b, c, idx) bind(c)\n  integer, value :: n\n", name
    printf "  integer :: i, idx(*)\n  %s :: a(*), b(*), c(*), s\n  s = 0\n", type
    printf "  %s\n  a(1) = a(1) + s\nend subroutine\n", body
}
function loop(statement) { return "do i = 1, n\n    " statement "\n  end do" }
BEGIN {
    n = split("real(4) real(8) complex(4) complex(8) integer(1) integer(2) integer(4) integer(8)", type, " ")
    split("f4 f8 c8 c16 i1 i2 i4 i8", suffix, " ")
    for (i = 1; i <= n; i++) {
        unit("fadd_" suffix[i], type[i], loop("a(i) = b(i) + c(i)"))
        unit("farray_" suffix[i], type[i], "a(1:n) = b(1:n) + c(1:n) * b(1)")
        unit("fsum_" suffix[i], type[i], loop("s = s + b(i)"))
        unit("fdot_" suffix[i], type[i], loop("s = s + b(i) * c(i)"))
        unit("fstride_" suffix[i], type[i], "do i = 1, 2 * n, 2\n    a(i) = b(i) + c(i)\n  end do")
        unit("freverse_" suffix[i], type[i], "do i = n, 1, -1\n    a(i) = b(i) + c(i)\n  end do")
        unit("fgather_" suffix[i], type[i], loop("a(i) = b(idx(i) + 1)"))
        unit("fstencil_" suffix[i], type[i], loop("a(i) = b(i) + b(i + 1) + b(i + 2)"))
        unit("fwhere_" suffix[i], type[i], "where (idx(1:n) > 3) a(1:n) = b(1:n)")
    }
}
