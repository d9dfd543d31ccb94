# SPDX-License-Identifier: GPL-3.0-or-later
# The compiler wrappers of macs build with real compilers: command lines of real builds, configure and CMake. Only
# the files of the build and the records are examined; the measurement may fail on this machine.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
[ "$(uname -m)" = x86_64 ] || { echo "# left out: macs-wrappers: this is no x86-64"; exit 0; }
command -v gfortran >/dev/null && command -v gcc >/dev/null || { echo "skip macs-wrappers: no gfortran or gcc"; exit 0; }
if grep -q fsanitize "$BUILDDIR/Makefile"; then
    echo "# left out: macs-wrappers: the library of a sanitizer build wants its run-time in every program"; exit 0
fi
unset CC CXX FC F77 F90 CFLAGS CXXFLAGS FCFLAGS

result() { # name, 0 = ok
    if [ "$2" = 0 ]; then echo "ok $1"; else sed 's/^/# /' said | tail -40; echo "not ok $1"; fi
}
new() { rm -rf work && mkdir work && cp ./*.f90 ./*.c ./*.cc work && cd work; } # a new directory
build() { macs build --repeat=1 -o ../out "$@" >../said 2>&1; :; } # with a new output directory
# Number of records of linked programs; of objects with variants in the only one.
programs() { ls ../out/build/programs | wc -l | tr -d ' '; }
parts() { cat ../out/build/programs/*/record | grep -c '^part'; }

cat >x.f90 <<'E1'
subroutine work(a)
  real(8) :: a(100)
  integer :: i
  do i = 2, 100
    a(i) = a(i - 1)*0.5d0 + 1
  end do
end subroutine
E1
cat >main.f90 <<'E1'
program main
  real(8) :: a(100)
  a = 1
  call work(a)
  print *, a(100)
end program
E1
printf '#include <stdio.h>\nint twice(int x) { return 2*x; }\nint main(void) { printf("%%d\\n", twice(2)); return 0; }\n' >c.c
printf '#include <vector>\nint main() { std::vector<int> v(10); return v[3]; }\n' >cxx.cc

# The files of the user are those of the compiler alone, and their variants exist.
beside() {
    command='gfortran -O2 -cpp -save-temps -MD -MF x.d -gsplit-dwarf -c x.f90 && gfortran -O2 -cpp -MD main.f90 x.o -o main'
    (new && sh -c "$command") 2>said && ls work >alone && cp work/x.d alone.d || return 1
    (new && build -- sh -c "$command") || return 1
    ls work | diff alone - >>said && cmp work/x.d alone.d >>said && [ ! -e out/build/left-out ] &&
        [ "$(cd work && parts)" = 2 ]
}
beside; result '-save-temps, -MD, -gsplit-dwarf and two steps' $?; rm -rf out

language() {
    (new && cp main.f90 main.txt && printf '%s\n' '-O2 -o main "x.f90"' '-x f95 main.f90' >words &&
        build -- gfortran @words && [ "$(parts)" = 2 ] && rm -rf ../out &&
        build -- gfortran x.f90 -x f95 main.txt -o main && [ "$(parts)" = 1 ] &&
        grep -q 'main.txt: its name does not end in' ../said)
}
language; result 'a response file, and -x' $?; rm -rf out

stdin() {
    (new && build -- sh -c 'gcc -O2 -x c - -o prog <c.c' && [ "$(programs)" = 1 ] && [ "$(./prog)" = 4 ])
}
stdin; result 'a source on standard input' $?; rm -rf out

