# SPDX-License-Identifier: GPL-3.0-or-later
# libmacsgap outside the build folder, in C and Fortran programs: its results while a program runs are those of
# macs-gap for the same counts and cycles afterwards.
. "$SRCDIR/tests/compiled.sh"
include=$SRCDIR/gaps/online library=$BUILDDIR/gaps/online/libmacsgap.a

no_foreign_names() {
    ! nm "$library" | grep -E ' [TDBR] ' | grep -vE ' (mg_|mg[a-z]*_$|__odr_asan)'
}
no_foreign_names >said 2>&1; result 'no names but mg...' $?

# Random facts: loops with blocks, their copies as areas; rows of threads; skipped blocks.
facts() { # seed
    awk -v seed="$1" '
    function n(most) { return int(rand() * (most + 1)) }
    BEGIN {
        srand(seed)
        print "target default ksr1\nsource k.f"
        for (l = 0; l < 5; l++) {
            at = 100 * l + 1; blocks = n(2); k = 2 ^ n(2)
            fa = 2 + n(5); lfl = 3 + n(6); sfl = 1 + n(3); fma = 1 + n(3)
            printf "loop k.f:s%d:%d %d %d fa=%d fma=%d lfl=%d sfl=%d x=2 y=%d\n", l, at, at, at + 50, fa, fma, lfl, sfl, 1 + n(4)
            for (b = 0; b < blocks; b++) {
                printf "block %d %d fa=1 lfl=1 fma=%d\n", at + 10 * (b + 1), at + 10 * (b + 1) + 4, (b == 0)
                printf "s%d:%d %d\n", l, at, at + 10 * (b + 1) >"blocks"
            }
            printf "s%d:%d\n", l, at >"loops"
            kept[l] = k " " blocks " " at " " fa " " fma " " lfl " " sfl
        }
        print "compiled k.s"
        for (l = 0; l < 5; l++) {
            split(kept[l], v, " ")
            printf "pairs .L%d %d k=%d line=%d end=%d source=k.f fa=%d fma=%d lfl=%d sfl=%d left=%d right=%d\n", 10 * l, 40 * v[1] + n(9), v[1], v[3], v[3] + 50, v[4] * v[1], v[5] * v[1], v[6] * v[1] + n(4), v[7] * v[1], n(6), n(9)
            for (c = 0; c < v[1]; c++)
                for (b = 0; b < v[2]; b++) {
                    first = 40 * c + 8 * b
                    printf "area .A%d.%d.%d %d %d 5 fa=1 lfl=%d line=%d end=%d\n", l, c, b, first, first + 6, 1 + n(1), v[3] + 10 * (b + 1), v[3] + 10 * (b + 1) + 4
                }
        }
    }'
}
rows() { # seed
    awk -v seed="$1" '
    FILENAME == "loops" { loop[++n] = $1 }
    FILENAME == "blocks" { skip[++s] = $1 " " $2 }
    END {
        srand(seed + 999)
        print "run,processors,thread,loop,iterations,cycles" >"measured.csv"
        print "run,thread,loop,block,skipped" >"skips.csv"
        for (i = 1; i <= n; i++) for (t = 0; t < 3; t++) {
            it[i, t] = 100 + int(rand() * 900)
            printf "r,3,%d,%s,%d,%d\n", t, loop[i], it[i, t], it[i, t] * (40 + rand() * 40) >"measured.csv"
            print "add", loop[i], t, it[i, t], 0
        }
        for (i = 1; i <= s; i++) for (t = 0; t < 3; t++) {
            split(skip[i], v, " ")
            for (j = 1; j <= n && loop[j] != v[1]; j++);
            printf "r,%d,%s,%s,%d\n", t, v[1], v[2], int(rand() * it[j, t]) >"skips.csv"
        }
    }' loops blocks >/dev/null
}
cat >replay.c <<'E1'
#include <macs_gap.h>
#include <stdlib.h>
#include <string.h>
/* Rows of measured.csv and skips.csv into the library; each loop's numbers out. */
int main(void)
{
    char why[200], loop[99], block[99];
    double iterations, cycles, times;
    int thread;
    macs_gap *g = mg_read("bounds", 3, why, sizeof why);
    FILE *rows = fopen("measured.csv", "r"), *skips = fopen("skips.csv", "r");
    if (!g)
        return puts(why), 1;
    fscanf(rows, "%*[^\n]");
    fscanf(skips, "%*[^\n]");
    while (fscanf(rows, " r,3,%d,%98[^,],%lf,%lf", &thread, loop, &iterations, &cycles) == 4)
        mg_add(g, mg_find(g, loop), thread, iterations, cycles);
    while (fscanf(skips, " r,%d,%98[^,],%98[^,],%lf", &thread, loop, block, &times) == 4)
        mg_skip(g, mg_find(g, loop), thread, mg_find_block(g, mg_find(g, loop), block), times);
    for (int l = 0; l < mg_loops(g); l++) {
        struct mg_result r;
        mg_get(g, l, MG_ALL, &r);
        printf("%s %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", mg_name(g, l), r.m, r.ma, r.mac, r.macs,
               r.measured, r.share_p, r.muf);
    }
    FILE *back = fopen("back.csv", "w"), *back_skips = fopen("back-skips.csv", "w");
    int failed = mg_csv(g, back, back_skips, "back", 3);
    mg_free(g);
    return failed != 0;
}
E1
the_same() {
    $CC $flags -std=c11 -Wall -I"$include" replay.c "$library" -o replay || return 1
    for seed in 1 2 3 4 5 6 7 8; do
        rm -f run.db blocks loops; : >blocks
        facts $seed >facts && put-facts run.db <facts && rows $seed || return 1
        macs-gap run.db --import=measured.csv --import=skips.csv --write-bounds=bounds && ./replay >online || return 1
        macs-gap run.db --format=json | jq -r '.runs[0].loops[] | [.loop, .m, .ma, .mac, .macs, .measured, .share.p, .muf] | @tsv' |
            awk '{ printf "%s", $1; for (i = 2; i <= NF; i++) printf " %.9g", $i; print "" }' >after
        cmp online after || { diff online after; return 1; }
        macs-gap run.db --import=back.csv --import=back-skips.csv || return 1
        macs-gap run.db --format=csv --run=r | cut -d, -f5- >one; macs-gap run.db --format=csv --run=back | cut -d, -f5- >two
        cmp one two || return 1
    done
    [ "$(wc -l <after)" = 5 ]
}
the_same >said 2>&1; result 'a running program is told what macs-gap says later' $?

