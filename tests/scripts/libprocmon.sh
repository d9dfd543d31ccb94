# SPDX-License-Identifier: GPL-3.0-or-later
# libprocmon outside the build folder: as make install puts it there, for C and Fortran, together with libmultikron,
# which includes it, and under the thread sanitizer. The test checks procmon's report for the states that a program
# registers: threads that wait for a second, long enough for samples on any machine.
. "$SRCDIR/tests/compiled.sh"
install || { result 'make install' 1; exit 1; }
lib=root/usr/lib
# A result that needs to know what threads wait for.
looked() { if [ "$MAY_LOOK" ]; then result "$1" "$2"; else echo "# left out: $1: no process may be looked into here"; fi; }
cat >hello.c <<'E1'
#include <procmon.h>
#include <time.h>
int main(void)
{
    const struct timespec half = {.tv_nsec = 500000000};
    procmon_register("greeter", "hosts", PROCMON_COMMUNICATION);
    unsigned r = procmon_region("hello.c:main:9");
    procmon_enter(r);
    nanosleep(&half, 0);
    procmon_leave(r);
    nanosleep(&half, 0);
    return procmon_watched() ? 0 : 3;
}
E1
# The sleeps count as processing, because they were not registered: nearly all of the time except the start and the
# end; about half of them are in the region.
heard() { # program
    procmon --format=json -- "$1" >report || return 1
    cat report
    grep -q '"name": "greeter"' report && grep -q '"group": "hosts"' report &&
        awk '/"share"/ && !n++ { whole = $3 + 0 > 0.5 } /"name": "hello.c:main:9"/ { region = 1 }
             region && /"samples"/ { s = $2 + 0; exit } END { exit !(whole && s > 0) }' report
}
static() {
    $CC $flags -std=c11 -D_GNU_SOURCE -Wall -Werror -pedantic -Iroot/usr/include hello.c $lib/libprocmon.a -lpthread -o hello &&
        heard ./hello && { ./hello; [ $? = 3 ]; }
}
static >said 2>&1; looked 'an installed archive' $?
shared() {
    $CC $flags -D_GNU_SOURCE -Iroot/usr/include hello.c -L$lib -lprocmon -lpthread -o hello.shared &&
        LD_LIBRARY_PATH=$lib heard ./hello.shared
}
shared >said 2>&1; looked 'an installed shared library' $?
cat >both.c <<'E1'
#include <multikron.h>
#include <procmon.h>
#include <stdio.h>
#include <time.h>
int main(void)
{
    const struct timespec third = {.tv_nsec = 300000000};
    procmon_register("both", 0, PROCMON_ALL_WAITS);
    unsigned p = procmon_region("both.c:main:10"), m = mk_region("both.c:main:12");
    procmon_enter(p);
    nanosleep(&third, 0);
    mk_enter(m);
    nanosleep(&third, 0);
    mk_exit(m);
    mk_loop_begin(m);
    nanosleep(&third, 0);
    mk_loop_end(m);
    nanosleep(&third, 0);
    procmon_leave(p);
    mk_loop_begin(77);
    nanosleep(&third, 0);
    mk_loop_end(77);
    return 0;
}
E1
# Samples of regions, and the name that number 77 has in no table.
regions() { # program
    procmon --format=json -- "$1" >report || return 1
    cat report
    for r in both.c:main:10 both.c:main:12 'region 77'; do
        awk -v r="\"name\": \"$r\"" 'index($0, r) { in_it = 1 } in_it && /"samples"/ { s = $2 + 0; exit } END { exit !(s > 0) }' report || return 1
    done
}
# In each order of the two, as archives and as shared libraries, with samples of libmultikron and without.
beside() {
    build="$CC $flags -D_GNU_SOURCE -Iroot/usr/include both.c"
    $build $lib/libmultikron.a $lib/libprocmon.a -lpthread -o both.1 && $build $lib/libprocmon.a $lib/libmultikron.a -lpthread -o both.2 &&
        $build $lib/libmultikron.a -lpthread -o both.3 && $build -L$lib -lprocmon -lmultikron -lpthread -o both.4 &&
        $build -L$lib -lmultikron -lprocmon -lpthread -o both.5 || return 1
    for n in 1 2 3 4 5; do LD_LIBRARY_PATH=$lib regions ./both.$n || return 1; done
    mkdir t && export MULTIKRON_DIR=t && regions ./both.1 && unset MULTIKRON_DIR && grep 'region.1 both.c:main:12' t/*.manifest
}
beside >said 2>&1; result 'beside libmultikron' $?
# A handler enters regions whose names procmon does not know yet, while its thread adds regions, of which each call
# searches a long list under a lock. The timer of 5 kHz interrupts these calls; a handler that waits for a lock of its
# own thread never ends. Each handler enters one more region until all have been entered.
cat >handlers.c <<'E1'
#include <multikron.h>
#include <procmon.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
enum { REGIONS = 1500, NAMED = 2000, FIRST = 1001 }; /* the last 500 have no name */
static volatile unsigned entered;
static void handler(int unused)
{
    (void)unused;
    if (entered == REGIONS)
        return;
    mk_enter(FIRST + entered);
    mk_exit(FIRST + entered);
    entered++;
}
int main(int argc, char **argv)
{
    struct sigaction s = {.sa_handler = handler};
    struct itimerval often = {{0, 200}, {0, 200}};
    char name[40];
    unsigned (*region)(const char *) = argc > 1 && strcmp(argv[1], "procmon") == 0 ? procmon_region : mk_region;
    for (int i = 0; i < NAMED; i++) {
        snprintf(name, sizeof name, "h.c:main:%d", i);
        region(name);
    }
    mk_trace(0, 0); /* the first sample starts a thread */
    sigaction(SIGALRM, &s, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    while (entered < REGIONS)
        region(name);
    return procmon_watched() ? 0 : 3;
}
E1
# Without samples mk_region adds regions of procmon; with samples it adds lines to the manifest.
in_handlers() {
    $CC $flags -O1 -std=c11 -D_GNU_SOURCE -Iroot/usr/include handlers.c $lib/libmultikron.a -lpthread -o handlers || return 1
    for adds in multikron procmon; do
        timeout 100 procmon -o report -- ./handlers $adds || return 1
        rm -rf h && mkdir h
        MULTIKRON_DIR=h timeout 100 procmon -o report -- ./handlers $adds || return 1
    done
}
in_handlers >said 2>&1; result 'regions in signal handlers' $?
nothing_of_libmacs() {
    ! nm $lib/libprocmon.a | grep -E ' [TDBR] ' | grep -vE ' (procmon_|pm_|pm[a-z]*_$|__odr_asan)' &&
        ! nm -D --defined-only $lib/libprocmon.so.0 | grep -vE ' (procmon_[a-z]*|pm[a-z]*_|__.*|_init|_fini|_edata|_end)(@.*)?$'
}
nothing_of_libmacs >said 2>&1; result 'no names but procmon..., pm...' $?

if command -v gfortran >/dev/null 2>&1; then
    cat >hello.f <<'E1'
      program hello
      implicit none
      integer r
      double precision share
      logical watched
      include 'procmon.inc'
      call pmregister('greeter', 'hosts', 2)
      call pmregion('hello.c:main:9', r)
      call pmenter(r)
      call sleep(1)
      call pmleave(r)
      call pmwatched(watched)
      call pmprocessing('greeter', share)
      if (watched .neqv. share .ge. 0) stop 4
      call pmstart()
      call pmunregister()
      if (.not. watched) stop 3
      end
E1
    fortran() {
        for form in -ffixed-form -ffree-form; do
            cp hello.f free.f
            gfortran $fortran_flags -Wall -Werror $form -Iroot/usr/include \
                "$([ $form = -ffixed-form ] && echo hello.f || echo free.f)" $lib/libprocmon.a -lpthread -o hello.f.out &&
                heard ./hello.f.out && { ./hello.f.out; [ $? = 3 ]; } || return 1
        done
    }
    fortran >said 2>&1; looked 'calls from Fortran' $?
    # A loop that sleeps for a second, marked by kma: more than half of its samples wait for a timer. One
    # table names it, without a table it has the number that is in it.
    cat >waits.f <<'E1'
      program waits
      integer i
      double precision a(100)
      do 10 i = 1, 100
        a(i) = i
   10 continue
      do 20 i = 1, 1
        call sleep(1)
        a(i) = a(i + 1)
   20 continue
      if (a(1) .ne. 2) stop 1
      end
E1
    timer_in() { # region, option...
        region=$1; shift
        procmon --format=json "$@" -- ./waits >report || return 1
        cat report
        jq -e --arg r "$region" '.threads[0].regions[] | select(.name == $r) | .share.timer > 0.5' report
    }
    marked() {
        kma --instrument=time/ --loops=all --regions=table waits.f &&
            gfortran $fortran_flags -O1 -w time/waits.f $lib/libmultikron.a -lpthread -o waits &&
            timer_in waits.f:waits:7 --regions=table && timer_in 'region 2' && mkdir m && export MULTIKRON_DIR=m &&
            timer_in waits.f:waits:7 --regions=table && unset MULTIKRON_DIR && [ -s m/0.0.mkn ]
    }
    command -v jq >/dev/null && { marked >said 2>&1; looked 'loops that kma marked' $?; } || echo 'skip loops that kma marked: there is no jq'
else
    echo 'skip calls from Fortran, loops that kma marked: there is no gfortran'
fi

# The load balancer moves what one worker had at first; no item is lost.
balance() {
    $CC $flags -O2 -std=c11 -D_GNU_SOURCE -Wall -Werror -Iroot/usr/include "$SAMPLES/procmon/balance.c" $lib/libprocmon.a -lpthread -o balance || return 1
    for try in 1 2 3; do
        timeout 60 procmon -o report -- ./balance >moved || return 1
        cat moved
        awk '/^in the end:/ { exit !($4 + $5 + $6 + $7 == 24 && $4 < 24 && $4 > 0) }' moved && return
    done
    return 1
}
balance >said 2>&1; result 'a load balancer' $?

# The thread sanitizer over threads, regions, questions and fork, with an active monitor. A child allocates nothing,
# so it sends no question: the sanitizer's allocator may be locked for ever there, by a thread that only the parent
# has. (tests/unit/libprocmon-test.c has a child that asks.)
tsan() {
    cat >tsan.c <<'E1'
#include "measure/monitor/lib/procmon.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void *work(void *other)
{
    procmon_register(other ? "a" : "b", "all", PROCMON_ALL_WAITS);
    unsigned region = procmon_region(other ? "t.c:a:1" : "t.c:b:1");
    for (int i = 0; i < 3000; i++) {
        procmon_enter(region);
        if (i % 100 == 0)
            free(procmon_ask("read a"));
        if (i % 500 == 0)
            procmon_register("c", 0, PROCMON_TIMER);
        procmon_leave(region);
    }
    return other;
}
static void child(void)
{
    procmon_enter(procmon_region("t.c:child:1"));
    procmon_register("child", 0, PROCMON_TIMER);
}
static int outcome(void)
{
    return procmon_watched() ? 0 : 3;
}
E1
    main_of_threads >>tsan.c
    $CC -std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=thread -I"$SRCDIR" "$SRCDIR"/measure/monitor/lib/*.c tsan.c -lpthread -o tsan &&
        TSAN_OPTIONS=die_after_fork=0 procmon -o report -- setarch -R ./tsan
}
if ! tsan_compiles; then
    echo 'skip threads under the thread sanitizer: the compiler has none'
elif ! tsan_runs; then
    echo '# left out: threads under the thread sanitizer: it does not run here'
else
    tsan >said 2>&1; result 'threads under the thread sanitizer' $?
fi
