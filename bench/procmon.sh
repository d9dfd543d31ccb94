# SPDX-License-Identifier: GPL-3.0-or-later
# The cost and the accuracy of procmon, on programs whose states are known by construction (bench/states.c). Targets:
# 100 samples a second of 13 threads in 0.6 % of a core, of 256 threads in 7 %, with at least 98 of 100 samples
# taken; a ping-pong through pipes slowed down by less than 2 %; shares of 30 s within 2 points of the true shares,
# and within the confidence intervals as often as their level states. Use an idle machine.
#     SECONDS_EACH=30 ROUNDS=300000 PAIRS=9
: "${SECONDS_EACH:=30}" "${ROUNDS:=300000}" "${PAIRS:=9}"
missed=0
miss() { echo "missed: $*"; missed=1; }
# holds CONDITION: of awk, on numbers.
holds() { awk "BEGIN { exit !($1) }"; }
median() { sort -n | awk '{ x[NR] = $1 } END { print (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2 }'; }
have() { command -v "$1" >/dev/null; }
idle_ticks() { awk '/^cpu /{ print $5 + $6, $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }' /proc/stat; }

set -- $(idle_ticks); sleep 1; set -- "$1" "$2" $(idle_ticks)
awk -v a="$1" -v b="$2" -v c="$3" -v d="$4" -v n="$(nproc)" \
    'BEGIN { printf "%d CPUs, %.0f %% idle before\n", n, 100 * (c - a) / (d - b) }'

# ---- CPU time ----

# beside COMMAND...: prints the CPU seconds of the command and of its children; discards its output.
beside() { measure 1 "$@" | cut -d' ' -f1; }
# cost THREADS LIMIT: most of them wait, like those of servers and solvers. Before and after it, on the same threads,
# the time of the system calls alone for the same number of samples, whose results are not used (bench/sampling-cost.c): no
# monitor with this sampling period can take less.
cost() {
    calculating=$(($1 / 13 + 1)); waiting=$((($1 - 1 - calculating) / 3))
    states $((SECONDS_EACH + 22)) "calculate*$calculating=calculate 0.2,sleep 9.8" "poll*$waiting=poll 50~" \
        "sleep*$waiting=sleep 20~" "futex*$(($1 - 1 - calculating - 2 * waiting))=futex 20~" >truth &
    sleep 0.5
    before=$(sampling-cost 10 $!)
    used=$(beside procmon -p $! --for="$SECONDS_EACH" --format=json -o r.json)
    after=$(sampling-cost 10 $!)
    wait $!
    set -- "$1" "$2" $(jq -r '"\(.threads | length) \(.rate) \(.seconds) \(.cost)"' r.json)
    awk -v n="$3" -v rate="$4" -v s="$5" -v own="$6" -v used="$used" -v a="$before" -v b="$after" 'BEGIN {
        printf "%3d threads: %.1f samples/s, %.2f %% of a core (%.2f %% by its own report), %.1f us per thread and sample\n",
            n, rate, 100 * used / s, 100 * own / s, 1e6 * own / s / rate / n
        printf "             the system calls alone, for as many samples: %.2f %% before, %.2f %% after; procmon takes %.2f times that\n",
            a, b, 100 * used / s / ((a + b) / 2) }'
    holds "$3 == $1" || miss "$1 threads are monitored"
    holds "$4 >= 98" || miss "98 samples a second"
    holds "100 * $used / $5 <= $2" || miss "$2 % of a core at $1 threads"
}
# The time of 100 samples a second of one sleeping thread: mostly that of waking up.
used=$(beside procmon --format=json -o r.json -- sleep 10)
jq -r .seconds r.json | awk -v used="$used" '{ printf "  1 thread, asleep: %.2f %% of a core\n", 100 * used / $1 }'
cost 13 0.6
cost 256 7

# ---- slowdown of the program ----

