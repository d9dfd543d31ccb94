# SPDX-License-Identifier: GPL-3.0-or-later
# Recorded programs print the same as those without recording: with live flags, signals, threads, processes that end in
# every manner, exceptions, and shared libraries. Their records are complete, and what cannot be recorded is listed.
. "$SRCDIR/tests/counts/build.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
programs=$SRCDIR/tests/counts
COUNT_KIND=record

verdict() { # name, status; what was printed is in the file `said`
    if [ "$2" = 0 ]; then echo "ok $1"; else sed 's/^/# /' said; echo "not ok $1"; fi
}
# Are the records of the run complete, with at least one event?
complete() { # name
    stream-tool totals "$1.run" "$1".*.map >"$1.totals" && stream-tool events "$1.run" "$1".*.map >"$1.events" &&
        stream-tool reuse "$1.run" "$1".*.map >"$1.reuse" && ! grep incomplete "$1.totals" &&
        awk '$1 == "thread" { n += $9 } END { exit n == 0 }' "$1.totals"
}
# records NAME COMPILER FLAGS LINK SOURCE...
records() {
    label="records of $1: $2 $3 $4"
    if ! command -v "${2%% *}" >/dev/null; then echo "skip $label: $2 is not installed"; return; fi
    { build "$@" && run_both "$1" $arguments && complete "$1"; } >said 2>&1
    verdict "$label" $?
}
links_with() { echo 'int main(void) { return 0; }' >try.c && gcc "$@" try.c -o try >/dev/null 2>&1 && ./try; }

for compiler in gcc clang; do
    for flags in -O0 '-O2 -g' '-O3 -fcf-protection'; do records flow $compiler "$flags -w" -lm "$programs/flow.c"; done
    same_output=no # the number of signals differs
    for flags in -O0 -O3; do
        records signals $compiler "$flags -w" '' "$programs/signals.c"
        # It exits with 1 if a result of an interrupted function, or of one that interrupts, is wrong.
        [ "$(tail -1 signals.out.counted)" = 0 ]; s=$?; cp signals.out.counted said
        verdict "results with signals: $compiler $flags" $s
    done
    same_output=yes
    records processes $compiler '-O2 -w' -lpthread "$programs/processes.c"
    records threads $compiler '-O2 -w' -lpthread "$programs/threads.c"
    if links_with -static; then records threads $compiler '-O2 -fno-pie -w' '-static -lpthread' "$programs/threads.c"
    else echo "skip records of static programs: no static C library"; fi
    if links_with -fopenmp -lgomp; then
        records openmp $compiler '-O2 -fopenmp -w' "$([ $compiler = gcc ] && echo -lgomp || echo -fopenmp)" "$programs/openmp.c"
    else echo "skip records of openmp: no libgomp"; fi
done
for flags in -O0 -O2 -O3; do
    records throws g++ "$flags" '' "$programs/throws.cc" "$programs/throws-too.cc"
    records loops gfortran "$flags" '' "$programs/loops.f90"
done
records throws clang++ -O2 '' "$programs/throws.cc" "$programs/throws-too.cc"

# A library that is loaded and removed; threads of the program use it, too.
{ build plugin gcc '-O2 -fPIC' -shared "$programs/plugin.c" && mv plugin.counted plugin.counted.so && mv plugin.timed plugin.timed.so &&
    mv plugin.1.map plugins.2.map && build plugins gcc -O2 '-ldl -lpthread' "$programs/plugins.c" &&
    ./plugins.timed ./plugin.timed.so >plugins.out && MACS_COUNTS=plugins.run ./plugins.counted ./plugin.counted.so >plugins.out.counted &&
    cmp plugins.out plugins.out.counted && complete plugins && [ "$(grep -c '^recorded' plugins.run/*.index)" = 2 ]; } >said 2>&1
verdict "records of a library that is loaded and removed" $?

# Each thread has its own file, and a thread that begins later uses that of one that has ended.
{ build threads gcc -O2 -lpthread "$programs/threads.c" && run_both threads && complete threads; } >said 2>&1 &&
    [ "$(find threads.run -name '*.records' | wc -l)" -le 12 ] && [ "$(grep -c '^thread' threads.totals)" -gt 1 ]
verdict "threads have records of their own" $?

