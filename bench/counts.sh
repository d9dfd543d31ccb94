# SPDX-License-Identifier: GPL-3.0-or-later
# Counted programs: the count of every basic block is compared with the executions that valgrind's callgrind counts
# in the same program without counters, their output with that of the program without counters, and their CPU
# time with that program's. One row for each program; exit status 1 if a count or an output differs. Target:
# 5 times the CPU time, 64 bytes for a counter and thread.
# PROGRAMS=FOLDER: also programs of other projects in FOLDER (see bench/README.md). ONLY=PATTERN: only rows whose name
# matches.
REAL_PATH=$PATH COUNT_MAPS=$PWD/maps CALLGRIND=
export REAL_PATH COUNT_MAPS
mkdir compilers programs || exit 1
for name in gcc g++ gfortran clang clang++ cc ar mpicc mpif90; do ln -s "$SRCDIR/bench/counts-compiler" "compilers/$name"; done
bench=$PWD missed=0
if ! command -v valgrind >/dev/null; then echo 'valgrind is not installed'; exit 0; fi
printf '%-22s %7s %9s %7s %10s %8s %9s %7s\n' program blocks counters equal different 'CPU/s' 'counted/s' ratio

# seconds PROGRAM ARGUMENT...: least CPU time of 3 runs; standard input is the file `input`.
seconds() { measure "${RUNS:-3}" sh -c '"$@" <input; true' sh "$@" | awk '{ print $1 }'; }

# row NAME COMMAND PROGRAM ARGUMENT...: runs COMMAND, which builds PROGRAM in the current directory; TIMED: arguments
# of the program for its CPU time, if callgrind runs a smaller problem. The file `input` is its standard input.
row() {
    name=$1 command=$2 program=$3; shift 3
    case $name in *$ONLY*) ;; *) return ;; esac
    : >"$COUNT_MAPS"; [ -e input ] || : >input
    if ! PATH=$bench/compilers:$PATH sh -c "$command" >build.log 2>&1; then
        tail -5 build.log; printf '%-22s cannot be built\n' "$name"; return
    fi
    rm -rf counts.run
    timeout 600 "./$program" "$@" >out 2>err <input; echo $? >>out
    MACS_COUNTS=counts.run timeout 600 "./$program.counted" "$@" >out.counted 2>err.counted <input; echo $? >>out.counted
    [ "$CALLGRIND" = no ] || timeout 3000 valgrind -q --tool=callgrind --dump-instr=yes --collect-jumps=yes --skip-plt=no --compress-pos=no --compress-strings=no \
        --callgrind-out-file=callgrind.out "./$program.labelled" "$@" >out.valgrind 2>err.valgrind <input
    sort -u "$COUNT_MAPS" | xargs count-tool print counts.run >counts 2>counts.err
    nm "$program.labelled" >names; [ "$CALLGRIND" != no ] || echo none >callgrind.out
    awk -f "$SRCDIR/tests/counts/callgrind.awk" names callgrind.out counts >found || [ "$CALLGRIND" = no ] || missed=1
    [ "$CALLGRIND" = no ] || sed -n '/^#/p' found | head -3
    same=
    sed "${FILTER:-}" out >first; sed "${FILTER:-}" out.counted >second
    cmp -s first second || { same='  output differs'; missed=1; }
    plain=$(seconds "./$program" ${TIMED:-"$@"}) counted=$(MACS_COUNTS=timed.run seconds "./$program.counted" ${TIMED:-"$@"})
    tail -1 found | awk -v name="$name" -v plain="$plain" -v counted="$counted" -v same="$same" -v callgrind="$CALLGRIND" '{
        ratio = plain >= 0.05 ? sprintf("%.2f", counted / plain) : "-"
        printf "%-22s %7d %9d %7s %10s %8.2f %9.2f %7s%s\n", name, $2, $4, callgrind == "no" ? "-" : $8, callgrind == "no" ? "-" : $10, plain, counted, ratio, same }'
    rm -rf timed.run
}

# own NAME COMPILER FLAGS SOURCE...: a program of this project.
own() {
    name=$1 compiler=$2 flags=$3; shift 3
    mkdir -p "$bench/programs/$name" && cd "$bench/programs/$name" || exit 1
    row "$name" "$compiler $flags $* -o program -lm" program
}
tests=$SRCDIR/tests/counts
own flow-gcc gcc -O2 "$tests/flow.c"
own flow-clang clang -O2 "$tests/flow.c"
own throws-g++ g++ -O2 "$tests/throws.cc" "$tests/throws-too.cc"
own throws-clang++ clang++ -O3 "$tests/throws.cc" "$tests/throws-too.cc"
own loops-O0 gfortran -O0 "$tests/loops.f90"
own loops-O3 gfortran '-O3 -march=x86-64-v3' "$tests/loops.f90"
own lfk gfortran -O2 "$SRCDIR/samples/lfk.f" "$SRCDIR/samples/lfk13-24.f" "$SRCDIR/samples/lfk-data.f" "$SRCDIR/samples/lfk-main.f"

# ---- programs of other projects ----

[ -d "${PROGRAMS:-}" ] || exit $missed

