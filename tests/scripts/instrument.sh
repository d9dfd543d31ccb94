# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with kma --instrument, compiled and run: their output is the same, and iterations and skipped blocks agree
# with those derived by hand.
command -v gfortran >/dev/null || { echo 'skip instrumented programs: there is no gfortran'; exit 0; }
. "$SRCDIR/tests/compiled.sh"
flags="$fortran_flags -w -O1 -std=legacy"
cases=$SRCDIR/tests/cases/kma

# built FILE FLAGS: the program as it is, with times and with counts, and what each prints; then the
# loops of the imported run: a line "name thread instances iterations" each, in rows.
built() {
    f=$1; shift
    rm -rf plain time count st.* run.db && cp "$f" . && f=$(basename "$f") &&
        gfortran $flags "$@" -o plain.exe "$f" && ./plain.exe <input >plain.out || return 1
    for mode in time count; do
        kma --instrument=$mode/ --instrument-mode=$mode --loops=all --regions=regions "$f" >log.$mode &&
            gfortran $flags "$@" -o $mode.exe "$mode/$f" -L"$BUILDDIR/measure/multikron/lib" -lmultikron &&
            mkdir st.$mode && MULTIKRON_DIR=st.$mode ./$mode.exe <input >$mode.out &&
            cmp plain.out $mode.out || return 1
    done
    kma --machine=golden-cove --db=run.db "$f" >log.db &&
        multikron import --verbose --regions=regions --counts=st.count run.db st.time >import.out 2>import.err || return 1
    awk '$1 ~ /^[0-9]+$/ && NF == 7 { sub(/^[^:]*:/, "", $2); print $2, $3, $4, $6 }' import.out >rows
}
: >input

fixed() {
    built "$cases/instrument-count/counts.f" && diff - rows <<'E1' &&
counts:9 0 1 100
counts:12 0 1 10
counts:13 0 10 55
counts:16 0 1 0
counts:18 0 1 4
counts:21 0 1 7
counts:26 0 1 4
counts:31 0 1 10
counts:35 0 1 12
counts:48 0 1 9
counts:54 0 1 5
counts:55 0 5 10
counts:62 0 1 3
counts:67 0 1 6
counts:69 0 1 6
leave:80 0 1 2
leave:81 0 2 6
E1
    macs-gap run.db >gaps.txt && grep -q 'counts:35' gaps.txt
}
fixed >said 2>&1; result 'fixed form: iterations of loops that are left in all ways' $?

skips() {
    multikron decode st.count/0.0.mkn >samples.txt 2>&1 || return 1
    awk '/block of the next sum/ { line = $NF } /blocks on the same line/ { line = line "." $NF + 1 }
         /sum of blocks skipped/ { print line, $NF }' samples.txt | sed 's/, //g' >blocks
    diff - blocks <<'E1'
32 5
37 8
39 2
41 4
42 4
44 4
50 3
50.2 3
57 5
84 5
E1
}
skips >said 2>&1; result 'conditional blocks: the iterations that pass each by' $?

# The 2nd nest ends in the 6th inner iteration of the 1st outer one; the READ loop reads 3 values and
# ends by END= the 4th time. Of 9 iterations of line 15 one runs the first CASE (line 21), and so skips the
# second one with its condition (22); 2 of the other 8 run that (23), and so skip the default (25).
free() {
    printf '1 2 3 4 5 6 7 6 5\n5\n6\n7\n' >input
    built "$cases/instrument-free/free.f90" && diff - rows <<'E1' || return 1
free:6 0 1 9
free:7 0 1 1
free:8 0 1 6
free:9 0 1 9
free:15 0 1 9
free:31 0 1 4
E1
    multikron decode st.count/0.0.mkn | awk '/block of the next/ { line = $NF } /blocks skipped/ { print line, $NF }' >blocks
    printf '11 6\n16 9\n21 8\n22 1\n23 6\n25 2\n' | diff - blocks
}
free >said 2>&1; result 'free form: statements that share a line, END=, SELECT CASE' $?

# Two threads, static schedule in blocks of 2: thread 0 has 1 2 5 6 9, 1 3 4 7 8 of 9 iterations of the
# outer loop, the inner one runs i times: 23 and 22. The second loop is the team's: 5 and 4 of 9. Each
# thread runs the third one whole. COLLAPSE: 12 of 4 x 3, in blocks of 6.
mkdir src && cat >src/omp.f90 <<'E1'
program omp
  implicit none
  integer i, j
  real a(9, 9), s
  a = 1
  s = 0
!$omp parallel do private(j) schedule(static, 2) num_threads(2)
  do i = 1, 9
    do j = 1, i
      a(j, i) = a(j, i) + j
    end do
  end do
!$omp parallel num_threads(2) private(j)
!$omp do
  do i = 1, 9
    a(i, 1) = a(i, 1) + 1
  end do
!$omp do collapse(2) reduction(+:s)
  do i = 1, 4
    do j = 1, 3
      s = s + a(j, i)
    end do
  end do
!$omp end do nowait
  do j = 1, 7
!$omp atomic
    a(j, 9) = a(j, 9) + j
  end do
!$omp end parallel
  print '(2f10.1)', s, sum(a)
end program
E1
omp() {
    built src/omp.f90 -fopenmp && sort -k1,1 -k2,2n rows >sorted && diff - sorted <<'E1'
omp:15 0 1 5
omp:15 1 1 4
omp:20 0 1 6
omp:20 1 1 6
omp:25 0 1 7
omp:25 1 1 7
omp:8 0 1 5
omp:8 1 1 4
omp:9 0 5 23
omp:9 1 4 22
E1
}
: >input
omp >said 2>&1; result 'OpenMP: the iterations of each of 2 threads' $?

# A loop that calls its own routine: 1 + 2 + 4 + 8 times with 2 iterations each.
cat >src/tree.f90 <<'E1'
program tree
  implicit none
  real s
  s = 0
  call walk(3)
  print *, s
contains
  recursive subroutine walk(n)
    integer, intent(in) :: n
    integer i
    do i = 1, 2
      s = s + i
      if (n > 0) call walk(n - 1)
    end do
  end subroutine
end program
E1
tree() { built src/tree.f90 && echo 'walk:11 0 15 30' | diff - rows && ! grep 'other work' import.err; }
tree >said 2>&1; result 'recursion' $?

# Compilers name the user's lines, in messages and for a debugger.
lines() {
    printf '      program bad\n      do 10 i = 1, 9\n   10 print *, i\n      call oops(\n      end\n' >bad.f
    kma --instrument=time/ --loops=all --regions=regions bad.f >said.kma 2>&1
    gfortran -c time/bad.f 2>&1 | grep -q '^bad.f:4:' || return 1
    kma --instrument=time/ --loops=all --regions=regions counts.f && gfortran $flags -S -g1 -o counts.s time/counts.f &&
        number=$(awk '$1 == ".file" && $3 == "\"counts.f\"" { print $2 }' counts.s) && [ "$number" ] &&
        grep -q "[.]loc $number 14 " counts.s
}
lines >said 2>&1; result 'lines are those of the user' $?