# What is not recorded is listed with its reason.
cat >unrecorded.c <<'END'
#include <stdio.h>
#include <string.h>
static __thread int own[8];
int main(void)
{
    static char from[100], to[100];
    int sum = 0;
    for (volatile int i = 0; i < 8; i++) {
        __asm__ volatile("rep movsb" : : "S"(from), "D"(to), "c"(100) : "memory");
        __builtin_memcpy(to, from, 100);
        own[i] += i;
        sum += own[i];
        puts("");
    }
    printf("%d\n", sum);
    return 0;
}
END
{ build unrecorded gcc '-O2 -fno-pie -mmemcpy-strategy=rep_8byte:-1:noalign' -no-pie unrecorded.c && run_both unrecorded && complete unrecorded &&
    grep '^unrecorded.*it is a string instruction' unrecorded.1.map && grep '^unrecorded.*its address has a segment' unrecorded.1.map &&
    grep '^unrecorded.*it is a call' unrecorded.1.map; } >said 2>&1
verdict "what is not recorded is listed" $?
gcc -O2 -masm=intel -S unrecorded.c -o intel.s 2>said && ! count-tool record intel.s out.s out.map 2>said &&
    grep -q "accesses of code in Intel's syntax cannot be recorded" said
verdict "Intel's syntax is refused" $?

# The recorder can be called where vector registers are live: it must not use functions that change them.
( objs=$(find "$BUILDDIR/counts/runtime" -name 'libmacs_count_a-full.o' -o -name 'libmacs_count_a-accesses.o' -o -name 'libmacs_count_a-lanes.o' -o -name 'libmacs_count_a-samples.o')
    [ "$(echo "$objs" | wc -l)" = 4 ] && for o in $objs; do nm -u "$o" | awk '$2 !~ /^(_GLOBAL_OFFSET_TABLE_|__errno_location|macs_record|reuse_.*|sampler_.*|syscall|__stack_chk_fail)$/ { print; wrong = 1 } END { exit wrong }' || exit 1
        objdump -d "$o" | awk '/%[xyz]mm/ { print; wrong = 1 } END { exit wrong }' || exit 1; done ) >said 2>&1
verdict "the recorder uses no vector registers" $?

# Damaged files: messages, and everything else is used. A program that is ended by a signal leaves its records.
cat >loop.c <<'END'
#include <stdio.h>
#include <unistd.h>
static double a[3000], b[3000];
int main(int argc, char **argv)
{
    (void)argv;
    for (long r = 0; r < 3000; r++)
        for (int i = 0; i < 3000; i++)
            a[i] += 0.5 * b[i];
    if (argc > 1)
        *(volatile int *)0 = 0;
    printf("%g\n", a[7]);
    if (argc == 1)
        fflush(stdout), _exit(3);
}
END
{ build loop gcc -O2 '' loop.c && run_both loop && complete loop && grep -q '^3$' loop.out; } >said 2>&1
verdict "records of a program that ends with _exit" $?
{ run_both loop fault && complete loop && grep -q '^139$' loop.out; } >said 2>&1
verdict "records of a program that a signal ends" $?
records=$(echo loop.run/*-1.records)
head -c 700000 "$records" >cut && cp cut "$records"
stream-tool totals loop.run loop.1.map >cut.totals 2>err && grep -q 'the file is truncated or damaged' err &&
    grep -q '^incomplete a file of its records is missing or damaged' cut.totals && grep -v incomplete cut.totals | cmp - loop.totals >>err
s=$?; cp err said; verdict "a truncated file of records is reported, and what it has is used" $s
rm "$records"; stream-tool totals loop.run loop.1.map >cut.totals 2>err; grep -q '^incomplete a file of its records is missing or damaged' cut.totals
s=$?; cp err said; verdict "a missing file of records is reported" $s

# Reuse distances of known patterns. a(i) = a(i) + b(i) in arrays of 512 lines with 8 elements: between the load and the
# store of a(i), b(i) was accessed: distance 1. 7 of 8 loads of a are to the line that was stored last: 0. 7 of 8 loads of
# b are to a line after which only that of a was accessed: 1. Since the last access of the line of the other loads, all
# others of both arrays were accessed: 2 x 512 - 1 = 1023, in the bin from 960. Of the three references, 0: 7/8 / 3 =
# 0.292, 1: (1 + 7/8) / 3 = 0.625, 1023: 2/8 / 3 = 0.083. One array of 2^18 lines, line by line: 2^18 - 1, of which the
# standard error is at most 0.6 %, so that it is in one of the two bins around 2^18 (from 245760, from 262144).
cat >sweeps.c <<'END'
#include <stdio.h>
#include <stdlib.h>
enum { N = 4096, LINES = 1 << 18 };
double a[N] __attribute__((aligned(4096))), b[N] __attribute__((aligned(4096)));
__attribute__((noinline)) void add(void)
{
    for (int i = 0; i < N; i++)
        a[i] += b[i];
}
__attribute__((noinline)) double sum(const double *x)
{
    double s = 0;
    for (long i = 0; i < LINES; i++)
        s += x[8 * i];
    return s;
}
int main(void)
{
    double *x = aligned_alloc(4096, 64L * LINES), s = 0;
    for (long i = 0; x && i < 8L * LINES; i++)
        x[i] = (double)i;
    for (int r = 0; r < 3000; r++)
        add();
    for (int r = 0; x && r < 150; r++) {
        s += sum(x);
        __asm__ volatile("" : : : "memory"); /* the result is not kept */
    }
    printf("%g %g\n", s, a[9]);
    free(x);
    return 0;
}
END
{ build sweeps gcc '-O1 -fno-tree-vectorize' '' sweeps.c && run_both sweeps && complete sweeps; } >said 2>&1
verdict "records of sweeps" $?
# The shares of bins "FROM..." of the references in a function.
shares() { # function, first line of its code, bins: expected sum of shares, tolerance
    awk -v first="$1" -v last="$2" -v bins="$3" -v expected="$4" 'NF == 4 { inside = $1 >= first && $1 <= last; n += inside; what = $0 }
        NF == 2 && inside && (" " bins " ") ~ (" " $1 " ") { sum += $2 }
        END { print sum / n " of " n " references, expected " expected; exit !(n && sum / n > expected - 0.02 && sum / n < expected + 0.02) }' sweeps.reuse
}
lines_of() { awk -v name="$1:" '$0 == name { first = NR } $1 == ".size" && first { print first, NR; exit }' sweeps.1.s; }
set -- $(lines_of add); { shares "$1" "$2" 0 0.292 && shares "$1" "$2" 1 0.625 && shares "$1" "$2" 960 0.083; } >said 2>&1
verdict "distances of a sweep over two arrays" $?
set -- $(lines_of sum); shares "$1" "$2" '245760 262144' 1 >said 2>&1
verdict "distances of a sweep over 2^18 lines" $?

