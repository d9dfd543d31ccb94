# SPDX-License-Identifier: GPL-3.0-or-later
# Several commands use one run database: writers wait for each other, readers see the database before or after an
# import, and a killed import has no effect.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
put-facts run.db <<'EOF'
target default ksr1
source a.f
loop a.f:sub:4 4 9 fa=1
loop b.f:sub:4 4 9 fa=1
EOF

# rows RUN CYCLES: 20,000 threads of one loop
rows() {
    echo run,processors,thread,loop,iterations,cycles
    awk -v r="$1" -v c="$2" 'BEGIN { for (t = 0; t < 20000; t++) print r ",20000," t ",a.f:sub:4,1," c }'
}
# state: of run r, "threads measured"
state() { macs-gap run.db --run=r --format=csv | sed -n '/a.f:sub/p' | cut -d, -f6,13; }

rows r 1 >old.csv
macs-gap run.db --import=old.csv
[ "$(state)" = 20000,1 ] && echo "ok twenty thousand threads" || echo "not ok twenty thousand threads"

# An import is killed at increasing times; the database has either all old or all new rows.
mixed= was=1
for i in 2 3 4 5 6 7 8 9 10 11 12 13; do
    rows r $i >new.csv
    macs-gap run.db --import=new.csv & pid=$!
    sleep "0.0$((i * i / 2 + 10))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    now=$(state)
    case $now in
    20000,$i) was=$i ;;
    20000,$was) ;;
    *) mixed="$mixed $i:$now" ;;
    esac
done
[ -z "$mixed" ] && echo "ok a killed import leaves the old or the new state" ||
    { echo "# $mixed"; echo "not ok a killed import leaves the old or the new state"; }

# Four simultaneous writers of separate runs, and readers at the same time.
for w in 1 2 3 4; do
    rows w$w $w >w$w.csv
    { macs-gap run.db --import=w$w.csv || echo "writer $w failed" >>failed; } &
done
for i in 1 2 3 4 5 6; do
    macs-gap run.db --format=csv >read || echo "reader $i failed" >>failed
    awk -F, '$5 == "a.f:sub:4" && $1 != "" && $6 != 20000 { print "reader saw half an import" }' read >>failed
done
wait
for w in 1 2 3 4; do
    macs-gap run.db --run=w$w --format=csv | grep -q "^w$w,.*,20000,.*,$w," || echo "w$w is not there" >>failed
done
[ -s failed ] && { sed 's/^/# /' failed; echo "not ok writers and readers at once"; } ||
    echo "ok writers and readers at once"

# A hundred readers while one importer writes two states alternately: each reader sees one complete state, including
# the threads that skipped a block.
put-facts all.db <<'E2'
target default ksr1
source a.f
loop a.f:sub:4 4 9 fa=2 lfl=2
block 5 7 fa=1 lfl=1
compiled a.s
pairs .L1 20 k=1 line=4 end=9 source=a.f fa=2 lfl=2
area .L2 5 9 4 fa=1 lfl=1
E2
for state in 1 2; do
    { rows one $state; rows two $state | tail -n +2; } | awk -F, -v OFS=, 'NR == 1 || $3 < 1000 { if (NR > 1) $6 = $6 * 30; print }' >state$state.csv
    { echo run,thread,loop,block,skipped
      awk -v s=$state 'BEGIN { for (t = 0; t < 1000; t++) print "two," t ",a.f:sub:4,5," (t % 4 < s) }'; } >skips$state.csv
    macs-gap all.db --import=state$state.csv --import=skips$state.csv
    macs-gap all.db --format=csv >seen$state
done
cmp -s seen1 seen2 && echo "not ok the two states differ"
{
    while [ ! -e enough ]; do
        for state in 1 2; do
            macs-gap all.db --import=state$state.csv --import=skips$state.csv || echo "the importer failed" >>half
            echo $state >>turns
        done
    done
} &
importer=$!
readers=
for i in $(seq 100); do
    { macs-gap all.db --format=csv >read.$i 2>&1 || echo "reader $i failed" >>half
      cmp -s read.$i seen1 || cmp -s read.$i seen2 || { echo "reader $i saw:"; head -3 read.$i; } >>half; } &
    readers="$readers $!"
done
wait $readers
: >enough; wait $importer
[ -s half ] && { head -20 half | sed 's/^/# /'; echo "not ok a hundred readers beside an importer"; } ||
    echo "ok a hundred readers beside an importer"
[ "$(wc -l <turns)" -ge 2 ] && echo "ok the importer wrote meanwhile" || echo "not ok the importer wrote meanwhile"
