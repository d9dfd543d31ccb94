# SPDX-License-Identifier: GPL-3.0-or-later
# Counts of programs that macs build builds in unusual manners: with profiles of the compiler, from standard input,
# from objects that were joined or changed after the compiler wrote them.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
for tool in gcc ld objcopy objdump sqlite3; do
    command -v $tool >/dev/null || { echo "skip unusual builds: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip unusual builds: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip unusual builds: $(head -1 said)"; exit 0; }

# 30,000,000 passes of the loop of one.c, 50,000,000 of that of two.c.
loop() { printf '__attribute__((noinline)) long %s(long n)\n{\n    long s = 0;\n    for (long i = 0; i < n; i++) {\n        s += i ^ (s >> 3);\n        if (s & 8) s ^= i * 3;\n    }\n    return s;\n}\n' "$1"; }
loop one >one.c; loop two >two.c
printf '#include <stdio.h>\nlong one(long), two(long);\nint main(void)\n{\n    printf("%%ld %%ld\\n", one(30000000), two(50000000));\n    return 0;\n}\n' >main.c

# measure COMMAND: builds with a shell command in a new directory.
measure() { rm -rf work out; mkdir work; cp ./*.c work; (cd work && macs build -q --repeat=1 --no-reference --machine=zen4 --program=prog -o ../out -- sh -c "$1") >said 2>&1; }
passes() { sqlite3 -separator ' ' out/run.db "select printf('%.0f', passes) from profile_row where passes_counted and kind = 'loop' order by passes" 2>>said | tr '\n' ' '; }
reasons() { sqlite3 out/run.db "select distinct passes_missing from profile_row where kind = 'loop' and not passes_counted" 2>>said; }
# The table on one line, because long remarks are wrapped.
remarks() { macs-gap out/run.db >said 2>&1; tr -s '\n ' ' ' <said; }
# is NAME FOUND EXPECTED
is() {
    [ "$2" = "$3" ]; s=$?
    [ $s = 0 ] || printf 'found:\n%s\nexpected:\n%s\n' "$2" "$3" >>said
    result $s "$1"
}

# ---- libraries of the program ----

# The reference build is in another directory than the user's program, whose directory $ORIGIN is.
for origin in '$ORIGIN' '${ORIGIN}/lib'; do
    rm -rf work out; mkdir work work/lib; cp ./*.c work
    (cd work && macs build -q --repeat=1 --machine=zen4 --program=prog -o ../out -- sh -c "gcc -O1 -fPIC -shared -o libtwo.so two.c &&
        cp libtwo.so lib && gcc -O1 -o prog one.c main.c -L. -ltwo '-Wl,-rpath,$origin'") >said 2>&1
    is "-rpath $origin: iterations of the reference build" \
        "$(sqlite3 out/run.db "select printf('%.0f', iterations) from profile_source_loop where source like '%one.c'" 2>>said)" 30000000
done

# ---- inlined functions ----

# A loop whose body is inlined code, 20,000 x 2,000 iterations, and that of std::inner_product, an inlined function of
# the library, 20,000 x 3,200.
if command -v g++ >/dev/null && command -v jq >/dev/null; then
    cat >in.cc <<'END'
#include <cstdio>
#include <numeric>
#include <vector>
static inline double mean(const double *x, const int *n)
{
    double u = x[n[0]] / x[n[1]];
    return u * u + x[n[2]] / (u + 1);
}
__attribute__((noinline)) void means(const double *x, const int *n, double *to, int m) { for (int i = 0; i < m; i++)
        to[i] = mean(x, n + 3 * i); }
__attribute__((noinline)) double product(const std::vector<double> &x)
{
    return std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
}
int main()
{
    std::vector<double> x(3200, 2.0), to(2000);
    std::vector<int> n(6000, 7);
    double s = 0;
    for (int r = 0; r < 20000; r++) {
        means(x.data(), n.data(), to.data(), 2000);
        s += product(x) + to[r % 2000];
    }
    std::printf("%.9g\n", s);
}
END
    rm -rf work out; mkdir work; cp in.cc work
    (cd work && macs build -q --repeat=1 --machine=zen4 --program=prog -o ../out -- g++ -O2 in.cc -o prog) >said 2>&1
    found=$(macs-gap out/run.db --format=json 2>>said | jq -r '.runs[].loops[] | select(.bounds_per == "iteration" and .share_of_cpu > 0.05) |
        (.source_loop | split("/") | last | split(":") | first) + " \(.iterations)"' | LC_ALL=C sort | tr '\n' ' ')
    is "g++: iterations of loops with inlined functions" "$found" 'in.cc 40000000 stl_numeric.h 64000000 '
    rm -f in.cc
else echo "skip loops with inlined functions: g++ or jq is not installed"; fi

# A Fortran loop of 30,000 x 3,000 iterations whose body is a function that calls another one. The loop is in lines 14 to
# 15, the functions before it: no loop contains the lines of its machine code.
if command -v gfortran >/dev/null && command -v jq >/dev/null; then
    cat >two.f90 <<'END'
module m
contains
  pure real(8) function f(x)
    real(8), intent(in) :: x
    f = x * x + 1
  end function
  pure real(8) function g(x)
    real(8), intent(in) :: x
    g = f(x) * 0.5d0 + f(x + 1)
  end function
  subroutine all(y, x)
    real(8) :: y(:), x(:)
    integer :: i
    do i = 1, 3000
      y(i) = g(x(i)) + y(i) * 0.5d0
    end do
  end subroutine
end module
program p
  use m
  real(8) :: x(3000), y(3000)
  integer :: r
  x = 1; y = 0
  do r = 1, 30000
    call all(y, x)
    x(7) = x(7) + 1d-9
  end do
  print *, y(7)
end program
END
    rm -rf work out; mkdir work; cp two.f90 work
    (cd work && macs build -q --repeat=1 --machine=zen4 --program=prog -o ../out -- gfortran -O2 two.f90 -o prog) >said 2>&1
    found=$(macs-gap --all-rows out/run.db --format=json 2>>said | jq -r '.runs[].loops[] | select(.object and (.source_loop // "" | endswith(":14"))) |
        "\(.bounds_per) \(.iterations)"')
    is "gfortran: a loop with two levels of inlined functions" "$found" 'iteration 90000000'
    rm -f two.f90
else echo "skip a loop with two levels of inlined functions: gfortran is not installed"; fi

# gcc calls sqrt for negative numbers only, in a block of its own: a note names the call if it was executed.
for sign in '' -; do
    printf '%s\n' '#include <math.h>' '#include <stdio.h>' 'static double x[4000], y[4000];' \
        '__attribute__((noinline)) void roots(void) { for (int i = 0; i < 4000; i++) y[i] = sqrt(x[i]) + y[i] * 0.5; }' 'int main(void)' '{' \
        "    for (int i = 0; i < 4000; i++) x[i] = ${sign}1;" '    for (int r = 0; r < 10000; r++) roots();' '    printf("%d\n", y[7] > 0);' '}' >root.c
    rm -rf work out; mkdir work; mv root.c work
    (cd work && macs build -q --repeat=1 --no-reference --machine=zen4 --program=prog -o ../out -- gcc -O2 root.c -o prog -lm) >said 2>&1
    is "calls of sqrt in blocks, x = ${sign}1" "$(remarks | grep -c '1 call inside')" "$([ "$sign" ] && echo 1 || echo 0)"
done

# ---- profiles of the compiler ----

# Code with -fprofile-generate contains the name of its profile: the counted program has the sampled one's, and its own
# profile is separate. Otherwise its messages about other programs' profiles differ from the sampled program's output,
# and the user's profiles are those of several programs. The user's directory has the files of one run.
for flags in -fprofile-generate --coverage "-fprofile-arcs -fprofile-dir=$dir/profiles" -pg; do
    measure "gcc -O1 $flags -c one.c && mkdir d && gcc -O1 $flags -c two.c -o d/two.o && gcc -O1 $flags main.c one.o d/two.o -o prog"
    is "gcc $flags: passes" "$(passes)" '30000000 50000000 '
    case $flags in
    *=*) profile='profiles/*one.gcda' ;;
    -pg) continue ;;
    *) profile=work/one.gcda ;;
    esac
    if command -v gcov-dump >/dev/null; then
        # shellcheck disable=SC2086
        [ "$(gcov-dump -l $profile 2>>said | grep -o 'runs=[0-9]*')" = runs=1 ]
        result $? "gcc $flags: the user's profile is that of one run"
    fi
done
# Relative names of profiles cannot be redirected.
measure 'gcc -O1 -fprofile-generate=profiles one.c two.c main.c -o prog'
is "gcc -fprofile-generate=profiles: the reason" "$(reasons)" 'its profiles of gcc have relative names: name an absolute directory with -fprofile-dir or -fprofile-generate, or none'
measure 'gcc -O1 --coverage one.c two.c main.c -o prog'
(cd work && ls) >files
is "the user's directory has no other files" "$(tr '\n' ' ' <files)" 'main.c one.c prog prog-main.gcda prog-main.gcno prog-one.gcda prog-one.gcno prog-two.gcda prog-two.gcno two.c '
# gcc unrolls the loop of one.c only if it reads its profile; the row has counts only if the counted code is the same.
measure 'gcc -O2 -fprofile-generate -c one.c && gcc -O2 two.c main.c one.o -fprofile-generate -o first && ./first &&
    gcc -O2 -fprofile-use -c one.c && gcc -O2 two.c main.c one.o -o prog'
[ "$(passes | wc -w)" = 2 ]
result $? "gcc -fprofile-use: loops have passes"
if command -v clang >/dev/null; then
    for flags in --coverage -fprofile-instr-generate; do
        if ! clang $flags main.c one.c two.c -o try >/dev/null 2>&1; then echo "# left out: clang $flags: no library"; continue; fi
        measure "clang -O1 -fno-unroll-loops $flags -c one.c && clang -O1 -fno-unroll-loops $flags main.c one.o two.c -o prog"
        is "clang $flags: passes" "$(passes)" '30000000 50000000 '
    done
else echo '# left out: profiles of clang: not installed'; fi

# ---- standard input ----

measure 'gcc -O1 -c -x c - -o in.o <one.c && gcc -O1 in.o two.c main.c -o prog'
is "a source on standard input is counted" "$(passes)" '30000000 50000000 '
measure 'cat one.c two.c main.c | gcc -O1 -x c - -o prog'
is "a program whose source is on standard input is counted" "$(passes)" '30000000 50000000 '

# ---- objects without counters ----

why='no compiler that macs called wrote it; ld -r, objcopy and strip change objects'
row='its object file has no counters: it is not output of a compiler that macs called'
measure 'gcc -O1 -g -c one.c two.c && ld -r one.o two.o -o both.o && gcc -O1 main.c both.o -o prog'
is "ld -r: the rows state why" "$(reasons)" "$row"
grep -q "^macs: warning: passes of loops are not counted in both.o: $why\$" said
result $? "ld -r: a warning"
remarks | grep -q "passes and measured cycles per pass are unknown: $row "
result $? "ld -r: the table states the reason"
measure 'gcc -O1 -g -c one.c two.c && objcopy -R .comment one.o && objcopy -R .comment two.o && ar rcs lib.a one.o && gcc -O1 main.c lib.a two.o -o prog'
grep -q "^macs: warning: passes of loops are not counted in lib.a(one.o) and another object: $why\$" said
result $? "objcopy: a warning"
measure 'gcc -O1 -g -c one.c two.c && objcopy -R .comment one.o && gcc -O1 main.c one.o two.o -o prog'
is "objcopy: the other object is counted" "$(passes)" '50000000 '
remarks | grep -q "one.c:4: passes are unknown: $row "
result $? "objcopy: the table states the reason of the row"
measure 'gcc -O1 -S one.c && gcc -c one.s && gcc -O1 main.c one.o two.c -o prog'
grep -q '^macs: warning: passes of loops are not counted in one.o: it was written in assembly language$' said
result $? "assembly text that is compiled separately: a warning"
is "its program is counted" "$(passes)" '50000000 '
