# SPDX-License-Identifier: GPL-3.0-or-later
# macs-gap over a database of 1,000 loops, of which 100 have skipped blocks, seven runs of them on
# 1,088 threads and two on few: the time of its import, its table, its charts and its report, and their peak memory.
# Targets: 0.5 M rows/s; 2 s; 5 s; 5 s; 512 MB; time in proportion to rows. LOOPS, THREADS and QUICK=1 are for short
# runs; TMPDIR must have 1 GB. For comparison: `wc -l` of the rows, and sqlite3 adding the cycles of all samples.
loops=${LOOPS:-1000} threads=${THREADS:-1088} missed=0
runs="one:1 few:17"
for i in 1 2 3 4 5 6 7; do runs="$runs r$i:$threads"; done
# database of N loops: N.db, and its rows
database() { # loops
    make-loops source $1 >loops.f && make-loops code $1 >loops.s &&
        make-loops samples $1 $runs >samples.csv && make-loops skips $1 $runs >skips.csv || exit 1
    rm -f empty.db
    kma --db=empty.db loops.f >/dev/null && kmacstat --db=empty.db loops.s >/dev/null || exit 1
    cat >import.sh <<'E2'
cp empty.db new.db && macs-gap new.db --import=samples.csv --import=skips.csv
E2
    rows=$(cat samples.csv skips.csv | wc -l)
    set -- $1 $rows $(measure 1 sh import.sh) $(measure 3 wc -l samples.csv skips.csv)
    echo "$*" | awk '{ printf "%d loops: import of %d rows %.2f s, %.2f M rows/s, %.0f x wc -l, peak %.0f MB\n",
        $1, $2, $3, $2 / $3 / 1e6, $3 / ($5 > 0.001 ? $5 : 0.001), $4 / 1024
        print $2 / $3 }' >line; sed -n 1p line; sed -n 2p line >rate.import
    mv new.db $1.db; rm samples.csv skips.csv
}
# name, target in seconds, command: the least processor time of three, and its peak memory
speed() {
    name=$1 limit=$2; shift 2
    measure ${TIMES:-3} "$@" >figures || { echo "$name failed"; missed=1; return; }
    awk -v name="$name" '{ printf "%-28s %6.3f s, peak %5.1f MB\n", name, $1, $2 / 1024 }' figures
    awk -v limit="$limit" '{ exit $1 > limit || $2 > 512 * 1024 }' figures ||
        { echo "missed: $name: $limit s, 512 MB"; missed=1; }
    cut -d' ' -f1 figures >"time.$1"
}
half=$((loops / 2))
database $half
database $loops
awk '{ exit $1 < 5e5 }' rate.import || { echo "missed: 0.5 M rows/s"; missed=1; }
for n in $half $loops; do
    echo "== $n loops, $(du -k $n.db | cut -f1) KB"
    speed table 2 macs-gap $n.db; cp time.macs-gap time.$n
    speed "table as CSV" 2 macs-gap $n.db --format=csv
done
paste time.$half time.$loops | awk '{ printf "twice the rows take %.2f times as long\n", $2 / $1; exit $2 > 2.5 * $1 }' ||
    { echo "missed: time in proportion to rows"; missed=1; }
if command -v sqlite3 >/dev/null; then
    speed "sqlite3: sum of cycles" 1000 sqlite3 $loops.db 'select sum(cycles) from sample'
    speed "sqlite3: every sample read" 1000 sqlite3 $loops.db 'select sum(thread), sum(iterations), sum(cycles) from sample where iterations >= 0'
fi
speed "one loop" 2 macs-gap $loops.db --loop=s00010:66
[ -n "${QUICK:-}" ] || speed "JSON with every thread" 1000 macs-gap $loops.db --format=json
offers() { macs-gap --help | grep -q -- "--$1"; }
offers plot && speed "charts, .pdf" 5 macs-gap $loops.db --plot=x.pdf
offers plot && speed "charts, .svg" 5 macs-gap $loops.db --plot=x.svg
offers report && speed "report" 5 macs-gap $loops.db --report=x.html
exit $missed
