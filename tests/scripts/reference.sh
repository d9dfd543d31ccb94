# SPDX-License-Identifier: GPL-3.0-or-later
# The reference build of macs: entries and iterations of source loops in the run database, and reference builds
# that fail or print something else.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
for tool in gcc gfortran objdump sqlite3; do
    command -v $tool >/dev/null || { echo "skip the reference build: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip the reference build: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip the reference build: $(head -1 said)"; exit 0; }

# Tests of source loops need no samples.
repeat=--repeat=1
# measure FLAGS WORD...: measures a program without marks in the folder out.
measure() { flags=$1; shift; rm -rf out; macs -q $repeat --reference-limit=0 --machine=zen4 -o out --flags="$flags" "$@" >said 2>&1; }
# loops: "LINE-LINE ENTRIES ITERATIONS" or the reason for each source loop that was executed.
loops() {
    sqlite3 -separator ' ' out/run.db "select line || '-' || end_line, ifnull(missing, printf('%.0f %.0f', entries, iterations))
        from profile_source_loop where entries is null or entries > 0 order by line, seq" 2>>said
}
why_none() { sqlite3 out/run.db "select ifnull(reference_slowdown_missing, 'counted') from profile" 2>>said; }
# is NAME FOUND EXPECTED
is() {
    [ "$2" = "$3" ]; s=$?
    [ $s = 0 ] || printf 'found:\n%s\nexpected:\n%s\n' "$2" "$3" >>said
    result $s "$1"
}

# ---- numbers ----

# 3,000 executions of 503 iterations; with -O3 the inner loop is vectorized, and 3 of them are a remainder.
cat >loops.c <<'END'
#include <stdio.h>
static double x[503], y[503];
int main(void) {
    double t = 0;
    for (int i = 0; i < 503; i++) x[i] = y[i] = i % 7;
    for (int k = 0; k < 3000; k++) {
        x[k % 503] += 1;
        for (int i = 0; i < 503; i++)
            y[i] = y[i] * 0.5 + x[i];
        t += y[k % 503];
    }
    printf("%.3f\n", t);
    return 0;
}
END
measure '-O3 -march=x86-64 -funroll-loops -Werror' loops.c; s=$?
result $s "a C program is measured with its reference build"
is "entries and iterations of C" "$(loops)" '5-5 1 503
6-10 1 3000
8-9 3000 1509000'
measure '-O3 -DN=4' --no-reference loops.c
is "--no-reference: no source loops" "$(loops)$(why_none)" 'there is no reference build'

# Modules, preprocessing and integers of 8 bytes: the flags of the source are kept.
cat >mod.F90 <<'END'
module sizes
  integer, parameter :: n = N
  integer, parameter :: kind_of_default = kind(1)
end module
END
cat >use.F90 <<'END'
program use
  use sizes
  integer :: i, j
  real :: a(n)
  if (kind_of_default /= 8) error stop
  a = 0.5
  do j = 1, 1000
    do i = 1, n
      a(i) = a(i) + i * j
    end do
  end do
  print '(f20.1)', a(n)
end program
END
measure '-O2 -cpp -DN=800 -fdefault-integer-8' mod.F90 use.F90; s=$?
result $s "a Fortran program with a module is measured"
is "entries and iterations of Fortran" "$(loops)" '6-6 1 800
7-9 1 1000
8-9 1000 800000'

# ---- reference builds whose numbers are not used ----

