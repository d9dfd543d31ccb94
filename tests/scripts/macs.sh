# SPDX-License-Identifier: GPL-3.0-or-later
# macs with real compilers: counts are exact and measured times exist on any CPU of this architecture. Without
# gfortran, or on another architecture, the test is skipped.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
[ "$(uname -m)" = x86_64 ] || { echo "# left out: macs: this is no x86-64"; exit 0; }
command -v gfortran >/dev/null || { echo "skip macs: no gfortran"; exit 0; }
if grep -q fsanitize "$BUILDDIR/Makefile"; then
    echo "# left out: macs: the library of a sanitizer build wants its run-time in every program"; exit 0
fi

result() { # name, 0 = ok
    if [ "$2" = 0 ]; then echo "ok $1"; else sed 's/^/# /' said | tail -40; echo "not ok $1"; fi
}
# value DB LOOP COLUMN: of the loop whose name ends so, in the run of medians, or in each. A sampled run has the loop,
# too, if it is long enough for samples; it is left out.
value() {
    macs-gap --median --format=csv "$1" | awk -F, -v loop="$2" -v column="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["run"] !~ /\.sampled$/ && $at["loop"] ~ loop "\"?$" { print $at[column] }'
}

cat >main.f90 <<'E1'
program main
  use work
  implicit none
  integer :: k, n
  character(len=16) :: word
  call get_command_argument(1, word)
  read (word, *) n
  do k = 1, n
    call smooth()
  end do
  print *, a(1), sum(b)
end program
E1
cat >work.f90 <<'E1'
module work
  implicit none
  real(8) :: a(1000) = 1d0, b(1000) = 2d0
contains
  subroutine smooth()
    integer :: i
    do i = 2, 999
      b(i) = 0.25d0*a(i - 1) + 0.5d0*a(i) + 0.25d0*a(i + 1)
    end do
  end subroutine
end module
E1
# 50 calls of 998 iterations; files in the wrong order.
files() {
    macs --marks --repeat=3 --flags=-O2 main.f90 work.f90 -- 50 >table 2>said || return 1
    cat table >>said
    [ "$(value macs-out/run.db smooth:7 iterations)" = 49900 ] || { echo iterations >>said; return 1; }
    awk -v m="$(value macs-out/run.db smooth:7 measured)" -v c="$(value macs-out/run.db smooth:7 mac)" \
        'BEGIN { exit !(m > 0.05 && m < 1000 && c > 0.05 && c < 100) }' &&
        [ -s macs-out/gaps.pdf ] && grep -q 'smooth:7' macs-out/report.html && grep -q 'smooth:7' table
}
files; result 'two files with a module, in the wrong order' $?

# Without marks: nothing of the library of marks is in a program, no run has its samples, and table, chart and report
# have the loop, with the compiler and its flags. 500,000 calls of 998 iterations of two loads each; the reference
# program has the same number.
sampled() {
    macs -o sampled --flags=-O2 main.f90 work.f90 -- 500000 >table 2>said || return 1
    cat table >>said
    for program in plain counted reference; do ! nm sampled/O2/$program/program | grep -q mkbegin || return 1; done
    [ ! -d sampled/O2/time ] && [ ! -d sampled/O2/count ] && [ ! -e sampled/O2/regions ] &&
        ! find sampled -name '*.mkn' -o -name '*.manifest' | grep -q . &&
        [ "$(grep -c '^\$ .*/plain/program' sampled/log)" -ge 3 ] && ! grep -q 'run O2.p1.1' sampled/log || return 1
    macs-gap --format=csv sampled/run.db | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["loop"] ~ /smooth:7"?$/ { print $at["iterations"], ($at["measured"] > 0.05), ($at["macs"] > 0.05) }' >got
    echo '499000000 1 1' | diff got - >>said && grep -q 'smooth:7' sampled/report.html &&
        grep -q 'gfortran' sampled/report.html && grep -q -e '-O2' sampled/report.html
}
# Two builds and two numbers of processors are compared without marks: "builds on 1 processor", and a speed-up of the
# loop that two threads execute, by its passes: each thread has half of them.
compared() {
    macs -o compared -p 1,2 --flags='-O1 -fopenmp' --flags='-O2 -fopenmp' shared.f90 >table 2>said || return 1
    cat table >>said
    grep -q '^builds on 1 processor' table && grep -q '^speed-up S relative to 1 processor' table &&
        macs-gap --format=csv compared/run.db | awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $at["run"] ~ /p2.sampled/ && $at["speedup"] + 0 > 0.5 { n++ } END { exit n < 2 }'
}
cat >shared.f90 <<'E1'
program shared
  implicit none
  real(8) :: a(4000)
  integer :: i, k
  a = 1
  do k = 1, 60000
