# SPDX-License-Identifier: GPL-3.0-or-later
# What macs-gap takes of memory is that of one loop's threads, not that of all: a table, and a list of
# every thread, of 100,000 rows within 20 MB more than the program takes that has nothing to do.
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

# The least address space, in KB, that --version gets along with; a sanitizer takes terabytes.
least=20000
while [ $least -lt 1000000 ]; do
    (ulimit -v $least; macs-gap --version) >/dev/null 2>&1 && break
    least=$((least + 4000))
done
# name, command...: with that much more, or, under a sanitizer, with all there is.
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
