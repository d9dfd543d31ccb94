subroutine share(a, b, n, s, last)
  implicit none
  integer n, i, j, last
  real a(n, n), b(n), s
  !$OMP PARALLEL DO PRIVATE(j) default(none) shared(a, n, &
  !$OMP   b) schedule(dynamic, 4) lastprivate(last) & ! the last one
  !$omp firstprivate(s) num_threads(2)
  do i = 1, n
    last = i
    do j = 1, n
      a(j, i) = a(j, i) + b(j)
    end do
  end do
  !$omp end parallel do
  !$omp parallel
  !$omp do
  do i = 1, n
    b(i) = b(i) + 1
  end do
  !$omp do reduction(+:s) collapse(2)
  do i = 1, n
    do j = 1, n
      s = s + a(j, i)
    end do
  end do
  !$omp end do nowait
  !$omp simd
  do i = 1, n
    a(i, 1) = 0
  end do
  !$omp end simd
  !$omp end parallel
end subroutine