!$omp parallel do
    do i = 1, 4000
      a(i) = a(i)*0.5d0 + dble(i)
    end do
  end do
  print *, a(4000)
end program
E1
if macs sample -o first.txt -- true >said 2>&1; then
    sampled; result 'without --marks a program is sampled and counted, and has no marks' $?
    if echo 'end' >try.f90 && gfortran -fopenmp try.f90 -o try 2>/dev/null; then
        compared; result 'builds and numbers of processors are compared without --marks' $?
    else echo 'skip builds and numbers of processors without --marks: gfortran has no OpenMP'; fi
else echo '# left out: programs without --marks: this machine cannot sample'; fi

# Listed loops in different files: k of main.f90 runs 50 times, i of work.f90 998 times each of them.
listed() {
    macs -o listed --marks --repeat=1 --flags=-O2 --loops=main:8,smooth:7 main.f90 work.f90 -- 50 >table 2>said || return 1
    cat table >>said
    [ "$(value listed/run.db smooth:7 iterations)" = 49900 ] && [ "$(value listed/run.db main:8 iterations)" = 50 ] || return 1
    macs -o unlisted --marks --repeat=1 --flags=-O2 --loops=smooth:7,smooth:8 main.f90 work.f90 -- 50 >table 2>said
    [ $? = 1 ] && tail -n 1 said | grep -q "no loop 'smooth:8'; name a loop"
}
listed; result 'listed loops of two files, and one that there is not' $?

again() {
    before=$(grep -c '^\$' macs-out/log)
    macs --marks --repeat=3 --flags=-O2 main.f90 work.f90 -- 50 >table 2>said &&
        [ $(($(grep -c '^\$' macs-out/log) - before)) = 9 ]
}
again; result 'the second time only folders, notes, checks and sums' $?

dry() {
    macs --dry-run -o by-script --marks --repeat=2 --flags=-O1 main.f90 work.f90 -- 5 >script &&
        sh -e script >said 2>&1 && [ "$(value by-script/run.db smooth:7 iterations)" = 4990 ]
}
dry; result 'what --dry-run prints does the same' $?

flags() {
    macs -o sets --marks --repeat=1 --flags=-O1 --flags=-O2 main.f90 work.f90 -- 50 >table 2>said || return 1
    cat table >>said
    grep -q '^builds on 1 processor' table &&
        [ "$(value sets/run.db smooth:7 iterations | tr '\n' ' ')" = '49900 49900 ' ]
}
flags; result 'two sets of flags' $?

# With -flto an object has no code that could be analysed.
lto() {
    macs -o lto --marks --repeat=1 --flags='-O2 -flto' main.f90 work.f90 -- 50 >table 2>said; [ $? != 0 ] &&
        grep -q 'drop -flto' said && [ ! -s table ]
}
lto; result '-flto is refused' $?

# The CPU time of the marked program is compared with that of the unmarked one, before the table.
perturbed() {
    macs -o perturbed --marks --repeat=1 --flags=-O1 --loops=all main.f90 work.f90 -- 500000 >table 2>said || return 1
    cat table >>said
    head -n 1 table | grep -qE '^(warning: )?marks change the CPU time by [+-][0-9.]+ % \([0-9.]+ s unmarked, [0-9.]+ s marked\)'
}
if [ -s macs-out/O2/runs/p1.sampled.profile ]; then
    perturbed; result 'the CPU time of the marked program' $?
