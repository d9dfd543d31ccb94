# SPDX-License-Identifier: GPL-3.0-or-later
# Several commands at one run database: writers wait for each other, readers
# see one state or the other, and an import that is killed leaves nothing.
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

# Killed after more and more time; each is old or new as a whole.
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

# Four writers of runs of their own at once, and readers meanwhile.
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