fortran() { # flags
    gfortran $1 $flags -I"$include" "$SAMPLES/gaps-while-running.f" "$library" -o f || return 1
    rm -f run.db
    kma --db=run.db -I"$include" "$SAMPLES/gaps-while-running.f" >kma.txt &&
        macs-gap run.db --write-bounds=gaps.bounds && ./f >f.out || return 1
    cat f.out
    # M is 2 flops / 2 a cycle; MA 3 memory operations and 3/16 of overhead (samples/daxpy.f).
    awk '/daxpy/ { seen = 1; ok = $3 == 1 && $4 == 3.188 && $5 == "-" && $7 > 0 } END { exit !(seen && ok) }' f.out
}
if command -v gfortran >/dev/null; then
    fortran -O2 >said 2>&1; result 'a Fortran program' $?
else echo 'skip a Fortran program: no gfortran'; fi

# Threads add at the same time, each under its own number.
cat >race.c <<'E2'
#include <macs_gap.h>
#include <pthread.h>
static macs_gap *g;
static void *work(void *number)
{
    for (int i = 0; i < 20000; i++)
        mg_add(g, i % 2, (int)(long)number, 1, 3), mg_skip(g, 0, (int)(long)number, 0, 0.5);
    return NULL;
}
int main(void)
{
    pthread_t t[4];
    struct mg_result r;
    g = mg_new(4);
    mg_loop(g, "a:b:1", 1, 1), mg_loop(g, "a:b:2", 1, 1), mg_block(g, 0, "3");
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    mg_get(g, 1, MG_ALL, &r);
    return !(r.threads == 4 && r.iterations == 40000 && r.cycles == 120000);
}
E2
race() {
    $CC -fsanitize=thread -g -I"$include" race.c "$SRCDIR/gaps/online/bounds.c" "$SRCDIR/gaps/online/run.c" -I"$SRCDIR" -D_GNU_SOURCE -lpthread -o race && setarch -R ./race
}
if ! tsan_compiles; then
    echo 'skip threads under the thread sanitizer: the compiler has none'
elif ! tsan_runs; then
    echo '# left out: threads under the thread sanitizer: it does not run here'
else
    race >said 2>&1; result 'threads do not get in each other'"'"'s way' $?
fi
