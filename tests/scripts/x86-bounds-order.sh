# SPDX-License-Identifier: GPL-3.0-or-later
# Bounds of the loops of our own objects, as objdump prints them: each loop with instructions has MACS, of outer loops for
# their own code, and MAC is not above it (MACS of a schedule that does not repeat is exact to 0.1 %).
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
name='MAC is not above MACS, in outer loops, too'
if ! command -v objdump >/dev/null || ! objdump -f "$BUILDDIR/kmacstat" 2>/dev/null | grep -q x86-64; then
    echo "skip $name: no objdump, or no x86-64 code"
    exit
fi
find "$BUILDDIR/x86-asm" "$BUILDDIR/bounds" -name '*.o' | sort | head -n 40 | while read -r object; do
    objdump -d --no-show-raw-insn "$object" >"$dir/text" &&
        kmacstat --machine=zen4 --format=csv "$dir/text" 2>/dev/null
done >"$dir/csv"
# Fields before the notes have no commas in them: label, region, kind, ..., k, mac, macs.
awk -F, '$1 == "label" { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["length"] > 0 && $at["kind"] == "residue" {
        outer++
        if ($at["macs"] == "null") { print "no MACS: " $0; bad++ }
    }
    $at["macs"] != "null" && $at["mac"] != "null" {
        loops++
        if ($at["mac"] > 1.001 * $at["macs"]) { print "MAC above MACS: " $0; bad++ }
    }
    END { print outer + 0, "outer loops of", loops + 0, "with bounds"; exit bad > 0 || !outer }' "$dir/csv" >"$dir/said"
if [ $? = 0 ]; then echo "ok $name"; else sed 's/^/# /' "$dir/said"; echo "not ok $name"; fi