# Programs that are not where they were linked: found by their code; relinked ones have one record.
# chosen: the command of the last macs build, from its plan.
chosen() { macs build -q --repeat=1 --count=none -o ../out "$@" >../said 2>&1; sqlite3 ../out/run.db "select command from profile" 2>>../said; }
moved() { # name in the directory, build command
    (new && found=$(chosen -- sh -c "$2"); echo "chosen: $found" >>../said; [ "$found" = "$PWD/$1" ] && [ "$(programs)" = 1 ])
}
if command -v sqlite3 >/dev/null && macs sample -o first.txt -- true >said 2>&1; then
    for build in 'gcc c.c && mv a.out prog3' 'gcc c.c && mkdir bin && install -s a.out bin/prog3 && rm a.out' 'gcc c.c && strip -o prog3 a.out && rm a.out' \
        'gcc -Wl,--build-id=none c.c && cp a.out prog3 && rm a.out' 'mkdir .libs && gcc c.c -o .libs/lt-x && mv .libs/lt-x .libs/prog3' \
        'gcc -DOLD=1 -O1 c.c -o prog3 && gcc -O2 c.c -o prog3' 'gcc c.c && objcopy --add-section x=c.c a.out && mv a.out prog3'; do
        case $build in *bin/*) at=bin/prog3 ;; *.libs*) at=.libs/prog3 ;; *) at=prog3 ;; esac
        moved $at "$build"; result "a program that was moved: $build" $?; rm -rf out
    done
    both='gcc -O1 c.c && mv a.out one; printf "int main(void) { return 0; }\\n" >d.c; gcc d.c && mv a.out two'
    (new && [ "$(chosen --program=one -- sh -c "$both")" = "$PWD/one" ] && [ "$(chosen --program=two -- sh -c "$both")" = "$PWD/two" ])
    result 'two programs that were linked with one name' $?; rm -rf out
    mkdir -p elsewhere
    (new && ! macs build -o ../out -- sh -c "gcc c.c && mv a.out '$dir/elsewhere/prog'" >../said 2>&1 &&
        grep -q "^macs: error: the linked program was moved or removed, and is not below $PWD: name its present path with --program (linked: $PWD/a.out)\$" ../said)
    result 'a program that was moved to another place is reported' $?
    (cd work && [ "$(chosen --program=../elsewhere/prog -- gcc c.c)" = "$dir/elsewhere/prog" ])
    result 'and found if its path is given' $?; rm -rf out elsewhere
else echo '# left out: programs that were moved: no sqlite3, or programs cannot be sampled here'; fi

one_command() {
    (new && build -- gfortran -O2 main.f90 x.f90 -o main && [ "$(parts)" = 2 ] && [ "$(./main | tr -d ' ')" ])
}
one_command; result 'several sources compiled and linked by one command' $?; rm -rf out

if command -v g++ >/dev/null; then
    (new && build -- g++ -O2 cxx.cc -o prog && [ "$(programs)" = 1 ] && readelf -S prog | grep -q debug_line)
    result 'a C++ program' $?; rm -rf out
else echo 'skip a C++ program: no g++'; fi

lto() {
    (new && macs build -o ../out -- sh -c 'gfortran -O2 -flto -c x.f90; touch done') >said 2>&1 && return 1
    tail -n 1 said | grep -q 'error: gfortran -O2 -flto -c x.f90: with link-time optimization .*: drop -flto$' &&
        [ ! -e work/x.o ]
}
lto; result 'link-time optimization is refused' $?; rm -rf out

# Tests of configure: no record, no other file, the same command for the compiler.
conftest() {
    (new && cp c.c conftest.c && build -- sh -c 'gcc -flto -o conftest conftest.c && ./conftest && rm conftest; gcc c.c -o prog' &&
        [ "$(programs)" = 1 ])
}
conftest; result 'tests of configure leave no record' $?; rm -rf out

configure() {
    mkdir -p auto && cat >auto/configure.ac <<'E1'
AC_INIT([x], [1])
AC_CONFIG_HEADERS([config.h])
AC_PROG_CC
AC_PROG_FC
AC_C_INLINE
AC_CHECK_HEADERS([stdio.h no-such.h])
AC_CHECK_FUNCS([strlen no_such])
AC_SEARCH_LIBS([cos], [m])
AC_CHECK_SIZEOF([long])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
E1
    printf 'prog: c.c\n\t@CC@ @CFLAGS@ -o prog c.c\n' >auto/Makefile.in
    cp c.c auto && (cd auto && autoreconf -i) >said 2>&1 || return 1
    cp -R auto plain && (cd plain && FC=gfortran F77=gfortran F90=gfortran ./configure -q) >said 2>&1 || return 1
    (cd auto && macs build -o ../out -- sh -c './configure -q && make') >said 2>&1
    for file in config.h Makefile config.status; do
        # the path of the directory, and PATH, differ
        for tree in auto plain; do sed -e "s|$dir/$tree|DIR|g" "$tree/$file" >"$tree/$file.made"; done
        diff "plain/$file.made" "auto/$file.made" >>said || return 1
    done
    [ "$(ls out/build/programs | wc -l)" -eq 1 ]
}
if command -v autoreconf >/dev/null && command -v make >/dev/null; then
    configure; result 'configure has the same results' $?; rm -rf out
else echo '# left out: configure has the same results: no autoconf or make'; fi

cmake_project() {
    mkdir -p tree && cp c.c cxx.cc x.f90 main.f90 tree && cat >tree/CMakeLists.txt <<'E1'
cmake_minimum_required(VERSION 3.10)
project(x C CXX Fortran)
set(CMAKE_BUILD_TYPE Release)
add_executable(cprog c.c)
add_executable(cxxprog cxx.cc)
add_executable(fprog main.f90 x.f90)
E1
}
# One directory is configured inside; another one was configured before.
build_by_cmake() {
    (cd tree && macs build -o ../out --program=fprog -- \
        sh -c "cmake -G '$1' -S . -B new && cmake --build new --parallel 2") >said 2>&1
    [ "$(ls out/build/programs | wc -l)" -eq 3 ] && grep -q "^part" out/build/programs/*/record || return 1
    cmake -G "$1" -S tree -B before >/dev/null 2>&1
    macs build -o ../out2 -- cmake --build before >said 2>&1 && return 1
    [ "$(wc -l <said)" -le 2 ] && grep -q 'CMakeCache.txt: error: this directory was configured to call /' said &&
        [ ! -e out2 ]
}
for generator in 'Unix Makefiles' Ninja; do
    case $generator in Ninja) maker=ninja ;; *) maker=make ;; esac
    if command -v cmake >/dev/null && command -v $maker >/dev/null; then
        rm -rf tree before out && cmake_project && build_by_cmake "$generator"; result "CMake with $maker" $?
    else echo "# left out: CMake with $maker: not installed"; fi
done

unwritable() {
    (new && macs build -o /proc/macs-out -- touch made >../said 2>&1 && exit 1
     [ ! -e made ] && [ "$(grep -vc warning ../said)" -eq 1 ] && grep -q '/proc/macs-out: error: ' ../said)
}
unwritable; result 'an output directory that cannot be created' $?
