# SPDX-License-Identifier: GPL-3.0-or-later
# macs machine --probe --memory measures caches and memory of this machine, and keeps the values for later runs. The values
# differ between machines, and other work disturbs them: the test checks only relations that hold everywhere.
[ "$(uname -m)" = x86_64 ] || { echo "# left out: macs-memory: this is no x86-64 machine"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
XDG_CACHE_HOME=$dir/cache; export XDG_CACHE_HOME
ok() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
macs machine --probe --memory --quick --format=csv --write=mine.machine >values 2>said
status=$?
if [ $status = 1 ] && grep -q -e 'too little free memory' -e 'reports the caches' said; then
    echo "# left out: macs-memory: $(grep -m1 error said)"
    exit 0
fi
ok $status "caches and memory are measured"

# Columns: level,what,cores,unit,value,greatest,least,spread,repeats,missing; a level or "what" can be quoted.
sed 's/"\([a-z]*\), \([a-z ]*\)"/\1 \2/' values | awk -F, 'NR > 1 && ($5 == "null") != ($10 != "") { print; bad = 1 } END { exit bad || NR < 20 }' >said
ok $? "each value is known, or has a reason"
sed 's/"\([a-z]*\), \([a-z ]*\)"/\1 \2/' values | awk -F, '
    NR > 1 && $5 != "null" && !($5 > 0) && $2 !~ /^overlap/ { print "not positive: " $0; bad = 1 }
    $5 != "null" && $6 != "null" && NR > 1 && ($6 + 0 < $5 + 0 || $7 + 0 > $5 + 0) { print "not in its range: " $0; bad = 1 }
    $4 == "share" && $2 ~ /^overlap/ && $5 != "null" && ($5 < 0 || $5 > 1) { print; bad = 1 }
    END { exit bad }' >said
ok $? "values are positive, and between least and greatest"
sed 's/"\([a-z]*\), \([a-z ]*\)"/\1 \2/' values | awk -F, '
    $2 ~ /^(load|store|copy|update|triad)/ && ($1 == "l1" || $1 == "l2") && $4 != "bytes/cycle" { print; bad = 1 }
    $2 ~ /^(load|store|copy|update|triad)/ && $1 == "memory" && $4 != "bytes/s" { print; bad = 1 }
    $2 ~ /^(load|store|copy|update|triad)$/ { found[$2]++ }
    END { exit bad || !found["load"] || !found["store"] || !found["copy"] || !found["update"] || !found["triad"] }' >said
ok $? "rates of all mixes, near levels per cycle, the memory per second"
sed 's/"\([a-z]*\), \([a-z ]*\)"/\1 \2/' values | awk -F, '
    $2 == "latency" && $1 == "l1" { near = $5 } $2 == "latency" && $1 == "memory" { far = $5 }
    END { print near, far; exit near != "null" && far != "null" && !(near < far) }' >said
ok $? "the memory is farther than the first cache"

# The written file: only measured rates, and it can be read.
echo '      END' >empty.f
kma --machine=./mine.machine empty.f >said 2>&1; ok $? "the written file can be read"
grep -q '^rate.source measured' mine.machine; ok $? "its rates are marked as measured"
[ "$(grep -c '^rate\.' mine.machine)" = "$(sed 's/ .*//' mine.machine | grep '^rate\.' | sort -u | wc -l)" ]; ok $? "and each is there once"

# Kept for later runs: macs uses the values where it chooses the description itself.
printf 'program x\nend\n' >x.f
kept=$(ls "$XDG_CACHE_HOME"/macs/memory-*) && [ -s "$kept" ]; ok $? "the values are kept"
macs --dry-run --repeat=1 --flags=-O1 x.f >plan 2>said; grep -q -e "macs machine .*--measured=" plan; ok $? "a later run uses them"
grep -q -e '--machine=macs-out/[^ ]*-measured.machine' plan; ok $? "under a name that says so"
macs machine --measured="$kept" --write=again.machine >said 2>&1; ok $? "they can be written again"
grep '^rate\.' mine.machine | sort >one; grep '^rate\.' again.machine | sort | diff one - >said; ok $? "with the same rates"
MACS_CPU='AuthenticAMD 25 97 2' macs --dry-run --repeat=1 --flags=-O1 x.f >plan 2>said; ! grep -q -e --measured plan; ok $? "not for another CPU"
macs --dry-run --machine=zen4 --repeat=1 --flags=-O1 x.f >plan 2>said; ! grep -q -e --measured plan; ok $? "nor with a description that the user names"
cp "$kept" whole
sed -i 's/^rate.source measured/rate.source guessed/' "$kept"
macs --dry-run --repeat=1 --flags=-O1 x.f >plan 2>said; [ $? = 0 ] && grep -q 'warning: the measured values of this host are not used: a value is not valid' said && ! grep -q -e --measured plan
ok $? "a file with an invalid value is ignored with a warning"
sed '$d' whole >"$kept"
macs --dry-run --repeat=1 --flags=-O1 x.f >plan 2>said; [ $? = 0 ] && grep -q 'warning: the measured values of this host are not used: it is damaged' said && ! grep -q -e --measured plan
ok $? "a damaged file is ignored with a warning"
macs machine --measured="$kept" --write=again.machine >said 2>&1; [ $? = 1 ] && grep -q 'no measured values of this host' said; ok $? "and cannot be named"
macs machine --probe --memory --quick --compiler=./none >said 2>&1; [ $? = 1 ] && grep -q "no command './none'" said; ok $? "an assembler that does not exist"
