# SPDX-License-Identifier: GPL-3.0-or-later
# Traces of memory references on a tmpfs: read and counted, and analysed. Target, on one core: 50 M references/s
# read.
missed=0
here=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) && trap 'rm -rf "$here"' EXIT
# rate WHAT REFERENCES OPTIONS: the command's speed.
rate() {
    echo "$2 $(measure 3 klcache $3 "$here/t")" | awk -v what="$1" '{
        printf "%-24s %6.1f M references/s; peak %.1f MB\n", what, $1 / 1e6 / $2, $3 / 1024
        print $1 / 1e6 / $2 >"rate" }'
}
make-trace "$here/t" 4 10000000 || exit 1
echo "a trace of 120 M references: $(wc -c <"$here/t") bytes"
rate 'read, 4 cells' 120000000 --count
awk '{ exit $1 < 50 }' rate || { echo "missed: 50 M references/s"; missed=1; }
make-trace "$here/t" 4 1000000 || exit 1
rate 'analysed, 4 cells' 12000000 --show=summary
make-trace "$here/t" 28 200000 || exit 1
rate 'analysed, 28 cells' 16800000 --show=summary
exit $missed
