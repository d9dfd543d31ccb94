# SPDX-License-Identifier: GPL-3.0-or-later
# The second half of ./bootstrap demo on the machine at hand; what it measures is different on each.
command -v gfortran >/dev/null || { echo "skip demo-here: gfortran is not there"; exit 0; }
if grep -q fsanitize "$BUILDDIR/Makefile"; then
    echo "# left out: demo-here: the library of a sanitizer build wants its run-time in every program"; exit 0
fi
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
ln -s "$BUILDDIR" build
ln -s "$SAMPLES" samples
for n in 1 2; do
    (
        step() { printf '\n== %s\n' "$*"; }
        fail() { echo "$*" >&2; exit 1; }
        shown() { printf '$ %s\n' "$1"; eval "$1" || fail "this failed: $1"; }
        . samples/demo-here.sh
    ) >said$n 2>&1 || { sed 's/^/# /' said$n; echo "not ok demo-here: call $n"; exit 0; }
done
if grep -q 'left out: macs' said1; then echo "# left out: demo-here: this is no x86-64 machine"; exit 0; fi
ok() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said1 | tail -40; echo "not ok $2"; fi; }
[ "$(head -c 5 macs-out/gaps.pdf)" = %PDF- ]; ok $? "it leaves a chart"
grep -q '</html>' macs-out/report.html; ok $? "and a report"
# Kernel 5 is a recurrence: an add and a multiply an iteration, neither of which can be left out, so
# MA and MACS are at least 5 cycles on any machine there is; and it was measured.
macs-gap macs-out/run.db --format=csv >table.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $0 ~ /lfk5:73/ && $at["ma"] >= 5 && $at["macs"] >= $at["ma"] - 0.01 && $at["measured"] > 4 { good = 1 }
    END { exit !good }' table.csv
ok $? "a recurrence has all rungs"
# A bound of most loops, all kernels but those that a compiler may take apart.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["measured"] != "null" && $at["measured"] != "" { n++; bound += $at["macs"] > 0 } END { exit !(n >= 24 && bound >= 20) }' table.csv
ok $? "and so have most kernels"
