! SPDX-License-Identifier: GPL-3.0-or-later
! The kernels of bench/data.sh, one routine each; sizes are in kernels.list.
subroutine fill(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(*), c(*), d(*), e(*)
    do i = 1, n
        a(i) = s
    end do
end subroutine fill

subroutine copy(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(*), d(*), e(*)
    do i = 1, n
        a(i) = b(i)
    end do
end subroutine copy

subroutine scale(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(*), c(*), d(*), e(*)
    do i = 1, n
        a(i) = s * a(i)
    end do
end subroutine scale

subroutine add(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(n), d(*), e(*)
    do i = 1, n
        a(i) = b(i) + c(i)
    end do
end subroutine add

subroutine triad(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(n), d(*), e(*)
    do i = 1, n
        a(i) = b(i) + s * c(i)
    end do
end subroutine triad

subroutine vtriad(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(n), d(n), e(*)
    do i = 1, n
        a(i) = b(i) + c(i) * d(i)
    end do
end subroutine vtriad

subroutine daxpy(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(*), d(*), e(*)
    do i = 1, n
        a(i) = a(i) + s * b(i)
    end do
end subroutine daxpy

subroutine sum(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(*), c(*), d(*), e(*), t
    t = 0
    do i = 1, n
        t = t + a(i)
    end do
    s = t
end subroutine sum

subroutine dot(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(*), d(*), e(*), t
    t = 0
    do i = 1, n
        t = t + a(i) * b(i)
    end do
    s = t
end subroutine dot

subroutine dist(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(n), d(*), e(*), t
    t = 0
    do i = 1, n
        t = t + (a(i) - b(i)) * c(i)
    end do
    s = t
end subroutine dist

subroutine reverse(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(*), d(*), e(*)
    do i = 1, n
        a(i) = b(n + 1 - i)
    end do
end subroutine reverse

subroutine stride3(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(3 * n), c(*), d(*), e(*)
    do i = 1, n
        a(i) = b(3 * i - 2)
    end do
end subroutine stride3

subroutine stride9(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(9 * n), b(*), c(*), d(*), e(*), t
    t = 0
    do i = 1, n
        t = t + a(9 * i - 8)
    end do
    s = t
end subroutine stride9

subroutine complex(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(2 * n), b(2 * n), c(*), d(*), e(*)
    do i = 1, n
        a(2 * i - 1) = s * b(2 * i - 1) - b(2 * i)
        a(2 * i) = s * b(2 * i) + b(2 * i - 1)
    end do
end subroutine complex

subroutine lfk1(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(n + 11), d(*), e(*)
    do i = 1, n
        a(i) = s + b(i) * (s * c(i + 10) + 0.5d0 * c(i + 11))
    end do
end subroutine lfk1

subroutine lfk7(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(n), d(n + 6), e(*)
    do i = 1, n
        a(i) = d(i) + s * (c(i) + s * b(i)) &
             + s * (d(i + 3) + s * (d(i + 2) + s * d(i + 1)) &
             + s * (d(i + 6) + s * (d(i + 5) + s * d(i + 4))))
    end do
end subroutine lfk7

subroutine lfk9(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(25, n), b(*), c(*), d(*), e(*)
    do i = 1, n
        a(1, i) = s * a(13, i) + s * a(12, i) + s * a(11, i) + s * a(10, i) + s * a(9, i) &
                + s * a(8, i) + s * a(7, i) + s * (a(5, i) + a(6, i)) + a(3, i)
    end do
end subroutine lfk9

subroutine lfk12(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n + 1), c(*), d(*), e(*)
    do i = 1, n
        a(i) = b(i + 1) - b(i)
    end do
end subroutine lfk12

subroutine star5(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n, m), c(*), d(*), e(*)
    do j = 2, m - 1
        do i = 2, n - 1
            a(i, j) = s * (b(i, j) + b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1))
        end do
    end do
end subroutine star5

subroutine box9(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n, m), c(*), d(*), e(*)
    do j = 2, m - 1
        do i = 2, n - 1
            a(i, j) = s * (b(i, j) + b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1) &
                + b(i - 1, j - 1) + b(i + 1, j - 1) + b(i - 1, j + 1) + b(i + 1, j + 1))
        end do
    end do
end subroutine box9

subroutine star9(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n, m), c(*), d(*), e(*)
    do j = 3, m - 2
        do i = 3, n - 2
            a(i, j) = s * (b(i, j) + b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1) &
                + b(i - 2, j) + b(i + 2, j) + b(i, j - 2) + b(i, j + 2))
        end do
    end do
end subroutine star9

subroutine star5b(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(0:n + 1, m + 2), b(0:n + 1, m + 2), c(*), d(*), e(*)
    do k = 0, n - 1, 64
        do j = 2, m + 1
            do i = 1, 64
                a(k + i, j) = s * (b(k + i, j) + b(k + i - 1, j) + b(k + i + 1, j) + b(k + i, j - 1) + b(k + i, j + 1))
            end do
        end do
    end do
end subroutine star5b

subroutine heat(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n, m), c(n, m), d(*), e(*)
    do j = 2, m - 1
        do i = 2, n - 1
            a(i, j) = b(i, j) + c(i, j) * (b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1) - 4 * b(i, j))
        end do
    end do
end subroutine heat

subroutine redblack(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(*), c(*), d(*), e(*)
    do j = 2, m - 1, 2
        do i = 2, n - 1, 2
            a(i, j) = s * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
        end do
    end do
end subroutine redblack

subroutine lfk18(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n, m), c(n, m), d(n, m), e(n, m)
    do j = 2, m - 1
        do i = 2, n - 1
            a(i, j) = (b(i - 1, j + 1) + c(i - 1, j + 1) - b(i - 1, j) - c(i - 1, j)) &
                * (d(i, j) + d(i - 1, j)) * (e(i - 1, j) + e(i - 1, j + 1))
        end do
    end do
end subroutine lfk18

subroutine transr(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, n), b(n, n), c(*), d(*), e(*)
    do j = 1, m
        do i = 1, n
            a(i, j) = b(j, i)
        end do
    end do
end subroutine transr

subroutine transw(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, n), b(n, n), c(*), d(*), e(*)
    do j = 1, m
        do i = 1, n
            a(j, i) = b(i, j)
        end do
    end do
end subroutine transw

subroutine transb(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k, l
    real(8) s, a(n, n), b(n, n), c(*), d(*), e(*)
    do l = 0, n - 16, 16
        do k = 0, n - 16, 16
            do j = 1, 16
                do i = 1, 16
                    a(k + i, l + j) = b(l + j, k + i)
                end do
            end do
        end do
    end do
end subroutine transb

subroutine colsum(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(m), c(*), d(*), e(*), t
    do j = 1, m
        t = 0
        do i = 1, n
            t = t + a(i, j)
        end do
        b(j) = t
    end do
end subroutine colsum

subroutine rowsum(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n), c(*), d(*), e(*)
    do j = 1, m
        do i = 1, n
            b(i) = b(i) + a(i, j)
        end do
    end do
end subroutine rowsum

subroutine rowsums(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, n), b(n), c(*), d(*), e(*), t
    do j = 1, n
        t = 0
        do i = 1, n
            t = t + a(j, i)
        end do
        b(j) = t
    end do
end subroutine rowsums

subroutine matvec(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n), c(m), d(*), e(*)
    do j = 1, m
        do i = 1, n
            b(i) = b(i) + a(i, j) * c(j)
        end do
    end do
end subroutine matvec

subroutine matvect(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(m), c(n), d(*), e(*), t
    do j = 1, m
        t = 0
        do i = 1, n
            t = t + a(i, j) * c(i)
        end do
        b(j) = t
    end do
end subroutine matvect

subroutine rank1(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n), c(m), d(*), e(*)
    do j = 1, m
        do i = 1, n
            a(i, j) = a(i, j) + b(i) * c(j)
        end do
    end do
end subroutine rank1

subroutine mmijk(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, n), b(n, n), c(n, n), d(*), e(*)
    do i = 1, n
        do j = 1, n
            do k = 1, n
                a(i, j) = a(i, j) + b(i, k) * c(k, j)
            end do
        end do
    end do
end subroutine mmijk

subroutine mmikj(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, n), b(n, n), c(n, n), d(*), e(*)
    do i = 1, n
        do k = 1, n
            do j = 1, n
                a(i, j) = a(i, j) + b(i, k) * c(k, j)
            end do
        end do
    end do
end subroutine mmikj

subroutine mmjik(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, n), b(n, n), c(n, n), d(*), e(*)
    do j = 1, n
        do i = 1, n
            do k = 1, n
                a(i, j) = a(i, j) + b(i, k) * c(k, j)
            end do
        end do
    end do
end subroutine mmjik

subroutine mmjki(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, n), b(n, n), c(n, n), d(*), e(*)
    do j = 1, n
        do k = 1, n
            do i = 1, n
                a(i, j) = a(i, j) + b(i, k) * c(k, j)
            end do
        end do
    end do
end subroutine mmjki

subroutine mmkij(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, n), b(n, n), c(n, n), d(*), e(*)
    do k = 1, n
        do i = 1, n
            do j = 1, n
                a(i, j) = a(i, j) + b(i, k) * c(k, j)
            end do
        end do
    end do
end subroutine mmkij

subroutine mmkji(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, n), b(n, n), c(n, n), d(*), e(*)
    do k = 1, n
        do j = 1, n
            do i = 1, n
                a(i, j) = a(i, j) + b(i, k) * c(k, j)
            end do
        end do
    end do
end subroutine mmkji

subroutine mmblock(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k, l, p
    real(8) s, a(n, n), b(n, n), c(n, n), d(*), e(*)
    do p = 0, n - 32, 32
        do l = 0, n - 32, 32
            do j = 1, n
                do k = 1, 32
                    do i = 1, 32
                        a(p + i, j) = a(p + i, j) + b(p + i, l + k) * c(l + k, j)
                    end do
                end do
            end do
        end do
    end do
end subroutine mmblock

subroutine star7(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, m, m), b(n, m, m), c(*), d(*), e(*)
    do k = 2, m - 1
        do j = 2, m - 1
            do i = 2, n - 1
                a(i, j, k) = s * (b(i, j, k) + b(i - 1, j, k) + b(i + 1, j, k) + b(i, j - 1, k) &
                    + b(i, j + 1, k) + b(i, j, k - 1) + b(i, j, k + 1))
            end do
        end do
    end do
end subroutine star7

subroutine star13(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, m, m), b(n, m, m), c(*), d(*), e(*)
    do k = 3, m - 2
        do j = 3, m - 2
            do i = 3, n - 2
                a(i, j, k) = s * (b(i, j, k) + b(i - 1, j, k) + b(i + 1, j, k) + b(i, j - 1, k) &
                    + b(i, j + 1, k) + b(i, j, k - 1) + b(i, j, k + 1) + b(i - 2, j, k) + b(i + 2, j, k) &
                    + b(i, j - 2, k) + b(i, j + 2, k) + b(i, j, k - 2) + b(i, j, k + 2))
            end do
        end do
    end do
end subroutine star13

subroutine box27(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, m, m), b(n, m, m), c(*), d(*), e(*)
    do k = 2, m - 1
        do j = 2, m - 1
            do i = 2, n - 1
                a(i, j, k) = s * (b(i - 1, j - 1, k - 1) + b(i, j - 1, k - 1) + b(i + 1, j - 1, k - 1) + b(i - 1, j, k - 1) &
                    + b(i, j, k - 1) + b(i + 1, j, k - 1) + b(i - 1, j + 1, k - 1) + b(i, j + 1, k - 1) &
                    + b(i + 1, j + 1, k - 1) + b(i - 1, j - 1, k) + b(i, j - 1, k) + b(i + 1, j - 1, k) &
                    + b(i - 1, j, k) + b(i, j, k) + b(i + 1, j, k) + b(i - 1, j + 1, k) &
                    + b(i, j + 1, k) + b(i + 1, j + 1, k) + b(i - 1, j - 1, k + 1) + b(i, j - 1, k + 1) &
                    + b(i + 1, j - 1, k + 1) + b(i - 1, j, k + 1) + b(i, j, k + 1) + b(i + 1, j, k + 1) &
                    + b(i - 1, j + 1, k + 1) + b(i, j + 1, k + 1) + b(i + 1, j + 1, k + 1))
            end do
        end do
    end do
end subroutine box27

subroutine box19(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, m, m), b(n, m, m), c(*), d(*), e(*)
    do k = 2, m - 1
        do j = 2, m - 1
            do i = 2, n - 1
                a(i, j, k) = s * (b(i, j - 1, k - 1) + b(i - 1, j, k - 1) + b(i, j, k - 1) + b(i + 1, j, k - 1) &
                    + b(i, j + 1, k - 1) + b(i - 1, j - 1, k) + b(i, j - 1, k) + b(i + 1, j - 1, k) &
                    + b(i - 1, j, k) + b(i, j, k) + b(i + 1, j, k) + b(i - 1, j + 1, k) &
                    + b(i, j + 1, k) + b(i + 1, j + 1, k) + b(i, j - 1, k + 1) + b(i - 1, j, k + 1) &
                    + b(i, j, k + 1) + b(i + 1, j, k + 1) + b(i, j + 1, k + 1))
            end do
        end do
    end do
end subroutine box19

subroutine star7b(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k, l
    real(8) s, a(n + 2, m + 2, m + 2), b(n + 2, m + 2, m + 2), c(*), d(*), e(*)
    do l = 0, m - 8, 8
        do k = 2, m + 1
            do j = 2, 9
                do i = 2, n + 1
                    a(i, l + j, k) = s * (b(i, l + j, k) + b(i - 1, l + j, k) + b(i + 1, l + j, k) + b(i, l + j - 1, k) &
                        + b(i, l + j + 1, k) + b(i, l + j, k - 1) + b(i, l + j, k + 1))
                end do
            end do
        end do
    end do
end subroutine star7b

subroutine fftfar(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(2 * n), b(2 * n), c(*), d(*), e(*), x, y
    do i = 1, n
        x = a(i + n) * s
        y = b(i + n) * s
        a(i + n) = a(i) - x
        b(i + n) = b(i) - y
        a(i) = a(i) + x
        b(i) = b(i) + y
    end do
end subroutine fftfar

subroutine fftnear(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(16, 2, n), b(16, 2, n), c(*), d(*), e(*), x, y
    do j = 1, n
        do i = 1, 16
            x = a(i, 2, j) * s
            y = b(i, 2, j) * s
            a(i, 2, j) = a(i, 1, j) - x
            b(i, 2, j) = b(i, 1, j) - y
            a(i, 1, j) = a(i, 1, j) + x
            b(i, 1, j) = b(i, 1, j) + y
        end do
    end do
end subroutine fftnear

subroutine gather(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(n), i
    real(8) s, a(n), b(n), c(*), d(*), e(*)
    do i = 1, n
        a(i) = b(ix(i))
    end do
end subroutine gather

subroutine gatherband(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(n), i
    real(8) s, a(n), b(n), c(*), d(*), e(*)
    do i = 1, n
        a(i) = b(ix(i))
    end do
end subroutine gatherband

subroutine scatter(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(n), i
    real(8) s, a(n), b(n), c(*), d(*), e(*)
    do i = 1, n
        a(ix(i)) = b(i)
    end do
end subroutine scatter

subroutine spmvrand(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(n), i, j
    real(8) s, a(n, 9), b(n), c(n), d(*), e(*)
    do j = 1, 9
        do i = 1, n
            c(i) = c(i) + a(i, j) * b(ix(i))
        end do
    end do
end subroutine spmvrand

subroutine spmvband(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(n), i, j
    real(8) s, a(n, 9), b(n), c(n), d(*), e(*)
    do j = 1, 9
        do i = 1, n
            c(i) = c(i) + a(i, j) * b(ix(i))
        end do
    end do
end subroutine spmvband

subroutine histogram(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(n), i
    real(8) s, a(n), b(*), c(*), d(*), e(*)
    do i = 1, n
        a(ix(i)) = a(ix(i)) + 1
    end do
end subroutine histogram

subroutine particles(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(n), i, k
    real(8) s, a(n + 1), b(n), c(n), d(*), e(*), x
    do i = 1, n
        k = ix(i)
        x = b(i) - s
        a(k) = a(k) + c(i) * (1 - x)
        a(k + 1) = a(k + 1) + c(i) * x
    end do
end subroutine particles

! The following kernels were written after the equations of the estimate.
subroutine avg3(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(*), d(*), e(*)
    do i = 2, n - 1
        a(i) = s * (b(i - 1) + b(i) + b(i + 1))
    end do
end subroutine avg3

subroutine twoprod(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(n), c(n), d(n), e(n)
    do i = 1, n
        a(i) = b(i) * d(i) - c(i) * e(i)
    end do
end subroutine twoprod

subroutine norm(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(n), b(*), c(*), d(*), e(*), t
    t = 0
    do i = 1, n
        t = t + a(i) * a(i)
    end do
    s = t
end subroutine norm

subroutine pairs(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i
    real(8) s, a(2 * n), b(n), c(n), d(*), e(*)
    do i = 1, n
        a(2 * i - 1) = b(i)
        a(2 * i) = c(i)
    end do
end subroutine pairs

subroutine wave(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n, m), c(*), d(*), e(*)
    do j = 2, m - 1
        do i = 2, n - 1
            a(i, j) = 2 * b(i, j) - a(i, j) + s * (b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1) - 4 * b(i, j))
        end do
    end do
end subroutine wave

subroutine gradient(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n, m), c(n, m), d(*), e(*)
    do j = 2, m - 1
        do i = 2, n - 1
            a(i, j) = s * (b(i + 1, j) - b(i - 1, j))
            c(i, j) = s * (b(i, j + 1) - b(i, j - 1))
        end do
    end do
end subroutine gradient

subroutine coarsen(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(2 * n, 2 * m), c(*), d(*), e(*)
    do j = 1, m
        do i = 1, n
            a(i, j) = s * (b(2 * i - 1, 2 * j - 1) + b(2 * i, 2 * j - 1) + b(2 * i - 1, 2 * j) + b(2 * i, 2 * j))
        end do
    end do
end subroutine coarsen

subroutine rank2(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j
    real(8) s, a(n, m), b(n), c(m), d(n), e(m)
    do j = 1, m
        do i = 1, n
            a(i, j) = a(i, j) + b(i) * c(j) + d(i) * e(j)
        end do
    end do
end subroutine rank2

subroutine upwind(n, m, s, a, b, c, d, e, ix)
    implicit none
    integer n, m, ix(*), i, j, k
    real(8) s, a(n, m, m), b(n, m, m), c(n, m, m), d(*), e(*)
    do k = 2, m
        do j = 2, m
            do i = 2, n
                a(i, j, k) = b(i, j, k) - s * (3 * b(i, j, k) - b(i - 1, j, k) - b(i, j - 1, k) - c(i, j, k) * b(i, j, k - 1))
            end do
        end do
    end do
end subroutine upwind