# slowdown WHAT LIMIT [OPTION...] -- [CPU]: ping-pong with and without, in turns.
slowdown() {
    what=$1; limit=$2; shift 2
    for i in $(seq "$PAIRS"); do
        without=$(ping-pong "$ROUNDS" $CPU)
        with=$(procmon -o /dev/null "$@" -- ping-pong "$ROUNDS" $CPU)
        echo "$without $with"
    done >pairs
    set -- $(awk '{ print $2 / $1 }' pairs | median) $(cut -d' ' -f1 pairs | sort -n | head -1) \
        $(cut -d' ' -f2 pairs | sort -n | head -1)
    awk -v r="$1" -v a="$2" -v b="$3" -v n="$PAIRS" -v what="$what" 'BEGIN {
        printf "ping-pong %s: %.2f us a round, with procmon %.2f us, %+.2f %% (least of %d each; median of pairs %+.2f %%)\n",
            what, a, b, 100 * (b / a - 1), n, 100 * (r - 1) }'
    [ -z "$limit" ] || holds "100 * ($3 / $2 - 1) < $limit" || miss "ping-pong $what slowed down by less than $limit %"
}
cpu=$(taskset -pc $$ 2>/dev/null | sed 's/.*[:,-] *//')
CPU='' slowdown 'on all CPUs' 2
CPU=$cpu slowdown 'on one CPU' 2
CPU=$cpu slowdown 'on one CPU, --calibrate' '' --calibrate

# ---- accuracy ----

# Threads of all kinds: in step with the samples (10 ms, 20 ms), nearly in step, faster, slower, random.
set -- 'step-10=calculate 1.5,sleep 8.5' 'step-20=sleep 17,calculate 1,select 2' \
    'step-5=calculate 0.5,poll 4.5' 'near-10=calculate 1.51,sleep 8.52' 'quick=calculate 0.1,sleep 0.9' \
    'slow=poll 120,sleep 150,calculate 30' 'chance=calculate 0.5~,futex 8~,sleep 1~' \
    'long=sleep 400~,poll 300~,calculate 20~' 'futex=futex 700' 'select=select 33' \
    'client=calculate 5,send,receive' 'server=receive,sleep 20,calculate 5,reply'
# states-of: lines THREAD STATE LEAST MOST SHARE LOW HIGH, by tid, from truth and r.json: the true share is between
# LEAST and MOST, because the time until the kernel noticed the end of a wait may count as waiting or not.
states_of() {
    jq -r '.threads[] | . as $t | .share | keys_unsorted[] | . as $s |
        "\($t.tid) \($s) \($t.share[$s]) \($t.interval[$s][0]) \($t.interval[$s][1])"' r.json >shares
    awk 'NR == FNR { name[$2] = $1
            most[$2, "processing"] = $4 / $3; least[$2, "processing"] = ($4 - $7 - $8) / $3
            least[$2, "communication"] = $5 / $3; most[$2, "communication"] = ($5 + $7) / $3
            least[$2, "timer"] = $6 / $3; most[$2, "timer"] = ($6 + $8) / $3; next }
        $1 in name { print name[$1], $2, least[$1, $2] + 0, most[$1, $2] + 0, $3, $4, $5 }' truth shares
}
procmon --format=json -o r.json -- states "$SECONDS_EACH" "$@" >truth
states_of | awk '{ print $0, ($5 < $3 ? $5 - $3 : $5 > $4 ? $5 - $4 : 0), ($7 < $3 || $6 > $4) }' >compared
awk '$4 > 0 || $5 > 0 { printf "%-8s %-13s %6.2f to %6.2f %% true, %6.2f %% shown, off by %5.2f [%.2f, %.2f]%s\n", $1, $2,
    100 * $3, 100 * $4, 100 * $5, 100 * $8, 100 * $6, 100 * $7, $9 ? " not within" : "" }' compared
set -- $(awk '{ d = $8 < 0 ? -$8 : $8; if (d > worst) worst = d
        d = $5 - ($2 == "processing" ? $4 : $3); if (d < 0) d = -d; if (d > ready) ready = d }
    $4 > 0 && $3 < 1 { n++; within += !$9 } END { print 100 * worst, within + 0, n + 0, 100 * ready }' compared)
jq -r '"\(.seconds) s at \(.rate) samples/s"' r.json | awk '{ printf "%.1f s at %.1f samples/s: ", $1, $4 }'
awk -v w="$1" -v i="$2" -v n="$3" -v r="$4" 'BEGIN {
    printf "worst %.2f points from the true share (%.2f if all late time is processing); %d of %d intervals contain it\n",
        w, r, i, n }'
holds "$4 <= 2" || miss "shares within 2 points"
# Fewer than 85 % of some 25 intervals of 95 % come by chance once in a hundred times.
holds "$2 >= 0.85 * $3" || miss "intervals that hold the truth as often as they say"

