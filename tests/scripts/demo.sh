# SPDX-License-Identifier: GPL-3.0-or-later
# The simulated half of ./bootstrap demo: its files, and that a second call changes nothing. The picture in README.md
# must equal that of the demo.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
ln -s "$BUILDDIR" build
ln -s "$SAMPLES" samples
for n in 1 2; do
    (
        step() { printf '\n== %s\n' "$*"; }
        run() { printf '$ %s\n' "$*"; "$@"; }
        fail() { echo "$*" >&2; exit 1; }
        . samples/demo.sh
    ) >said$n 2>&1 || { sed 's/^/# /' said$n; echo "not ok demo: call $n"; exit 0; }
    sqlite3 out/run.db 'select count(*) from source_loop; select count(*) from compiled_loop; select count(*) from sample' >rows$n
    cp out/gaps.svg gaps$n.svg
    cp out/O2/gaps.pdf gaps$n.pdf
done
same() { # name, file, file
    if cmp -s "$2" "$3"; then echo "ok $1"; else diff -u "$2" "$3" | head -40 | sed 's/^/# /'; echo "not ok $1"; fi
}
# The first call also prints its progress; tables and files must be the same.
tables() { sed '/^\[[0-9]*\/[0-9]*\]/d; /loops timed$/d; /were already done$/d; /out\/run.db$/d' "$1"; }
tables said1 >first; tables said2 >second
same "a second demo prints the same tables" first second
same "a second demo leaves as many rows" rows1 rows2
same "a second demo draws the same chart" gaps1.svg gaps2.svg
same "a second demo draws the same PDF" gaps1.pdf gaps2.pdf
same "the picture in README.md is what the demo draws" "$SRCDIR/doc/gaps.svg" gaps2.svg
[ "$(head -c 5 out/O2/gaps.pdf)" = %PDF- ] && echo "ok the demo leaves a PDF" || echo "not ok the demo leaves a PDF"
# Every measured loop has all bounds, in ascending order.
macs-gap out/run.db --format=csv >table.csv
rungs=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["measured"] != "null" { n++; if ($at["m"] > $at["ma"] || $at["ma"] > $at["mac"] || $at["mac"] > $at["macs"] || $at["macs"] > $at["measured"]) bad++ }
    END { print n + 0, bad + 0 }' table.csv)
case $rungs in 0\ * | *\ [1-9]*) echo "# loops, out of order: $rungs"; echo "not ok the bounds are in order" ;; *) echo "ok the bounds are in order" ;; esac
