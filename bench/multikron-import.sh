# SPDX-License-Identifier: GPL-3.0-or-later
# multikron import's speed into a run database on tmpfs, and its peak memory. Targets: 20 M samples/s, and memory
# that does not grow with the samples. For comparison `cat` of the same file into tmpfs, the least time of storing them.
tmpfs=/dev/shm
[ -d $tmpfs ] && [ -w $tmpfs ] || { echo "skip: there is no tmpfs at $tmpfs"; exit 0; }
here=$(mktemp -d $tmpfs/macs-bench.XXXXXX) && trap 'rm -rf "$here"' EXIT
trap 'exit 1' INT TERM
cd "$here" || exit 1
cp "$SAMPLES/lfk.f" . && kma --db=empty.db lfk.f >/dev/null
cat >run.manifest <<'E1'
run one
processors 4
cycles-per-tick 2
region.1 lfk.f:lfk2:30
region.2 lfk.f:lfk7:97
E1
cat >import.sh <<'E1'
cp empty.db run.db && multikron import run.db --manifest=run.manifest run.mkn 2>/dev/null # some loops are open at the end
E1
missed=0
for millions in 1 20; do
    samples ${millions}000000 >run.mkn
    set -- $millions $(measure 3 sh import.sh) $(measure 3 sh -c 'cat run.mkn >copy.mkn'); rm -f copy.mkn
    echo "$*" | awk '{
        printf "%d M samples: %.1f M/s; time %.1f x cat; peak %.1f MB\n", $1, $1 / $2, $2 / $4, $3 / 1024
        print $1 / $2, $2 / $4, $3 >"rate" }'
done
# On a machine that is slow, or busy, cat is slow as well: seven times its time is 20 M/s or more
# where cat does 2.3 GB/s.
awk '{ exit $1 < 20 && $2 > 7 }' rate || { echo "missed: 20 M samples/s"; missed=1; }
awk '{ exit $3 > 16 * 1024 }' rate || { echo "missed: peak memory of 16 MB"; missed=1; }
exit $missed