# States shorter than a sample of the monitor, which takes about 0.002 ms per thread: threads that become ready on
# its CPU meanwhile wait for that CPU. Samples see this wait; the kernel's accounting does not.
procmon --format=json -o r.json -- states 10 'quicker=calculate 0.02,sleep 0.2' 'poll*11=poll 50' >truth
states_of | awk '$1 == "quicker" && $2 == "processing" {
    printf "states of 0.02 and 0.2 ms: exact %.2f to %.2f %%, reported %.2f %%\n", 100 * $3, 100 * $4, 100 * $5 }'

# A process that is stopped for a time measured by date.
states 8 'idle=poll 50' >/dev/null &
pid=$!
procmon -p $pid --format=json -o r.json &
sleep 1
a=$(date +%s.%N); kill -STOP $pid; sleep 4; kill -CONT $pid; b=$(date +%s.%N)
wait
jq -r '.threads[] | select(.name == "idle") | "\(.seconds) \(.share.stopped)"' r.json | awk -v a="$a" -v b="$b" '{
    printf "stopped for %.2f of %.2f s, %.2f %%: reported %.2f %%\n", b - a, $1, 100 * (b - a) / $1, 100 * $2 }'

# ---- comparison with tools that show which threads had a CPU ----

run_beside() {
    states 12 'step=calculate 1.5,sleep 8.5' 'quick=calculate 0.02,sleep 0.2' 'half=calculate 20,poll 20' \
        'chance=calculate 2~,futex 8~' >truth &
    sleep 1
}
processing_true() { awk '{ printf " %s %.2f to %.2f %%", $1, 100 * ($4 - $7 - $8) / $3, 100 * $4 / $3 }' truth; }
run_beside
used=$(beside procmon -p $! --for=10 --format=json -o r.json)
wait $!
echo "processing, exact:  $(processing_true)"
echo "procmon, 100 Hz:    $(jq -r '.threads[] | select(.name != "states") | " \(.name) \(.share.processing)"' r.json |
    awk '{ printf " %s %.2f %%", $1, 100 * $2 }'); took $(awk -v u="$used" 'BEGIN { printf "%.2f", 10 * u }') % of a core"
if have pidstat; then
    run_beside
    pid=$!
    # %usr + %system + %wait of threads: other states are not distinguished.
    used=$(beside sh -c "pidstat -t -u -p $pid 1 10 >pidstat.txt")
    wait $pid
    echo "exact, next run:         $(processing_true)"
    echo "pidstat -t, 1 Hz:   $(awk '$1 == "Average:" && $3 == "-" { sub(/^\|__/, "", $NF)
        if ($NF != "states") printf " %s %.2f %%", $NF, $5 + $6 + $8 }' pidstat.txt); took $(
        awk -v u="$used" 'BEGIN { printf "%.2f", 10 * u }') % of a core"
else
    echo "pidstat is not installed"
fi
if have perf; then
    run_beside
    pid=$!
    used=$(beside sh -c "perf sched record -o perf.data sleep 10 2>perf.err")
    wait $pid
    if perf sched -i perf.data timehist >perf.txt 2>>perf.err; then
        echo "exact, next run:         $(processing_true)"
        # "time [cpu] task[tid/pid] wait delay run", ms: run is time on a CPU, delay is from wake-up to that; preemption is in neither.
        echo "perf sched, traced: $(awk 'match($3, /^(step|quick|half|chance)\[/) { t[substr($3, 1, RLENGTH - 1)] += $5 + $6 }
            END { for (n in t) printf " %s %.2f %%", n, t[n] / 100 }' perf.txt); took $(
            awk -v u="$used" 'BEGIN { printf "%.2f", 10 * u }') % of a core to write, $(
            wc -c <perf.data | awk '{ printf "%.1f", $1 / 1e7 }') MB/s"
    else
        echo "perf sched is not permitted: $(head -1 perf.err)"
    fi
else
    echo "perf is not installed"
fi

# ---- idle CPUs ----

procmon --calibrate --format=json -o r.json -- taskset -c "$cpu" states "$SECONDS_EACH" 'load=calculate 3,sleep 7' >truth
awk '{ print 1 - $4 / $3 }' truth >idle
jq -r --argjson cpu "$cpu" '[.cpus[] | select(.cpu == $cpu)][0] | "\(.idle) \(.calibrated)"' r.json >>idle
set -- $(cat idle)
awk -v t="$1" -v k="$2" -v c="$3" 'BEGIN {
    printf "CPU idle except for other load: %.2f %%; kernel %.2f %%, by rescheduling %.2f %%\n", 100 * t, 100 * k, 100 * c }'
holds "$2 - $3 < 0.02 && $3 - $2 < 0.02" || miss "both accounts of idle CPUs within 2 points"
exit $missed
