# SPDX-License-Identifier: GPL-3.0-or-later
# Recorded accesses equal those that valgrind's lackey finds in the same program without recording: kind, bytes,
# instruction, order, and the addresses in static arrays, which are at the same place in both. Each segment of the
# sample begins after as many executions of parts as it states. Valgrind may execute both parts of a condition
# (x && y) unless it does not follow branches (--vex-guest-chase=no).
. "$SRCDIR/tests/counts/build.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
programs=$SRCDIR/tests/counts
echo 'int main(void) { return 0; }' >try.c
if ! command -v valgrind >/dev/null; then echo "skip recorded accesses equal those of lackey: valgrind is not installed"; exit 0; fi
if ! { gcc try.c -o try && valgrind -q --tool=lackey --trace-mem=yes --log-file=try.out ./try; } >said 2>&1; then
    echo "# left out: recorded accesses equal those of lackey: valgrind does not run here"; exit 0
fi

# Adds a label before each instruction that begins a part, and each reference.
add_labels() { # map, text
    awk -F '\t' 'FNR == NR { if ($1 == "part") { part[$3] = ++parts } else if ($1 == "reference") reference[$2] = ++references; next }
        FNR in part { print ".Lpart_" part[FNR] - 1 ":" }
        FNR in reference { print ".Lreference_" reference[FNR] - 1 ":" }
        { print }' "$1" "$2"
}
# equal COMPILER FLAGS
equal() {
    label="accesses equal lackey: $1 $2"
    if ! command -v "$1" >/dev/null; then echo "skip $label: $1 is not installed"; return; fi
    {
        COUNT_KIND=record build addresses "$1" "$2" -no-pie "$programs/addresses.c" && run_both addresses &&
            add_labels addresses.1.map addresses.1.s >named.s && "$1" -c -Wa,-L named.s -o named.o && "$1" named.o -o named -no-pie &&
            valgrind -q --tool=lackey --vex-guest-chase=no --trace-mem=yes --log-file=trace ./named >/dev/null &&
            stream-tool events addresses.run addresses.1.map >events && nm -S named >names && nm -S addresses.counted >names.counted &&
            awk -f "$programs/lackey.awk" addresses.1.map names trace names.counted events
    } >said 2>&1 || { sed 's/^/# /' said; echo "not ok $label"; return; }
    echo "# $label: $(tail -1 said)"
    echo "ok $label"
}
for compiler in gcc clang; do
    for flags in -O0 -O2 '-O3 -g -fcf-protection' '-O3 -march=x86-64-v3'; do
        equal $compiler "$flags -fno-pie -I$SRCDIR -w"
    done
done
