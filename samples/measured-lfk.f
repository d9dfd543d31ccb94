! SPDX-License-Identifier: GPL-3.0-or-later
! Livermore kernels 1 and 3, measured through libmultikron, and beside
! it by SYSTEM_CLOCK. Prints a line a loop, for a comparison:
!     direct LOOP 0 NANOSECONDS
! Build: gfortran -O2 -I/usr/local/include THIS -lmultikron -lpthread
      program lfk
      implicit none
      include 'multikron.inc'
      integer n, times, l, k, k1, k3
      parameter (n = 100000, times = 40)
      double precision x(n), y(n), z(n + 11), q, r, t
      integer*8 from, to, t1, t3, rate
      call mkregion('measured-lfk.f:lfk:30', k1)
      call mkregion('measured-lfk.f:lfk:41', k3)
      q = 0.05d0
      r = 0.02d0
      t = 0.01d0
      t1 = 0
      t3 = 0
      call system_clock(from, rate)
      do 5 k = 1, n + 11
        z(k) = 1d-5*k
    5 continue
      do 6 k = 1, n
        y(k) = 2d-5*k
    6 continue
      do 50 l = 1, times
      call mkenter(k1)
      call system_clock(from)
      do 10 k = 1, n
        x(k) = q + y(k)*(r*z(k + 10) + t*z(k + 11))
   10 continue
      call system_clock(to)
      call mkiter(k1, n)
      call mkexit(k1)
      t1 = t1 + to - from
!     Kernel 3: an inner product.
      q = 0d0
      call mkenter(k3)
      call system_clock(from)
      do 30 k = 1, n
        q = q + z(k)*x(k)
   30 continue
      call system_clock(to)
      call mkiter(k3, n)
      call mkexit(k3)
      t3 = t3 + to - from
      q = q*1d-9
   50 continue
      from = 1000000000/rate
      write (*, *) 'direct measured-lfk.f:lfk:30 0 ', t1*from
      write (*, *) 'direct measured-lfk.f:lfk:41 0 ', t3*from
      end
