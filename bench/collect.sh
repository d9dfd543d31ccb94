# SPDX-License-Identifier: GPL-3.0-or-later
# The collector with NODES simultaneous senders over loopback, MB megabytes each, compared with a program that only
# copies the same sockets to files, without syncs. Target: 8 times 25 MB/s, acknowledged when the data is on the
# disk. If the disk is slower than that, it is the limit without --no-sync, and the target is checked with --no-sync.
nodes=${NODES:-64} mb=${MB:-24} port=${PORT:-47391} missed=0
for n in $(seq "$nodes"); do collect-tool make "$n" $((mb * 1000000)) >in-$n; done
total=$(cat in-* | wc -c)
sync

now() { date +%s.%N; }
# rate NAME SECONDS: its MB/s, kept in rate.NAME
rate() { awk -v t="$2" -v n="$total" -v name="$1" 'BEGIN {
    printf "%-34s %7.2f s, %7.1f MB/s\n", name, t, n / t / 1e6 }'
    awk -v t="$2" -v n="$total" 'BEGIN { print n / t / 1e6 }' >"rate.$1"; }
# all COMMAND...: with each file in place of %, at once; elapsed seconds
all() {
    begun=$(now) pids=
    for n in $(seq "$nodes"); do "$@" in-$n >/dev/null 2>>err & pids="$pids $!"; done
    for p in $pids; do wait "$p" || echo "a sender failed" >>err; done
    if [ -n "${until:-}" ]; then wait "$until"; until=; fi
    elapsed=$(awk -v a="$begun" -v b="$(now)" 'BEGIN { print b - a }')
}
copy() {
    mkdir copied; socket-copy receive "$port" copied "$nodes" & until=$!
    sleep 0.3; all socket-copy send "$port"; rate "$1" "$elapsed"; rm -rf copied
}
collect() { # NAME OPTION...
    name=$1; shift
    : >log
    multikron collect --listen=127.0.0.1:0 "$@" kept >summary 2>log & collector=$!
    while ! grep -q listening log; do sleep 0.05; done
    to=$(sed -n 's/^listening on //p' log)
    all multikron send --to="$to" ${key:+--key=$key}
    cpu=$(awk '{ print ($14 + $15) / 100 }' /proc/$collector/stat)
    kill $collector; wait $collector || { cat log; missed=1; }
    rate "$name" "$elapsed"
    echo "  CPU time of the collector: $cpu s"
    for n in $(seq "$nodes"); do cmp -s in-$n kept/node-$n.mkn || { echo "node $n differs"; missed=1; }; done
    rm -rf kept
}

echo "$nodes nodes, $total bytes, $(nproc) processors"
begun=$(now); cat in-* | dd of=disk bs=1M conv=fdatasync 2>/dev/null
rate disk "$(awk -v a="$begun" -v b="$(now)" 'BEGIN { print b - a }')"; rm disk
copy socket-copy
collect collect
collect no-sync --no-sync
copy socket-copy-again
echo 00112233445566778899aabbccddeeff >k; chmod 600 k
key=k collect tls --key=k --no-sync
[ ! -s err ] || { sort err | uniq -c | head -20; missed=1; }
for r in collect no-sync tls; do
    cat rate.$r rate.socket-copy rate.socket-copy-again | awk -v r=$r '{ v[NR] = $1 }
        END { printf "%s: %.2f times the rate of a plain copy of sockets\n", r, 2 * v[1] / (v[2] + v[3]) }'
done
cat rate.collect rate.no-sync rate.disk | awk '{ v[NR] = $1 } END { exit !(v[1] >= 200 || (v[3] < 250 && v[2] >= 200)) }' ||
    { echo "missed: 200 MB/s"; missed=1; }
exit $missed
