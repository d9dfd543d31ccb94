# SPDX-License-Identifier: GPL-3.0-or-later
# The half of ./bootstrap demo that measures this machine: its files, and relations that hold on every machine.
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
        run() { printf '$ %s\n' "$*"; "$@"; }
        fail() { echo "$*" >&2; exit 1; }
        . samples/demo-here.sh
    ) >said$n 2>&1 || { sed 's/^/# /' said$n; echo "not ok demo-here: call $n"; exit 0; }
done
if grep -q 'left out: macs' said1; then echo "# left out: demo-here: this is no x86-64 machine"; exit 0; fi
ok() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said1 | tail -40; echo "not ok $2"; fi; }
[ "$(head -c 5 macs-out/gaps.pdf)" = %PDF- ]; ok $? "it leaves a chart"
grep -q '</html>' macs-out/report.html; ok $? "and a report"
grep -q '^step:30 ' said1 && grep -q '^step:30 ' said2; ok $? "both calls print the loop of README.md"

# The Livermore kernels, as doc/macs-guide.md measures them.
build/macs -q --marks -o lfk samples/lfk.f samples/lfk13-24.f samples/lfk-data.f samples/lfk-main.f >said1 2>&1
ok $? "the Livermore kernels are measured"
# Kernel 5 is a recurrence of an add and a multiply, so MA and MACS are at least 5 cycles on any machine.
macs-gap lfk/run.db --format=csv >table.csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $0 ~ /lfk5:73/ && $at["ma"] >= 5 && $at["macs"] >= $at["ma"] - 0.01 && $at["measured"] > 4 { good = 1 }
    END { exit !good }' table.csv
ok $? "a recurrence has all bounds"
# Most loops have a bound; a compiler may split some kernels.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["measured"] != "null" && $at["measured"] != "" { n++; bound += $at["macs"] > 0 } END { exit !(n >= 24 && bound >= 20) }' table.csv
ok $? "and so have most kernels"
