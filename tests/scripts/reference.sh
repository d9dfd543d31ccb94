# SPDX-License-Identifier: GPL-3.0-or-later
# The reference build of macs: entries and iterations of source loops in the run database, and reference programs
# that fail or print something else.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
result() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
for tool in gcc gfortran objdump sqlite3; do
    command -v $tool >/dev/null || { echo "skip the reference build: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip the reference build: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip the reference build: $(head -1 said)"; exit 0; }

# measure FLAGS WORD...: measures a program without marks in the folder out.
measure() { flags=$1; shift; rm -rf out; macs -q --no-marks --machine=zen4 -o out --flags="$flags" "$@" >said 2>&1; }
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

# ---- reference programs whose numbers are not used ----

other() { # NAME CODE REASON
    printf '%s\n' '#include <stdio.h>' '#include <stdlib.h>' 'int main(void) {' 'volatile double v = 0;' \
        'for (int i = 0; i < 1000000; i++) v += i;' '#ifndef __OPTIMIZE__' "$2" '#endif' 'puts("done");' 'return 0; }' >other.c
    measure -O1 other.c; s=$?
    [ $s = 0 ] && [ "$(why_none)" = "$3" ] && [ -z "$(loops)" ] && grep -q "iterations of source loops are not counted: $4" said; s=$?
    [ $s = 0 ] || { why_none; loops; } >>said
    result $s "$1"
}
other "another output" 'puts("slow");' 'the program of the reference build prints something else than the timed one'
other "a crash" 'abort();' 'the program of the reference build was ended by signal 6 (Aborted)'
other "another exit status" 'exit(3);' 'the program of the reference build exited with status 3, the timed one with 0'
other "it cannot be compiled" '#error' 'no source could be compiled without optimization'

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
    rm -rf out; macs build -q --no-marks --machine=zen4 -o out -- make >said 2>&1; s=$?
    result $s "macs build: a program with a library is measured"
    is "macs build: entries and iterations" "$(loops)" '1-1 200000 20000000
5-5 1 200000'
else echo "skip macs build: make is not installed"; fi
