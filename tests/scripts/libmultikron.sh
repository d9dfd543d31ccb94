# SPDX-License-Identifier: GPL-3.0-or-later
# libmultikron outside the build directory: installed, in C and Fortran, in unmodified programs, and
# with the thread sanitizer.
. "$SRCDIR/tests/compiled.sh"
install
cat >hello.c <<'E1'
#include <multikron.h>
#include <stdio.h>
int main(void)
{
    unsigned r = mk_region("hello.c:main:7");
    mk_enter(r);
    mk_iterations(r, 3);
    mk_exit(r);
    printf("%d\n", mk_sampling());
    return 0;
}
E1
# samples N FILE...: the files contain N records of 16 bytes.
samples() {
    n=$1; shift
    [ "$(cat "$@" | wc -c)" = $((16 * n)) ]
}
static() {
    rm -rf t && mkdir t &&
        $CC $flags -std=c11 -Wall -Werror -pedantic -Iroot/usr/include hello.c root/usr/lib/libmultikron.a -lpthread -o hello &&
        [ "$(MULTIKRON_DIR=t ./hello)" = 1 ] && samples 5 t/*.mkn && [ "$(./hello)" = 0 ]
}
static >said 2>&1; result 'an installed archive' $?
shared() {
    rm -rf t && mkdir t && $CC $flags -Iroot/usr/include hello.c -Lroot/usr/lib -lmultikron -lpthread -o hello.shared &&
        [ "$(LD_LIBRARY_PATH=root/usr/lib MULTIKRON_DIR=t ./hello.shared)" = 1 ] && samples 5 t/*.mkn
}
shared >said 2>&1; result 'an installed shared library' $?
nothing_of_libmacs() {
    ! nm root/usr/lib/libmultikron.a | grep -E ' [TDBR] ' | grep -vE ' (mk_|mk$|mk[a-z]*_$|__odr_asan|mk|procmon_|pm_|pm[a-z]*_$)' &&
        ! nm -D --defined-only root/usr/lib/libmultikron.so.0 | grep -vE ' (mk[a-z_]*|procmon_[a-z]*|pm[a-z]*_|__.*|_init|_fini|_edata|_end)(@.*)?$'
}
nothing_of_libmacs >said 2>&1; result 'no names but mk..., procmon..., pm...' $?

# An unmodified program: its start and end are sampled, its output and status do not change.
preload() {
    rm -rf t && mkdir t || return 1
    so=$dir/root/usr/lib/libmultikron.so
    [ -z "$sanitized" ] || so=$($CC -print-file-name=libasan.so):$so
    LD_PRELOAD=$so MULTIKRON_DIR=t ASAN_OPTIONS=detect_leaks=0 "$@" >out.with 2>err.with; with=$?
    "$@" >out.without 2>err.without; without=$?
    cat err.with
    [ $with = $without ] && cmp out.with out.without && cmp err.with err.without
}
unmodified() {
    printf 'b\na\n' >lines
    preload sort lines && samples 2 t/0.0.mkn && grep '^run sort$' t/0.0.manifest && [ ! -e t/0.0.mkr ] &&
        preload sh -c 'sort lines | cat; ls /none; exit 7' && ls t/*.manifest
}
unmodified >said 2>&1; result 'a program that knows nothing of it' $?

# If the file size limit is too small, sampling is off and the program continues.
limited() {
    rm -rf t && mkdir t && (ulimit -f 8; MULTIKRON_DIR=t ./hello 2>err; echo $? >status) && grep '^0$' status && cat err &&
        grep 'sampling is off' err && [ ! -e t/0.0.mkr ] &&
        MULTIKRON_DIR=t MULTIKRON_RING=many ./hello 2>err && grep 'MULTIKRON_RING=many, which is not a number' err
}
limited >said 2>&1; result 'a limit of file sizes, a wrong setting' $?

if command -v gfortran >/dev/null 2>&1; then
    cat >hello.f <<'E1'
      program hello
      implicit none
      include 'multikron.inc'
      integer r, i
      call mkregion('hello.f:hello:7', r)
      call mkenter(r)
      do 10 i = 1, 4
        call mkcount(2, 5)
   10 continue
      call mkiter(r, 4)
      call mkexitres(r)
      call mkcounter(2, 'fives')
      end
E1
    fortran() {
        rm -rf t && mkdir t || return 1
        for form in -ffixed-form -ffree-form; do
            [ $form = -ffixed-form ] || sed 's/^   10/10/' hello.f >free.f
            gfortran $fortran_flags -Wall -Werror $form -Iroot/usr/include \
                "$([ $form = -ffixed-form ] && echo hello.f || echo free.f)" root/usr/lib/libmultikron.a -lpthread -o hello.f.out &&
                rm -rf t/* && MULTIKRON_DIR=t ./hello.f.out && grep '^region.1 hello.f:hello:7$' t/0.0.manifest &&
                grep '^counter.2 fives$' t/0.0.manifest && samples 9 t/0.0.mkn &&
                [ "$(od -An -tx1 -j72 -N4 t/0.0.mkn)" = ' 00 00 00 14' ] || return 1
        done
    }
    fortran >said 2>&1; result 'calls from Fortran' $?
else
    echo 'skip calls from Fortran: there is no gfortran'
fi

# Compares the sampled cycles of each loop with those that the program measured. A busy machine may
# interrupt between the two, so one of several runs must agree to 5 %.
agree() { # unit, program, argument...
    unit=$1; shift
    for try in 1 2 3 4 5; do
        rm -rf t && mkdir t && MULTIKRON_DIR=t "$@" >direct &&
            od -An -v -tx1 -w16 t/0.0.mkn | awk -v unit="$unit" -f "$SAMPLES/measured-loops.awk" t/0.0.manifest direct - >loops || return 1
        cat loops
        awk '{ n++; far += $5 > 5 || $5 < -5 } END { exit !(n && !far) }' loops && return
    done
    return 1
}
measured() { $CC $flags -O2 -std=c11 -D_GNU_SOURCE -Wall -Werror -Iroot/usr/include "$SAMPLES/triad.c" root/usr/lib/libmultikron.a -lpthread -o triad && agree cycles ./triad 2 100000 20 && [ "$(wc -l <loops)" = 4 ]; }
if grep -q '^cycles-per-tick' t/0.0.manifest; then
    measured >said 2>&1; result 'loops of threads in C, measured' $?
else
    echo '# left out: loops of threads in C, measured: there is no TSC to compare with'
fi
measured_fortran() { gfortran $fortran_flags -O2 -Iroot/usr/include "$SAMPLES/measured-lfk.f" root/usr/lib/libmultikron.a -lpthread -o lfk && agree ns ./lfk && [ "$(wc -l <loops)" = 2 ]; }
# From the Fortran source to the gap table: the samples have kma's names of loops.
gaps() {
    cp "$SAMPLES/measured-lfk.f" . && kma --machine=golden-cove --db=run.db -I root/usr/include measured-lfk.f &&
        multikron import --manifest=t/0.0.manifest run.db t/0.0.mkn &&
        macs-gap run.db --format=csv >gaps && cat gaps &&
        awk -F, '/:lfk:(30|41),/ { n += $7 == 4000000 && $13 > 0 && $30 == 40 && $31 == 0 } END { exit n != 2 }' gaps
}
if command -v gfortran >/dev/null 2>&1; then
    measured_fortran >said 2>&1; result 'loops of Fortran, measured' $?
    gaps >said 2>&1; result 'measured loops in the gap table' $?
else
    echo 'skip loops of Fortran, measured: there is no gfortran'
fi

# A separate build with the thread sanitizer: threads, drain, fork and overruns.
tsan() {
    cat >tsan.c <<'E1'
#include "measure/multikron/lib/multikron.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *work(void *level)
{
    unsigned region = mk_region(level ? "t.c:a:1" : "t.c:b:1");
    for (int i = 0; i < 30000; i++) {
        mk_trace(4, (uint64_t)i);
        if (i % 7 == 0)
            mk_resource(5, (uint64_t)i);
        if (i % 10000 == 0)
            mk_flush();
        if (i % 5000 == 0)
            mk_set_filter(i % 2 ? 0xffff : 0xffdf);
    }
    mk_exit(region);
    return level;
}
static void child(void)
{
    mk_enter(mk_region("t.c:child:1"));
}
static int outcome(void)
{
    return 0;
}
E1
    main_of_threads >>tsan.c
    $CC -std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=thread -I"$SRCDIR" -include measure/multikron/lib/prefix.h "$SRCDIR"/measure/multikron/lib/*.c "$SRCDIR"/measure/monitor/lib/*.c \
        "$SRCDIR"/measure/multikron/collect/client.c "$SRCDIR"/measure/multikron/collect/channel.c "$SRCDIR"/measure/multikron/collect/protocol.c \
        "$SRCDIR"/measure/multikron/collect/tls.c tsan.c -lpthread -o tsan || return 1
    for overrun in discard wait; do
        rm -rf t && mkdir t && MULTIKRON_DIR=t MULTIKRON_RING=65536 MULTIKRON_OVERRUN=$overrun \
            TSAN_OPTIONS=die_after_fork=0 setarch -R ./tsan && [ -s t/0.0.mkn ] || return 1
        rm -rf t nodes && mkdir t || return 1
        multikron collect --no-sync --listen=unix:sock nodes >summary 2>log & collector=$!
        for try in $(seq 100); do grep -q listening log && break; sleep 0.05; done
        MULTIKRON_TO=unix:sock MULTIKRON_DIR=t MULTIKRON_RING=65536 MULTIKRON_OVERRUN=$overrun \
            TSAN_OPTIONS=die_after_fork=0 setarch -R ./tsan; code=$?
        kill $collector; wait $collector
        [ $code = 0 ] && [ -s nodes/node-0.mkn ] || return 1
    done
}
if ! tsan_compiles; then
    echo 'skip rings under the thread sanitizer: the compiler has none'
elif ! tsan_runs; then
    echo '# left out: rings under the thread sanitizer: it does not run here'
else
    tsan >said 2>&1; result 'rings under the thread sanitizer' $?
fi
