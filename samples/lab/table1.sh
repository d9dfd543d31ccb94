#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Table 1 of the report from the simulated KSR1, next to the report's own figures. Then the latency
# and bandwidth by the number of cells that use the ring. Options are passed to ksr1:
#     sh table1.sh --set=hop=3
# $KSR1 is the ksr1 that runs (default: ksr1).
here=$(dirname "$0")
tab=$(mktemp) || exit 1
trap 'rm -f "$tab"' EXIT

run() # CELLS FILE OPTION...: lines "cells file label value" to the table
{
    cells=$1 file=$2
    shift 2
    out=$("${KSR1:-ksr1}" "$@" --cells="$cells" "$here/$file.s" "$here/memory.s") || exit 1
    echo "$out" | sed -E "s/^(.{8}) */$cells|$file|\1|/; s/ *\|/|/g" >>"$tab"
}
row() # CELLS FILE LABEL REPORT WHAT
{
    value=$(awk -F'|' -v c="$1" -v f="$2" -v l="$3" '$1 == c && $2 == f && $3 == l { print $4 }' "$tab")
    printf '%-52s %9s  %s\n' "$5" "$value" "$4"
}

run 1 local "$@"
run 2 remote "$@"
run 33 remote "$@"
for cells in 2 4 8 12 16 20 24 28 32; do
    run $cells load "$@"
done
printf '%-52s %9s  %s\n' 'clocks of an access' simulator report
row 1 local 'hits' '1 a clock' 'subcache, clocks for each of many loads'
row 1 local 'alloc' '23.4' 'local cache, block in the subcache'
row 1 local 'unalloc' '49.2' 'local cache, new block in the subcache'
row 2 remote 'r alloc' '150 - 180' 'another cell of the ring, block in the subcache'
row 2 remote 'r unall' '150 - 180' 'another cell of the ring, new block in the subcache'
row 2 remote 'w copy' '(80 - 100)' '  store to a copy: the others are invalidated'
row 2 remote 'w none' '(80 - 100)' '  store without a copy'
row 33 remote 'r alloc' '470 - 600' 'a cell of another ring, block in the subcache'
row 33 remote 'r unall' '470 - 600' 'a cell of another ring, new block in the subcache'
row 33 remote 'w copy' '' '  store to a copy'
row 33 remote 'w none' '' '  store without a copy'
echo '(80 - 100): writes by a second paper, which does not say whether the cell had a copy. In the
simulator a store without one fetches the subpage as a load does.'
printf '\n%-52s %9s  %s\n' 'MB/s' simulator report
row 32 load 'MB/s' '731' '32 cells prefetch'
printf '\n%5s  %20s  %s\n' cells 'clocks of a load' 'MB/s by prefetches'
for cells in 2 4 8 12 16 20 24 28 32; do
    awk -F'|' -v c=$cells '$1 == c && $2 == "load" { v[$3] = $4 }
        END { printf "%5d  %20s  %18s\n", c, v["load"], v["MB/s"] }' "$tab"
done