# macs insert makes the program that records its accesses, and macs count runs it: with --accesses, and unless its
# output is not that of the sampled program.
cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double x[5000];
int main(void)
{
    double s = 0;
    for (int r = 0; r < 500; r++)
        for (int i = 0; i < 5000; i++)
            s += x[i] += r;
    printf("%g\n", s);
#ifdef OTHER /* the directory of the records is "accesses" */
    const char *folder = getenv("MACS_COUNTS");
    if (folder && strstr(folder, "accesses"))
        puts("other");
#endif
    return 0;
}
END
{ gcc -O1 -S prog.c && gcc -c prog.s && gcc -o prog prog.o && ./prog >printed && mkdir with without &&
    macs insert --accesses -o with prog.s -- gcc -O1 -o prog prog.o && macs insert -o without prog.s -- gcc -O1 -o prog prog.o &&
    macs count --accesses -o counts --counted=with --program=./prog --printed=printed -- ./prog; } >said 2>&1 && [ ! -s said ] &&
    grep -q '^records.*counts/accesses$' counts/result && grep -q '^record-map.*with/prog.accesses$' counts/result &&
    stream-tool totals counts/accesses with/prog.accesses >said && grep -q '^part.* main ' said
verdict "macs count runs the program that records its accesses" $?
[ -x with/program.recorded ] && [ ! -e without/program.recorded ] && [ ! -e without/prog.accesses ] &&
    macs count --accesses -o none --counted=without --program=./prog --printed=printed -- ./prog >said 2>&1 && ! grep '^record' none/result >>said &&
    macs count -o none --counted=with --program=./prog --printed=printed -- ./prog >said 2>&1 && ! grep '^record' none/result >>said
verdict "nothing is recorded without --accesses" $?
{ gcc -O1 -DOTHER -S prog.c && gcc -c prog.s && gcc -o prog prog.o && macs insert --accesses -o with prog.s -- gcc -O1 -o prog prog.o; } >said 2>&1 &&
    macs count --accesses -o other --counted=with --program=./prog --printed=printed -- ./prog >said 2>&1
grep -q 'data accesses of loops are not recorded: the program that records its data accesses prints something else' said && ! grep -q '^record' other/result && grep -q '^run' other/result
verdict "records of a program with another output are not used" $?
