! SPDX-License-Identifier: GPL-3.0-or-later
! A program that prints the gaps of its own loop while it runs, through
! libmacsgap. The bounds come from a file, and are those of the machine
! that kma was told; cycles are seconds times its clock, HZ.
!     kma --db=run.db --machine=zen4 -I/usr/local/include gaps-while-running.f
!     macs-gap run.db --write-bounds=gaps.bounds
!     gfortran -I/usr/local/include gaps-while-running.f -lmacsgap
      program main
      implicit none
      include 'macs_gap.inc'
      integer n, l, step
      parameter (n = 50000)
      double precision x(n), y(n), hz, cycles
      parameter (hz = 3d9)
      integer*8 gaps, from, to, rate
      character*80 why
      call mgread('gaps.bounds', 1, gaps, why)
      if (gaps .eq. 0) then
        write (*, *) why
        stop 1
      end if
      call mgfind(gaps, 'daxpy:45', l)
      call fill(n, x, y)
      do 20 step = 1, 100
        call system_clock(from, rate)
        call daxpy(n, 1d-3, x, y)
        call system_clock(to)
        cycles = dble(to - from)/dble(rate)*hz
        call mgadd(gaps, l, 0, dble(n), cycles)
        if (mod(step, 50) .eq. 0) call mgprint(gaps)
   20 continue
      call mgfree(gaps)
      end
      subroutine fill(n, x, y)
      integer n, i
      double precision x(n), y(n)
      do 10 i = 1, n
        x(i) = i
        y(i) = 0d0
   10 continue
      end
      subroutine daxpy(n, a, x, y)
      integer n, i
      double precision a, x(n), y(n)
      do 10 i = 1, n
   10   y(i) = y(i) + a*x(i)
      end
