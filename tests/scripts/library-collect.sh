# SPDX-License-Identifier: GPL-3.0-or-later
# libmultikron sends to a collector: the same samples as in files, from parent and child; a collector
# that does not run, that ends, that accepts no data; a program that closes the socket.
dir=$(mktemp -d) && cd "$dir" || exit 1
collector=
trap 'kill -9 $collector 2>/dev/null; rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM
CC=$(sed -n 's/^CC = //p' "$BUILDDIR/Makefile")
flags=$(sed -n 's/^MACS_CFLAGS = //p' "$BUILDDIR/Makefile" | tr ' ' '\n' | grep -e '^-fsanitize=[a-eg-z]' -e '^--coverage')
told() { # NAME: reports the status of the command before it
    if [ $? = 0 ]; then echo "ok $1"; else
        for f in log summary said t/*.manifest; do [ -s $f ] && sed "s|^|# $f: |" $f | head -20; done
        ls -l t nodes 2>/dev/null | sed 's/^/# /'
        echo "not ok $1"
    fi
}
start() { # NAME...: a collector at unix:sock and TCP, once it listens, with its files in nodes
    : >log
    multikron collect --no-sync --listen=unix:sock --listen=127.0.0.1:0 nodes >summary 2>log & collector=$!
    for try in $(seq 200); do grep -q '^listening on 127' log && return; kill -0 $collector 2>/dev/null || return; sleep 0.05; done
}
stop() { kill -TERM $collector; wait $collector; collector=; }
fresh() { rm -rf t nodes go && mkdir t; }
# The leak sanitizer may report a running thread at the end of the program.
ASAN_OPTIONS=detect_leaks=0; export ASAN_OPTIONS

# program N MODE: N times enter, iterations and exit of a loop in each of two threads. MODE: fork = also N times in a
# child; close = after half of them, all descriptors are closed and files opened with their numbers; here = after half
# of them, samples go to the collector; pause = after half of them, waits at most 20 s for a file `go`.
cat >program.c <<'E1'
#include <fcntl.h>
#include <multikron.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int n, own[8];
static void *work(void *name)
{
    unsigned region = mk_region(name);
    for (int i = 0; i < n; i++) {
        mk_enter(region);
        mk_iterations(region, (uint64_t)i);
        mk_exit_resource(region);
        if (i % 1000 == 999)
            usleep(100);
    }
    return NULL;
}
static void between(const char *mode)
{
    if (!strcmp(mode, "close")) {
        usleep(100000);
        for (int fd = 3; fd < 64; fd++)
            close(fd);
        for (int i = 0; i < 8; i++)
            if ((own[i] = open("own", O_WRONLY | O_CREAT | O_TRUNC, 0600)) < 0)
                exit(3);
    }
    if (!strcmp(mode, "here") && (mk_send_to("far:1") || !mk_send_to("unix:sock")))
        exit(4);
    for (int i = 0; !strcmp(mode, "pause") && i < 2000 && access("go", F_OK) != 0; i++)
        usleep(10000);
    pid_t child = strcmp(mode, "fork") ? -1 : fork();
    if (!child) {
        work("p.c:child:1");
        exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}
int main(int argc, char **argv)
{
    pthread_t t;
    n = atoi(argv[1]);
    pthread_create(&t, NULL, work, "p.c:a:1");
    pthread_join(t, NULL);
    between(argc > 2 ? argv[2] : "");
    work("p.c:b:1");
    if (argc > 2 && !strcmp(argv[2], "close"))
        for (int i = 0; i < 8; i++)
            if (write(own[i], "mine", 4) != 4)
                return 5;
    return 0;
}
E1
$CC $flags -O2 -std=c11 -D_GNU_SOURCE -Wall -Werror -I"$SRCDIR/measure/multikron/lib" program.c "$BUILDDIR/measure/multikron/lib/libmultikron.a" -lpthread -o program >said 2>&1
told "a program with the library needs no library for encryption"
# The contents without times: source address, class and user bits of each sample, in the order of each thread.
marks() { cat "$@" | od -An -v -tx1 -w16 | awk '
    left { left--; next }
    { h = substr($0, 2, 2); if (h ~ /8$|9$|a$|b$|c$|d$|e$|f$/) left = 4
      s = $7 " " $8 " " $9 " " $10; print s, ++seen[s], h, $11, $12, $13, $14, $15, $16 }' | sort; }

# A thread: 3 * 5000 samples, of 16, 16 and 80 bytes; and one each for start and end of a process.
fresh; export MULTIKRON_DIR=t MULTIKRON_RING=4194304
./program 5000 fork >said 2>&1
marks t/0.0.mkn >parent; marks t/0.2.mkn >child; cp t/0.0.manifest t/0.2.manifest .
[ "$(wc -l <parent) $(wc -l <child)" = "30002 15002" ]; told "samples in files"

fresh; start
MULTIKRON_TO=unix:sock ./program 5000 fork >said 2>&1
stop
# Process 2 of node 0 is node 2 * 65536.
marks nodes/node-0.mkn >parent.sent; marks nodes/node-131072.mkn >child.sent
cmp parent parent.sent && cmp child child.sent && [ ! -s said ] && [ -z "$(ls t | grep mk)" ]
told "the same samples at the collector, from parent and child, and no files"
grep '^region' 0.2.manifest >regions
grep '^region' nodes/node-131072.manifest | cmp - regions && grep -q 'samples were sent to unix:.*/sock as node 131072$' t/0.2.manifest &&
    [ "$(awk '$1 == 0 { print $2, $3, $4, $5, $7 }' summary)" = "30002 1120032 0 1 0" ]
told "the manifest is sent, the stream ends"

fresh; start
MULTIKRON_DRAIN=exit MULTIKRON_NODE=9 MULTIKRON_TO=$(sed -n 's/^listening on \(1.*\)/\1/p' log) ./program 5000 >said 2>&1
stop
[ "$(marks nodes/node-9.mkn | wc -l)" = 30002 ] && [ ! -s said ]; told "over TCP, from another node, drained only at the end"

fresh; start
./program 5000 here >said 2>&1; code=$?
stop
# The first half is in the file, or still in the ring and then sent to the collector.
[ $code = 0 ] && cat t/0.0.mkn nodes/node-0.mkn >all 2>/dev/null || mv nodes/node-0.mkn all
marks all | cmp - parent && [ ! -s said ]; told "mk_send_to"

fresh; start
MULTIKRON_TO=unix:sock ./program 5000 close >said 2>&1; code=$?
stop
# The library reconnects; samples are not stored twice.
[ $code = 0 ] && marks nodes/node-0.mkn | cmp - parent && [ "$(cat own)" = mine ]
told "a program that closes the socket keeps its own files, and its samples"

fresh
MULTIKRON_TO=unix:sock ./program 5000 >said 2>&1; code=$?
marks t/0.0.mkn | cmp - parent && [ $code = 0 ] && [ ! -e t/0.0.mkr ] && grep -q 'the others are in .*/t/0.0.mkn: cannot connect to .*/sock: No such' said &&
    [ "$(wc -l <said)" = 1 ] && grep -q '^# process 0 of node 0 did not send .*: cannot connect' t/0.0.manifest
told "without a collector the samples are in the file, with one message"

fresh; start
MULTIKRON_TO=unix:sock ./program 5000 pause >said 2>&1 & program=$!
for try in $(seq 200); do [ -s nodes/node-0.mkn ] && break; sleep 0.05; done
kill -9 $collector; wait $collector 2>/dev/null; collector=
: >go; wait $program
# The stored samples, then those in the file; the last stored ones may be in both.
cat nodes/node-0.mkn t/0.0.mkn >all
marks all | cut -d' ' -f1-4,6- | sort -u >both; cut -d' ' -f1-4,6- parent | sort -u | cmp - both &&
    [ -s nodes/node-0.mkn ] && grep -q 'the others are in' said && [ ! -e t/0.0.mkr ]
told "if the collector ends, the rest is in the file"

fresh; start
kill -STOP $collector
before=$(date +%s)
MULTIKRON_TO=unix:sock ./program 5000 >said 2>&1; code=$?
took=$(($(date +%s) - before))
marks t/0.0.mkn | cmp - parent && [ $code = 0 ] && [ $took -le 15 ] && grep -q 'did not store all samples in time' said
told "the wait for a collector that accepts no data is limited"
kill -CONT $collector; stop

# Two rings of 65536 bytes and 1 MB of samples a thread: most are lost without a wait, none with it.
fresh; start
export MULTIKRON_RING=65536 MULTIKRON_MEMORY=131072
MULTIKRON_OVERRUN=wait MULTIKRON_TO=unix:sock ./program 5000 >said 2>&1
MULTIKRON_NODE=1 MULTIKRON_DRAIN=exit MULTIKRON_TO=unix:sock ./program 5000 >said 2>&1
stop
marks nodes/node-0.mkn | cmp - parent; told "a full ring waits with MULTIKRON_OVERRUN=wait"
# Node 1, each of its two threads: 65536 bytes hold 585 times 112 bytes and 16 for one more sample.
lost=$(sed -n 's/^# samples lost: //p' nodes/node-1.manifest); n=$(awk '$1 == 1 { print $2 }' summary)
[ "$lost" -gt 0 ] && [ "$(awk '$1 == 1 { print $4 }' summary)" -gt 0 ] && [ $((n + lost)) -ge 30002 ] && [ $((n + lost)) -le 30004 ]
told "otherwise losses are counted and flagged"

fresh
MULTIKRON_TO=far.example:5 ./program 5 >said 2>&1
[ -s t/0.0.mkn ] && grep -q 'far.example:5 is not on this machine.*multikron send' said &&
    MULTIKRON_DIR= MULTIKRON_TO=unix:sock ./program 5 2>&1 | grep -q 'set MULTIKRON_DIR to a directory'
told "another machine is refused"

# A signal handler that interrupts malloc fills its ring, in write wait mode: connecting to the collector allocates
# memory, so the trigger must leave it to the drain thread. The collector does not exist. The handler interrupts
# malloc only in a part of the runs, so there are several, of at most 20 s.
cat >handler.c <<'E1'
#include <multikron.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
enum { CALLS = 10, BLOCKS = 40 };
static volatile int handled;
static void handler(int unused)
{
    (void)unused;
    for (int i = 0; i < 10000 && handled < CALLS; i++)
        mk_trace(4, (uint64_t)i);
    handled += handled < CALLS;
}
int main(void)
{
    struct sigaction s = {.sa_handler = handler};
    struct itimerval often = {{0, 1000}, {0, 1000}};
    void *blocks[BLOCKS];
    mk_trace(4, 0); /* the first sample starts the drain thread */
    sigaction(SIGALRM, &s, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    while (handled < CALLS) {
        for (int i = 0; i < BLOCKS; i++)
            blocks[i] = malloc(2000 + 100 * (size_t)i); /* too large for the thread's cache, which has no lock */
        for (int i = 0; i < BLOCKS; i += 2)
            free(blocks[i]);
        for (int i = 1; i < BLOCKS; i += 2)
            free(blocks[i]);
    }
    return mk_lost() != 0;
}
E1
in_a_handler() {
    $CC $flags -O1 -std=c11 -D_GNU_SOURCE -I"$SRCDIR/measure/multikron/lib" handler.c \
        "$BUILDDIR/measure/multikron/lib/libmultikron.a" -lpthread -o handler || return 1
    for run in 1 2 3 4 5 6 7 8; do
        fresh
        MULTIKRON_DIR=t MULTIKRON_TO=unix:none MULTIKRON_OVERRUN=wait MULTIKRON_MEMORY=0 MULTIKRON_RING=65536 \
            timeout 20 ./handler 2>said || return 1
    done
}
in_a_handler; told 'a trigger in a handler that interrupts malloc'