# NPB, class S. Times and dates of its output are left out.
npb() { # NAME
    mkdir -p "$bench/npb"; cd "$bench/npb" || exit 1
    if [ ! -d NPB3.3-SER ]; then
        cp -R "$PROGRAMS/NPB/NPB3.3-SER" . && find NPB3.3-SER -name '*.o' -exec rm {} + && mkdir -p NPB3.3-SER/bin
        sed -i 's/^FFLAGS.*/FFLAGS = -O2 -std=legacy/; s/^CFLAGS.*/CFLAGS = -O2/' NPB3.3-SER/config/make.def
    fi
    lower=$(echo "$1" | tr '[:upper:]' '[:lower:]'); cd "NPB3.3-SER/$1" || exit 1
    FILTER='/Mop/d; /date/d; /ime/d; /seconds/d; /CPU/d'
    make -C ../sys all >build.log 2>&1
    row "npb-$lower.S" "rm -f ../common/*.o ./*.o; make CLASS=S" "../bin/$lower.S"
    CALLGRIND=no row "npb-$lower.W" "rm -f ../common/*.o ./*.o; make CLASS=W" "../bin/$lower.W"
    FILTER=
}
for name in BT CG EP FT IS LU MG SP UA; do npb $name; done

# fftpack and quadpack of the Fortran community, with drivers of this project.
mkdir -p "$bench/programs/fftpack" "$bench/programs/quadpack" "$bench/programs/lapack"
cd "$bench/programs/fftpack" || exit 1
cat >driver.f90 <<'END'
program driver
  use fftpack
  implicit none
  integer, parameter :: sizes(6) = [64, 120, 210, 256, 1001, 1024]
  integer :: k, n, r, i
  real(rk), allocatable :: x(:), w(:), v(:)
  complex(rk), allocatable :: z(:)
  do k = 1, size(sizes)
     n = sizes(k)
     allocate (x(n), w(4*n + 15), z(n), v(4*n + 15))
     x = [(sin(0.1_rk*i) + mod(i, 7), i=1, n)]
     z = cmplx(x, 1, rk)
     do r = 1, 300
        call dffti(n, w)
        call dfftf(n, x, w)
        call dfftb(n, x, w)
        x = x/n
        call zffti(n, v)
        call zfftf(n, z, v)
        call zfftb(n, z, v)
        z = z/n
     end do
     print '(i5, 3es16.8)', n, sum(x), sum(z)
     deallocate (x, w, z, v)
  end do
end program
END
row fftpack 'cp "$PROGRAMS"/fftpack/src/*.f90 . && gfortran -O2 -c rk.f90 && gfortran -O2 -c fftpack.f90 &&
    for f in [a-e]*.f90 fftpack_*.f90 [g-q]*.f90 r[a-j]*.f90 [s-z]*.f90; do [ "$f" = driver.f90 ] || gfortran -O2 -c "$f" || exit 1; done;
    gfortran -O2 driver.f90 ./[a-ce-z]*.o dcos*.o dff*.o dsin*.o dzff*.o -o program' program
cd "$bench/programs/quadpack" || exit 1
row quadpack 'cp "$PROGRAMS"/quadpack/src/* "$PROGRAMS"/quadpack/test/* . && F="gfortran -O2 -cpp -ffree-line-length-none" &&
    $F -c quadpack_double.F90 && $F -c quadpack_test_module_double.F90 && $F quadpack_tests_double.F90 quadpack_double.o quadpack_test_module_double.o -o program' program

# The tester of LAPACK's linear equations in double precision, without its largest matrices.
cd "$bench/programs/lapack" || exit 1
sed 's/^7  /6  /; s/ 10 50 / 10 /; s/^1 2 15/1 2 3 /' "$PROGRAMS/lapack/TESTING/dtest.in" >input
FILTER='/seconds/d'
row lapack-lin 'for d in BLAS SRC INSTALL TESTING make.inc; do cp -R "$PROGRAMS/lapack/$d" . || exit 1; done
    find . -name "*.[oa]" -exec rm {} +; make -j2 -C BLAS/SRC double && make -j2 -C SRC double && make -j2 -C TESTING/MATGEN double &&
    make -j2 -C TESTING/LIN xlintstd' TESTING/LIN/xlintstd
FILTER=

# miniWeather: MPI with one rank.
mkdir -p "$bench/programs/miniweather" && cd "$bench/programs/miniweather" || exit 1
FILTER='/ime/d'
row miniweather 'mpif90 -O3 -ffree-line-length-none -I/usr/lib/x86_64-linux-gnu/fortran/gfortran-mod-15 -I/usr/include -D_NX=100 -D_NZ=50 \
    -D_SIM_TIME=40 -D_OUT_FREQ=2000 -D_DATA_SPEC=DATA_SPEC_THERMAL "$PROGRAMS/miniWeather/fortran/miniWeather_serial.F90" -o serial -lpnetcdf' serial
FILTER=

# NPB in C++ by clang++.
for name in CG EP FT MG; do
    mkdir -p "$bench/npb-cpp"; cd "$bench/npb-cpp" || exit 1
    if [ ! -d NPB-SER ]; then
        cp -R "$PROGRAMS/NPB-CPP/NPB-SER" . && find NPB-SER -name '*.o' -exec rm {} +
        sed -i 's/^CC = .*/CC = clang++ -std=c++14/; s/^CFLAGS.*/CFLAGS = -O2/; s/^CLINKFLAGS.*/CLINKFLAGS = -O2/' NPB-SER/config/make.def
    fi
    lower=$(echo $name | tr '[:upper:]' '[:lower:]'); cd "NPB-SER/$name" || exit 1
    FILTER='/Mop/d; /date/d; /ime/d; /seconds/d; /CPU/d'
    make -C ../sys all >build.log 2>&1
    row "npb-c++-$lower.S" 'rm -f ../common/*.o ./*.o; make CLASS=S' "../bin/$lower.S"
    FILTER=
done
exit $missed
