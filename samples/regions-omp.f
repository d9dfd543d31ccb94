! SPDX-License-Identifier: GPL-3.0-or-later
! An OpenMP program that marks its parallel region and loops for
! libmultikron, so that an imported run has a tree of regions
! (macs-gap --regions).
      program main
      implicit none
      include 'multikron.inc'
      integer n, steps, i, step, t, threads, lo, hi
      parameter (n = 20000, steps = 5)
      integer setup, sweep, force, move, energy
      integer omp_get_thread_num, omp_get_num_threads
      external omp_get_thread_num, omp_get_num_threads
      double precision x(n), v(n), f(n), e
      call mkregion('regions-omp.f:main:22', setup)
      call mkregion('sweep', sweep)
      call mkregion('regions-omp.f:main:37', force)
      call mkregion('regions-omp.f:main:43', move)
      call mkregion('regions-omp.f:main:53', energy)
      e = 0d0
!     One thread.
      call mkenter(setup)
      do 20 i = 1, n
        x(i) = i*1d-3
        v(i) = 0d0
   20 continue
      call mkiter(setup, n)
      call mkexit(setup)
      do 90 step = 1, steps
!     All threads, with a barrier at the end.
!$omp parallel private(i, t, threads, lo, hi)
      t = omp_get_thread_num()
      threads = omp_get_num_threads()
      lo = t*n/threads + 1
      hi = (t + 1)*n/threads
      call mkparenter(sweep, threads)
      call mkenter(force)
      do 30 i = lo, hi
        f(i) = -2d0*x(i) + 1d-1*x(i)*x(i)
   30 continue
      call mkiter(force, hi - lo + 1)
      call mkexit(force)
      call mkenter(move)
      do 40 i = lo, hi
        v(i) = v(i) + 1d-3*f(i)
        x(i) = x(i) + 1d-3*v(i)
   40 continue
      call mkiter(move, hi - lo + 1)
      call mkexit(move)
      call mkparexit(sweep)
!$omp end parallel
!     One thread again.
      call mkenter(energy)
      do 50 i = 1, n
        e = e + v(i)*v(i)
   50 continue
      call mkiter(energy, n)
      call mkexit(energy)
   90 continue
      write (*, *) e
      end
