#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The readers of sample streams on a tmpfs, compared with `cat` and `wc -l` of the same file. Targets, on one core, reading
# the file included: 200 M trace samples/s with wraps counted and sums by source; 100 M data bytes/s of network
# elements with parity checked; the same memory for any size.
missed=0
here=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) && trap 'rm -rf "$here"' EXIT
# rate WHAT FILE UNITS NAME-OF-UNITS COMMAND...: the command's speed, and its time over that of cat and wc -l.
rate() {
    what=$1 file=$2 units=$3 of=$4; shift 4
    set -- "$(measure 5 "$@")" "$(measure 5 cat "$file")" "$(measure 5 wc -l "$file")"
    echo "$units $1 $2 $3" | awk -v what="$what" -v of="$of" '{
        printf "%-34s %7.1f M %s/s; time %.2f x cat, %.2f x wc -l; peak %.1f MB\n", what, $1 / 1e6 / $2, of, $2 / $4,
            $2 / $6, $3 / 1024
        print $1 / 1e6 / $2, $2 / $6, $3 >"rate" }'
}
# promise LIMIT RATIO: on a slow or busy machine wc is slow as well.
promise() {
    awk -v limit="$1" -v ratio="$2" '{
        if ($1 < limit) print "below " limit " M/s, " ($2 > ratio ? "and" : "but not") " above " ratio " times wc -l"
        exit $1 < limit && $2 > ratio }' rate || { echo "missed: $1 M/s"; missed=1; }
}
make-samples bare 50000000 >"$here/run.mkn" || exit 1
rate 'stat, trace samples' "$here/run.mkn" 50000000 samples multikron stat --input=bare "$here/run.mkn"
promise 200 3
small=$(head -c 16000000 "$here/run.mkn" >"$here/small.mkn"; measure 1 multikron stat "$here/small.mkn")
awk -v small="${small#* }" '{ exit $3 > small + 1024 }' rate || { echo "missed: memory grows"; missed=1; }
make-samples bare 30000000 resources >"$here/run.mkn" || exit 1
rate 'stat, 1 in 64 a resource sample' "$here/run.mkn" 30000000 samples multikron stat "$here/run.mkn"
rm "$here/run.mkn"
make-samples network 20000000 >"$here/run.net" || exit 1
rate 'stat, elements' "$here/run.net" 320000000 'data bytes' multikron stat --input=network "$here/run.net"
promise 100 15
rate 'stat, elements, found out' "$here/run.net" 320000000 'data bytes' multikron stat "$here/run.net"
rm "$here/run.net"
make-samples bare 2000000 >"$here/run.mkn" || exit 1
for f in text csv json; do
    rate "decode --format=$f" "$here/run.mkn" 2000000 samples multikron decode --format=$f "$here/run.mkn"
    multikron decode --format=$f "$here/run.mkn" >"$here/run.$f"
    rate "encode, from $f" "$here/run.$f" 2000000 samples multikron encode "$here/run.$f"
    rm "$here/run.$f"
done
for i in 1 2 3 4; do make-samples bare $((1000000 * i)) >"$here/node-$i.mkn" || exit 1; done
rate 'merge of 4 files' "$here/run.mkn" 10000000 samples multikron merge -o "$here/all.mkn" "$here"/node-*.mkn
exit $missed
