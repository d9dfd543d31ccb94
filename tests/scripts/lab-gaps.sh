#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# macs --lab from Fortran to gaps with the real commands, on a small mesh of the finite-element program: all 13 loops
# are measured at every level and on every number of cells, MACS is never above the simulator's measured cycles, no
# input is rejected, and the charts exist.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
cp "$SAMPLES/lab/crash.f" .
sed 's/NX = [0-9]*, NY = [0-9]*, STEPS = [0-9]*/NX = 60, NY = 40, STEPS = 2/' \
    "$SAMPLES/lab/crash.inc" >crash.inc
verdict() {
    if [ "$1" -eq 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi
}

macs --lab -q -p 1,3,8 crash.f >said 2>&1
verdict $? "macs --lab: from Fortran to gaps"

# A line for each loop of each run; quoted fields hold no commas that matter here.
for level in O0 O1 O2 O3; do
    for cells in 1 3 8; do
        macs-gap --format=csv --run=$level.p$cells macs-out/run.db 2>said |
            awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            $column["loop"] ~ /crash\.f:(strain|stress|forces|move):/ {
                n++
                macs = $column["macs"]; measured = $column["measured"]
                if (macs == "" || measured == "" || macs + 0 > measured + 0) {
                    print $column["loop"] ": MACS " macs ", measured " measured
                    bad++
                }
            }
            END { if (n != 13) print n + 0 " loops"; exit bad || n != 13 }' >>said
        verdict $? "$level on $cells cells: 13 loops, none faster than MACS"
    done
    [ -s macs-out/$level/gaps.pdf ]
    verdict $? "$level: charts"
done