else echo '# left out: the CPU time of the marked program: this machine cannot sample'; fi

cat >threads.f90 <<'E1'
program threads
  implicit none
  real(8) :: a(4000)
  integer :: i, k
  do k = 1, 100
!$omp parallel do
    do i = 1, 4000
      a(i) = a(i)*0.5d0 + dble(i)
    end do
  end do
  print *, a(4000)
end program
E1
openmp() {
    macs -o omp -p 1,2 --marks --repeat=1 --flags='-O2 -fopenmp' threads.f90 >table 2>said || return 1
    cat table >>said
    [ "$(value omp/run.db threads:7 iterations | tr '\n' ' ')" = '400000 400000 ' ] &&
        [ "$(value omp/run.db threads:7 threads | tr '\n' ' ')" = '1 2 ' ]
}
if echo 'end' >try.f90 && gfortran -fopenmp try.f90 -o try 2>/dev/null; then
    openmp; result 'threads of OpenMP' $?
else echo 'skip threads of OpenMP: gfortran has none'; fi

cat >ranks.f90 <<'E1'
program ranks
  use mpi
  implicit none
  real(8) :: a(1000) = 0, s
  integer :: i, k, rank, ierr
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  do k = 1, 10*(rank + 1)
    do i = 1, 1000
      a(i) = a(i)*0.5d0 + dble(i)
    end do
  end do
  call mpi_reduce(a(1000), s, 1, mpi_double_precision, mpi_sum, 0, mpi_comm_world, ierr)
  call mpi_finalize(ierr)
end program
E1
# Rank r runs 10 (r + 1) times 1000 iterations: 10000, and 10000 + 20000.
mpi() {
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        macs -o mpi -p 1,2 --marks --repeat=1 --flags=-O2 --compiler=mpif90 --launch='mpirun --oversubscribe -np {p}' \
        ranks.f90 >table 2>said || return 1
    cat table >>said
    [ "$(value mpi/run.db ranks:9 iterations | tr '\n' ' ')" = '10000 30000 ' ]
}
if ! mpif90 -c ranks.f90 -o try.o 2>/dev/null; then echo 'skip ranks of MPI: no mpif90'
elif OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -np 2 true >/dev/null 2>&1; then
    mpi; result 'ranks of MPI' $?
else echo '# left out: ranks of MPI: mpirun does not run here'; fi

# A program in C whose loops are in a library and an object, built by make or a script; the user's own files have no marks.
mkdir lib
cat >use.c <<'E1'
#include <stdio.h>
void scale_(double *x, const int *n);
double total_(const double *x, const int *n);
int main(void)
{
    static double x[500];
    const int n = 500;
    for (int i = 0; i < 20; i++)
        scale_(x, &n);
    printf("%g\n", total_(x, &n));
    return 0;
}
E1
cat >lib/scale.f <<'E1'
      SUBROUTINE SCALE(X, N)
      INTEGER N, I
      DOUBLE PRECISION X(N)
      DO 10 I = 1, N
        X(I) = X(I)*0.5D0 + 1D0
   10 CONTINUE
      END
E1
cat >total.F90 <<'E1'
function total(x, n)
  implicit none
  integer :: n, i
  real(8) :: x(n), total
  total = START
  do i = 1, n
    if (x(i) < 0) exit
    total = total + x(i)
  end do
end function
E1
cat >Makefile <<'E1'
use: use.o total.o lib/libscale.a
	$(CC) -o use use.o total.o -Llib -lscale -lgfortran -lm
lib/libscale.a: lib/scale.f
	cd lib && $(FC) -O2 -c scale.f && ar rcs libscale.a scale.o
total.o: total.F90
	$(FC) -O2 -DSTART=0 -c total.F90
