# SPDX-License-Identifier: GPL-3.0-or-later
# MAC and MACS of loops with branches against cycles measured on this CPU, in cycles per pass: without counts those of the
# shortest path and of the longest one, with counts those of the executed passes. The counts are known from the data.
#   MACHINE=NAME       the machine file (that of this CPU)
#   CORE=N             the CPU to run on (1)
MACHINE=${MACHINE:-host} CORE=${CORE:-1}
command -v gcc >/dev/null || { echo "skipped: no gcc"; exit 0; }
[ "$(uname -m)" = x86_64 ] || { echo "skipped: no x86-64"; exit 0; }
[ "$MACHINE" = host ] && MACHINE=$(macs machine | sed -n 's/^machine file: \([^,]*\),.*/\1/p')
pinned=
command -v taskset >/dev/null && taskset -c "$CORE" true 2>/dev/null && pinned="taskset -c $CORE"
gcc -O2 -std=gnu11 -o x86-paths "$SRCDIR/bench/x86-paths.c" "$SRCDIR/bench/x86-paths.s" || exit 1
$pinned ./x86-paths >paths.out || exit 1
sed -n 's/^count //p' paths.out >paths.counts
echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), machine file $MACHINE"
kmacstat --machine="$MACHINE" --unroll=1 --format=json --counts=paths.counts "$SRCDIR/bench/x86-paths.s" >paths.json || exit 1
awk '
    function value(s) { sub(/^[^:]*: */, "", s); gsub(/[",]/, "", s); return s }
    FNR == NR { if ($1 == "cycles") measured[$2] = $3; next }
    /"label":/ { label = value($0) }
    /"(mac|macs|mac_shortest|macs_shortest|mac_longest|macs_longest)":/ {
        key = $1; gsub(/[":]/, "", key); of[label, key] = value($0) }
    END {
        printf "%-10s %8s | %7s %7s | %9s %7s\n", "loop", "measured", "MAC", "MACS", "shortest", "longest"
        n = split(".stores .add .exits .two .cases .rows5 .rows20", list, " ")
        for (i = 1; i <= n; i++) {
            l = list[i]
            printf "%-10s %8.2f | %7.2f %7.2f | %9.2f %7.2f\n", l, measured[l], of[l, "mac"], of[l, "macs"],
                of[l, "macs_shortest"], of[l, "macs_longest"]
        }
    }' paths.out paths.json
