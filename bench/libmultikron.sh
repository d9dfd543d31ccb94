# SPDX-License-Identifier: GPL-3.0-or-later
# The cost of a trigger of libmultikron as a ratio to the least possible cost, in one run on one core; for comparison
# OTF2's writer, LTTng-UST and clock_gettime, if installed. Targets:
#   a trace sample     at most 1.25 x (rdtsc + 16 bytes stored)
#   a filtered trigger less than 1 ns over a call of an empty function
#   a resource sample  at most 2 x (rdtsc + 80 bytes stored, 64 of them copied from the counters)
# Also compares the loop times of samples/triad.c and measured-lfk.f from their samples with times measured directly by
# the TSC (target: within 2 %). Rings are on a file system in memory if there is one.
trace=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) && trap 'rm -rf "$trace"' EXIT
missed=0
CC=${CC:-cc}
promise() { # what, figure, most
    echo "$2 $3" | awk -v what="$1" '{ printf "%s: %.3f (target: at most %s)%s\n", what, $1, $2, $1 <= $2 ? "" : " MISSED"; exit !($1 <= $2) }' || missed=1
}
of() { awk -v name="$1" '$1 == name { print $2 }' figures; }

MULTIKRON_DRAIN=exit MULTIKRON_DIR=$trace triggers >figures || exit 1
awk '$1 != "lost" { printf "%-10s %7.3f ns\n", $1, $2 }' figures
promise 'trace / limit-16' "$(awk '{ t[$1] = $2 } END { print t["trace"] / t["limit-16"] }' figures)" 1.25
promise 'resource / limit-80' "$(awk '{ t[$1] = $2 } END { print t["resource"] / t["limit-80"] }' figures)" 2
promise 'filtered - empty, ns' "$(awk '{ t[$1] = $2 } END { print t["filtered"] - t["empty"] }' figures)" 1
MULTIKRON_DRAIN=exit MULTIKRON_COUNTERS=0=page-faults MULTIKRON_DIR=$trace triggers >hardware &&
    awk '$1 == "resource" { printf "resource with one counter of the kernel, by read(2): %.0f ns\n", $2 }' hardware
multikron counters | awk '$1 == "cycles" { $1 = ""; print "counters of the machine:" $0 }'

# Bursts and many threads: the share of samples lost for different limits of the memory of rings.
for memory in 0 16777216 67108864 134217728 268435456; do
    rm -rf "$trace"/*
    echo "rings up to $memory bytes: $(MULTIKRON_MEMORY=$memory MULTIKRON_DIR=$trace triggers burst 20000000 2>/dev/null)"
done
for n in 63 64 200 1000; do
    rm -rf "$trace"/*
    MULTIKRON_DIR=$trace triggers threads $n $((2000000 / n))
done
rm -rf "$trace"/*

# Other tools: separate programs, each on one core.
beside() { # name, nanoseconds
    awk -v name="$1" -v ns="$2" '$1 == "trace" { printf "%s: %.1f ns, %.2f times a trace sample\n", name, ns, ns / $2 }' figures
}
beside 'clock_gettime alone' "$(of clock)"
if command -v otf2-config >/dev/null 2>&1 &&
    $CC -O2 -D_GNU_SOURCE $(otf2-config --cflags) "$SRCDIR/bench/trigger-otf2.c" $(otf2-config --ldflags) $(otf2-config --libs) -o trigger-otf2; then
    beside "OTF2's writer, clock_gettime" "$(taskset -c 0 ./trigger-otf2)" && rm -rf otf2
    beside "OTF2's writer, rdtsc" "$(taskset -c 0 ./trigger-otf2 tsc)"
else echo "OTF2's writer: not installed"; fi
lttng_figure() {
    # Starts a session daemon if none is running.
    daemon=
    if ! lttng list >/dev/null 2>&1; then
        lttng-sessiond --no-kernel >sessiond 2>&1 & daemon=$!
        for i in 1 2 3 4 5 6 7 8 9 10; do lttng list >/dev/null 2>&1 && break; sleep 0.5; done
    fi
    session=macs-bench-$$
    lttng create $session --output="$trace/lttng" >/dev/null 2>&1 &&
        lttng enable-channel -s $session -u --subbuf-size=4M --num-subbuf=4 c >/dev/null 2>&1 &&
        lttng enable-event -s $session -u -c c 'macs_bench:*' >/dev/null 2>&1 &&
        lttng start $session >/dev/null 2>&1 && taskset -c 0 ./trigger-lttng
    lttng destroy $session >/dev/null 2>&1
    [ -z "$daemon" ] || { kill "$daemon"; wait "$daemon"; } >/dev/null 2>&1
}
if command -v lttng >/dev/null 2>&1 &&
    $CC -O2 -D_GNU_SOURCE -I"$SRCDIR/bench" "$SRCDIR/bench/trigger-lttng.c" -llttng-ust -ldl -o trigger-lttng 2>/dev/null; then
    ns=$(lttng_figure)
    if [ -n "$ns" ]; then beside 'LTTng-UST' "$ns"; else echo 'LTTng-UST: cannot create a session'; fi
else echo 'LTTng-UST: not installed'; fi

# Loop times from samples, compared with the TSC.
agree() { # unit, program
    rm -rf "$trace"/* && MULTIKRON_DIR=$trace ./"$2" >direct &&
        od -An -v -tx1 -w16 "$trace/0.0.mkn" | awk -v unit="$1" -f "$SAMPLES/measured-loops.awk" "$trace/0.0.manifest" direct - | sort >loops &&
        awk '{ printf "%s thread %s: %d cycles or ns by samples, %d directly, %.3f %%\n", $1, $2, $3, $4, $5 }' loops &&
        promise "$2: greatest difference, %" "$(awk '{ d = $5 < 0 ? -$5 : $5; if (d > most) most = d } END { print NR ? most : 100 }' loops)" 2
}
lib=$BUILDDIR/measure/multikron/lib/libmultikron.a
$CC -O2 -I"$SRCDIR/measure/multikron/lib" "$SAMPLES/triad.c" "$lib" -lpthread -o triad && agree cycles triad
if command -v gfortran >/dev/null 2>&1; then
    gfortran -O2 -I"$SRCDIR/measure/multikron/lib" "$SAMPLES/measured-lfk.f" "$lib" -lpthread -o measured-lfk && agree ns measured-lfk
else echo 'measured-lfk: no gfortran'; fi
exit $missed