E1
# code PROGRAM TO: its code, without line information.
code() { objcopy -O binary -j .text "$1" "$2"; }
build() {
    make use >said 2>&1 || return 1
    cp use plain && rm -f use *.o lib/*.o lib/*.a
    macs build -o built --marks --repeat=1 -- make -j2 use >table 2>said || return 1
    cat table >>said
    [ "$(value built/run.db scale:4 iterations)" = 10000 ] && [ "$(value built/run.db total:6 iterations)" = 500 ] &&
        ! nm use | grep -q mkbegin && code use used && code plain plainly && cmp used plainly
}
if command -v make >/dev/null && command -v cc >/dev/null; then
    build; result 'a program that make builds' $?
else echo 'skip a program that make builds: no make or cc'; fi

# Files of one name in three folders, each with a routine of one name: the names of their loops differ only in the
# folder. s1/a.f90 includes a loop from another folder; s2/a.f90 is preprocessed, with a header
# beside it; the build generates out/a.f90, and compiled by its absolute path. Each loop has 100 iterations
# a call, and main calls the first routine 3 times, the second 4, the third 5 times: 300 and 300 (the
# included loop), 400, 500. -Wimplicit-interface -Werror rejects copies that contain calls with warnings.
mkdir -p tree/s1 tree/s2 tree/inc tree/out
cat >tree/s1/a.f90 <<'E1'
module m1
contains
  subroutine work(x)
    real(8) :: x(101)
    integer :: i
    do i = 2, 101
      x(i) = x(i)*0.5d0 + 1
    end do
    include 'body.inc'
  end subroutine
end module
E1
printf '    do i = 1, 100\n      x(i) = x(i) + 1\n    end do\n' >tree/inc/body.inc
{ echo '#include "half.h"'; sed -e 's/m1/m2/; s/x(i)\*0.5d0/x(i - 1)*HALF/; /include/d' tree/s1/a.f90; } >tree/s2/a.f90
echo '#define HALF 0.5d0' >tree/s2/half.h
sed -e 's/m1/m3/; /include/d' tree/s1/a.f90 >tree/inc/template
cat >tree/main.f90 <<'E1'
program main
  use m1, only: first => work
  use m2, only: second => work
  use m3, only: third => work
  real(8) :: x(101)
  x = 1
  call first(x); call first(x); call first(x)
  call second(x); call second(x); call second(x); call second(x)
  call third(x); call third(x); call third(x); call third(x); call third(x)
  print *, x(101)
end program
E1
cat >tree/Makefile <<'E1'
OPTIONS = -O2 -ftree-vectorize -J.. -Wimplicit-interface -Werror
prog:
	cd s1 && $(FC) $(OPTIONS) -I../inc -c a.f90
	cd s2 && $(FC) $(OPTIONS) -cpp -c a.f90
	cp inc/template out/a.f90 && cd out && $(FC) $(OPTIONS) -c $(CURDIR)/out/a.f90
	$(FC) -O2 -o prog main.f90 s1/a.o s2/a.o out/a.o
E1
tree() {
    (cd tree && macs build --marks --repeat=1 -- make) >table 2>said || return 1
    cat table >>said
    macs-gap --median --format=csv tree/macs-out/run.db | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["iterations"] != "null" { print $at["loop"], $at["iterations"], $at["mac"] == "null" }' |
        tr -d '"' | sort >got
    printf '%s\n' 'inc/body.inc:m1::work:1 300 0' 'out/a.f90:work:6 500 0' 's1/a.f90:work:6 300 0' \
        's2/a.f90:work:7 400 0' >want
    diff want got >>said
}
if command -v make >/dev/null; then
    tree; result 'files of one name in several folders' $?
else echo 'skip files of one name in several folders: no make'; fi

names() {
    name=$(printf 'l\303\274cke%s "$x".f90' "'s")
    mkdir -p 'a folder' && cp main.f90 'a folder/main.f90' && cp work.f90 "a folder/$name" || return 1
    macs -o 'a folder/out' --marks --repeat=1 --flags=-O1 'a folder/main.f90' "a folder/$name" -- 500 >table 2>said || return 1
    cat table >>said
    [ "$(value 'a folder/out/run.db' smooth:7 iterations)" = 499000 ] && [ "$(value 'a folder/out/run.db' smooth:7 mac)" != null ]
}
names; result 'names with blanks, quotes, and letters that are not ASCII' $?

printf 'program quiet\n  print *, 1\nend program\n' >quiet.f90
cold() {
    macs -o cold --marks quiet.f90 >table 2>said && grep -q 'note: no cycles per iteration are measured' said && [ -s cold/run.db ]
}
cold; result 'a program without a loop' $?

printf 'program asks\n  real :: x(100)\n  integer :: i\n  read *, x(1)\n  do i = 2, 100\n    x(i) = x(i - 1)*1.5\n  end do\n  print *, x(100)\nend program\n' >asks.f90
asks() {
    macs -o asks --marks --repeat=1 --flags=-O1 asks.f90 >table 2>said; [ $? = 1 ] || return 1
    grep -q 'End of file' said && grep -q 'use --stdin' said || return 1
    echo 1.5 >input
    macs -o asks --marks --repeat=1 --flags=-O1 --stdin=input asks.f90 >table 2>said &&
        [ "$(value asks/run.db asks:5 iterations)" = 99 ]
}
asks; result 'a program that reads' $?

# gprof's file of a run with marks is below its directory; the one in the user's directory is that of the sampled run.
profiles() {
    mkdir profiles && (cd profiles && macs -o out --marks --repeat=1 --flags='-O1 -pg' ../asks.f90 --stdin=../input) >table 2>said || return 1
    ls profiles/out/O1.pg/runs/p1.count/gmon.out.* profiles/out/O1.pg/runs/p1.1/gmon.out.* >>said 2>&1 &&
        [ -s profiles/gmon.out ] && [ ! profiles/gmon.out -nt profiles/out/O1.pg/runs/p1.sampled.profile ]
}
profiles; result 'gprof files of runs with marks' $?

# The profile of gcc in the user's directory is that of the two sampled runs: 2 x 200 calls, not those of the runs with marks, too.
mkdir covered
printf 'program m\n  real(8) :: x(1000)\n  integer :: i, k\n  x = 1\n  do k = 1, 200\n    do i = 1, 1000\n      x(i) = x(i)*0.5d0 + 1\n    end do\n    call calls(x)\n  end do\n  print *, x(1)\nend\n' >covered/m.f90
printf 'void calls_(double *x) { (void)x; }\n' >covered/c.c
covered() {
    (cd covered && macs build -q --marks --repeat=2 -- \
        sh -c 'gfortran -O1 -c m.f90 && gcc -O1 --coverage -c c.c && gfortran m.o c.o --coverage -o prog') >table 2>said || return 1
    (cd covered && gcov -t c.c) >>said 2>&1 && grep -q '^ *400\*\{0,1\}: *1:void calls_' said &&
        [ -n "$(find covered/macs-out/build/runs/p1.2 -name c.gcda)" ]
}
if command -v gcov >/dev/null && command -v gcc >/dev/null; then
    covered; result 'profiles of gcc of runs with marks' $?
else echo 'skip profiles of gcc of runs with marks: gcov or gcc is not installed'; fi

printf 'program falls\n  real, pointer :: x(:)\n  integer :: i\n  nullify(x)\n  do i = 1, 100\n    x(i) = x(i)*1.5\n  end do\n  print *, x(100)\nend program\n' >falls.f90
falls() {
    macs -o falls --marks --repeat=1 --flags=-O0 falls.f90 >table 2>said; [ $? = 1 ] &&
        tail -n 1 said | grep -q 'error: .* run .*signal 11' && [ ! -s table ]
}
falls; result 'a program that crashes' $?

nearest() {
    MACS_CPU='GenuineIntel 6 198 2' macs -o near --marks --repeat=1 --flags=-O2 main.f90 work.f90 -- 5 >table 2>said &&
        grep -q 'machine golden-cove-as-nearest' table && grep -q 'golden-cove-as-nearest' near/report.html
}
nearest; result 'a CPU that is not described' $?