other() { # NAME CODE REASON
    printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' 'int main(void) {' 'volatile double v = 0;' \
        'for (int i = 0; i < 1000000; i++) v += i;' '#ifndef __OPTIMIZE__' "$2" '#endif' 'puts("done");' 'return 0; }' >other.c
    measure -O1 other.c; s=$?
    [ $s = 0 ] && [ "$(why_none)" = "$3" ] && [ -z "$(loops)" ] && grep -q "iterations of source loops are not counted: " said; s=$?
    [ $s = 0 ] || { why_none; loops; } >>said
    result $s "$1"
}
other "another output" 'puts("slow");' 'the reference build prints something else than the sampled one: line 1 of its output is "slow"; in the sampled run it is "done"'
other "a crash" 'abort();' 'the reference build was ended by signal 6 (Aborted), the sampled one exited with status 0: its output ends before line 1, "done"'
other "another exit status" 'exit(3);' 'the reference build exited with status 3, the sampled one exited with status 0: its output ends before line 1, "done"'
other "it cannot be compiled" '#error' 'no source could be compiled without optimization'
# The reference build waits until it is killed. The limit in seconds depends on the elapsed time of the sampled run.
printf '%s\n' '#include <stdio.h>' '#include <unistd.h>' 'int main(void) {' 'volatile double v = 0;' 'for (int i = 0; i < 1000000; i++) v += i;' \
    '#ifndef __OPTIMIZE__' 'for (;;) pause();' '#endif' 'puts("done");' 'return 0; }' >endless.c
measure -O1 --reference-limit=2 endless.c; s=$?
[ $s = 0 ] && grep -q 'iterations of source loops are not counted: the reference build was ended after' said; s=$?
result $s "a reference build that does not end"
is "a reference build that does not end: the limit is the reason" "$(why_none | sed 's/after [0-9.]* s,/after N s,/')" \
    'the reference build was ended after N s, the limit of --reference-limit=2 (times the time of the sampled run, at least 3 s): give it more time with a larger number, or omit it with --no-reference'
is "no iterations of it are stored" "$(loops)" ''
macs -q --machine=zen4 -o out --timeout=1 --reference-limit=0 --flags=-O1 endless.c >said 2>&1
is "--reference-limit=0: --timeout ends the reference build" "$(why_none)" 'the reference build was ended at the time limit'

# ---- rounding errors ----

# prints OPTIMIZED OTHERWISE: a program with a loop of 1,000,000 iterations that prints these texts.
prints() {
    printf '%s\n' '#include <stdio.h>' 'int main(void) {' 'volatile double v = 0;' 'for (int i = 0; i < 1000000; i++)' \
        'v += i;' '#ifdef __OPTIMIZE__' "puts(\"$1\");" '#else' "puts(\"$2\");" '#endif' 'return 0; }' >digits.c
    measure -O1 digits.c; s=$?
    result $s "a program prints $1, or $2 in the reference build"
    macs-gap --all-rows out/run.db 2>>said | tr -s '\n ' ' ' >shown
}
prints 'n = 25\ne 0.12345678D+02 4.1E-14' 'n = 25\ne 12.345679 9.9E-15'
is "low-order digits may differ: iterations are used" "$(loops)" '4-5 1 1000000'
grep -q 'the output of the reference build differs from that of this run only in low-order digits: 1 number by at most 8.1e-08 of the value, 1 number below 1e-10; first in line 2' shown
result $? "the difference is printed"
prints 'n = 25\ne 0.12345678D+02' 'n = 26\ne 0.12345678D+02'
is "an integer may not differ" "$(loops)" ''
grep -q 'iterations of the source were not counted: the reference build prints something else than the sampled one: line 1 of its output is "n = 26"; in the sampled run it is "n = 25"' shown
result $? "the integer is named"

# ---- values per iteration, and reasons ----

repeat= # rows with few samples have no values

# The start of a program, and its main with calls of f(). Calls of cos take enough time for shares.
program() { printf '%s\n' '#include <math.h>' '#include <stdio.h>' 'static double x[5000], y[5000], z[5000];' \
    '#define APART __attribute__((noinline, noclone))'; }
main_of() { # STATEMENT
    printf '%s\n' 'int main(void) {' '    double t = 0;' \
        '    for (int i = 0; i < 5000; i++) { x[i] = y[i] = z[i] = 1 + i % 3; }' "    $1" \
        '    for (int i = 0; i < 12000000; i++) t += cos(y[i % 5000]);' \
        '    printf("%.3e\n", t + x[7] + y[8] + z[9]);' '    return 0;' '}'
}
# shows FLAGS NAME PATTERN: the table with all rows and reasons, as one line, matches.
shows() {
    measure "$1 -lm" why.c && macs-gap --all-rows out/run.db 2>>said | tr -s '\n ' ' ' >shown
    grep -Eq "$3" shown; s=$?
    [ $s = 0 ] || { fold -w 120 shown; echo; } >>said
    result $s "$2"
}

{ program; echo 'APART static double f(void) { double s = 0;
    for (int i = 0; i < 5000; i++)
        s += x[i] * y[i];
    return s; }'; main_of 'for (int k = 0; k < 40000; k++) { x[k % 5000] += 0.25; t += f(); }'; } >why.c
shows -O2 "C: a row per iteration" ' why\.c:[67] why\.c:6 [0-9. -]* 3 3 iteration '
shows -O2 "the slowdown of the reference build is printed, and how many loops agree" \
    'reference build: [0-9.]* times the CPU time; k x passes equal the iterations of [1-9] of [1-9] source loops'
shows '-O3 -ffast-math -march=x86-64' "C: k iterations of a pass, 2 lanes" ' why\.c:[67] why\.c:6 [0-9. -]* iteration .*equal the iterations of ([1-9]) of \1 source'

# The calls of sqrt for negative numbers follow the end of f, at the line of its last brace.
{ program; echo 'static inline double root(double v, double w) { double r = sqrt(v); return r * w + r; }
APART static void f(int n) {
    for (int i = 0; i < n; i++) {
        double s = x[i] * 0.5 + y[i];
        z[i] = root(s, y[i]) + root(y[i], s);
    }
}'; main_of 'for (int k = 0; k < 8000; k++) f(5000);'; } >why.c
shows -O3 "C: a row per iteration of a loop with inlined and cold code" ' why\.c:[789]( f)? why\.c:7 [][0-9a-z. -]* iteration '

# The source calls f 80 times for each call of the code: 1500 x 80 x 5000 iterations and 1500 x 5000.
{ program; echo '__attribute__((pure)) APART static double f(const double *a, int n) { double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * 0.5 / (s + 1);
    return s; }'; main_of 'for (int r = 0; r < 1500; r++) { x[r] += 0.5; for (int k = 0; k < 80; k++) t += f(x, 5000); }'; } >why.c
shows -O2 "a reason: calls were moved out of a loop" \
    'executed 7500000 iterations \(k x passes\), the source 600000000 in the reference build: they were executed 1500 times, the source loop 120000 times: .*calls of its function were moved out of a loop'

{ program; echo 'APART static void f(int n) {
    for (int i = 0; i < n; i++) {
        x[i] = x[i] * 0.5 + 1;
#ifndef __OPTIMIZE__
    }
    for (int i = 0; i < n; i++) {
#endif
        z[i] = z[i] * 0.25 + 2;
    } }'; main_of 'for (int k = 0; k < 60000; k++) f(5000);'; } >why.c
shows -O1 "a reason: fused" 'its machine code has lines of why\.c:6 and why\.c:10: they were fused'

{ program; echo 'APART static void f(int n) {
    for (int i = 0; i < n; i++) {
        x[i] = x[i] * 0.5 + 1;
#ifdef __OPTIMIZE__
    }
    for (int i = 0; i < n; i++) {
#endif
        z[i] = z[i] * 0.25 + 2;
    } }'; main_of 'for (int k = 0; k < 60000; k++) f(5000);'; } >why.c
shows -O1 "a reason: split" 'executed 600000000 iterations \(k x passes\), the source 300000000 in the reference build: it was split into 2 loops'

{ program; echo 'APART static void f(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            x[i] = x[i] * 0.5 + y[k]; }'; main_of 'for (int k = 0; k < 20000; k++) f(5000);'; } >why.c
shows '-O3 -fno-tree-vectorize' "an inner loop that was unrolled completely: iterations of the loop around it" ' why\.c:[67] why\.c:6 [0-9. -]* iteration '

{ program; echo 'APART static void f(int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i]; }'; main_of 'for (int k = 0; k < 200000; k++) { x[k % 5000] += 1; f(5000); }'; } >why.c
shows '-O2 -ftree-loop-distribute-patterns' "a loop that was replaced by memcpy" \
    'why\.c:6: 1000000000 iterations in the source, no .*replaced by libc:mem(cpy|move)'

{ program; echo 'APART static void f(int n) { double t = 0;
    for (int i = 0; i < n; i++)
        t += x[i] * y[i];
    for (int i = 0; i < n; i++)
        z[i] = z[i] * 0.25 + 2; }'; main_of 'for (int k = 0; k < 60000; k++) f(5000);'; } >why.c
shows -O2 "a loop that was removed" 'why\.c:6: 300000000 iterations in the source, no compiled loop: it was removed or unrolled completely'

{ program; echo 'APART static void f(int n) {
#ifndef __OPTIMIZE__
    if (n == 5000 && z[5] == 3) puts("other");
#endif
    for (int i = 0; i < n; i++)
        z[i] = z[i] * 0.25 + 2; }'; main_of 'for (int k = 0; k < 60000; k++) f(5000);'; } >why.c
shows -O1 "a reason: the reference build printed something else" \
    'the reference build prints something else than the sampled one'

# DO CONCURRENT with two indices: 9000 x 200 x 400 iterations of the inner loop, whose line is that of the statement
# after it.
cat >pair.f90 <<'END'
program pair
  integer :: i, j, r
  real(8) :: a(400, 200)
  a = 1.5d0
  do r = 1, 9000
    do concurrent (j = 1:200, i = 1:400)
      a(i, j) = a(i, j) * 0.5d0 + 0.25d0 * r
    end do
  end do
  print '(e10.3)', a(7, 9)
end program
END
measure '-O1' pair.f90; macs-gap --all-rows out/run.db >>said 2>&1
grep -Eq ' pair:6 .* iteration ' said; s=$?
result $s "DO CONCURRENT with two indices: a row per iteration of the inner loop"

# ---- WHERE ----

# 100,000 executions for 1003 elements: gfortran makes a loop for the mask, and one for each assignment, all of them on the
# line of WHERE. Each has the 100,300,000 iterations, and so has each loop of the reference build. Their rows have values per
# iteration, or the compiler made another number of loops.
cat >mask.f90 <<'END'
module work
contains
  subroutine mask(a, b)
    real(8), intent(inout) :: a(:), b(:)
    where (a > 2d0)
       b = b * 0.99d0
    elsewhere
       b = b + 1d-3
    end where
  end subroutine
end module
program main
  use work
  real(8) :: a(1003), b(1003)
  integer :: k
  b = 1.1d0
  do k = 1, 1003
     a(k) = mod(k, 5)
  end do
  do k = 1, 100000
     call mask(a, b)
  end do
  print *, sum(b)
end program
END
measure -O2 mask.f90
n=$(loops | grep -c '^5-5 100000 100300000$'); of=$(sqlite3 out/run.db "select count(*) from profile_row where passes = 100300000")
if [ "$n" -gt 1 ] && [ "$n" = "$of" ]; then
    macs-gap --all-rows out/run.db >rows 2>>said
    is "rows of WHERE have values per iteration" "$(grep -c '^ *[0-9.]*% .*mask.f90:5 .* iteration ' rows)" "$n"
else echo "# left out: rows of WHERE: the compiler made $of loops of it, and $n without optimization"; fi

# ---- macs build ----

cat >part.c <<'END'
void part(double *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * 0.5 + 1; }
END
cat >whole.c <<'END'
#include <stdio.h>
void part(double *a, int n);
int main(void) {
    static double a[100];
    for (int k = 0; k < 200000; k++) part(a, 100);
    printf("%g\n", a[9]);
    return 0;
}
END
cat >Makefile <<'END'
program: whole.o libpart.a
	gcc -O2 -o program whole.o -L. -lpart
libpart.a: part.o
	ar rcs libpart.a part.o
%.o: %.c
	gcc -O2 -ffast-math -c -o $@ $<
END
if command -v make >/dev/null; then
    rm -rf out; macs build -q --machine=zen4 -o out -- make >said 2>&1; s=$?
    result $s "macs build: a program with a library is measured"
    is "macs build: entries and iterations" "$(loops)" '1-1 200000 20000000
5-5 1 200000'
else echo "skip macs build: make is not installed"; fi
