# SPDX-License-Identifier: GPL-3.0-or-later
# The memory of macs-gap depends on the threads of one loop, not on all rows: a table, and a list of all threads, of
# 100,000 rows need at most 20 MB more than --version.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
awk 'BEGIN { print "target default ksr1\nsource k.f"
    for (l = 1; l <= 10; l++) print "loop k.f:s:" 100 * l " " 100 * l " " 100 * l + 9 " fa=9 lfl=9\nblock " 100 * l + 2 " " 100 * l + 4 " fa=1"
    print "compiled k.s"
    for (l = 1; l <= 10; l++) print "pairs .L" l " 40 k=1 line=" 100 * l " end=" 100 * l + 9 " source=k.f fa=9 lfl=9" }' >facts
awk 'BEGIN { print "run,processors,thread,loop,iterations,cycles"
    for (l = 1; l <= 10; l++) for (t = 0; t < 10000; t++) print "big,10000," t ",s:" 100 * l ",1000," 50000 + t }' >rows.csv
awk 'BEGIN { print "run,thread,loop,block,skipped"
    for (l = 1; l <= 10; l += 4) for (t = 0; t < 10000; t++) print "big," t ",s:" 100 * l "," 100 * l + 2 "," t % 1000 }' >skips.csv
put-facts run.db <facts && macs-gap run.db --import=rows.csv --import=skips.csv || echo "not ok a database of 100,000 rows"

# The minimum address space of --version in KB; a sanitizer needs terabytes.
least=20000
while [ $least -lt 1000000 ]; do
    (ulimit -v $least; macs-gap --version) >/dev/null 2>&1 && break
    least=$((least + 4000))
done
# name, command...: runs with 20 MB more; under a sanitizer, without a limit.
within() {
    name=$1 limit=$((least + 20480)); shift
    [ $least -lt 1000000 ] || limit=unlimited
    (ulimit -v $limit && "$@") >out 2>err && [ -s out ] && echo "ok $name within 20 MB more" ||
        { head -3 err | sed 's/^/# /'; echo "not ok $name within 20 MB more"; }
}
within "a table" macs-gap run.db
within "a table as CSV" macs-gap run.db --format=csv
within "an import" macs-gap run.db --import=rows.csv --import=skips.csv --format=csv
within "JSON with every thread" macs-gap run.db --format=json
grep -q '"thread": 9999,' out || echo "not ok every thread is listed"
