#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# MACS compared with the simulator, for every executed innermost loop that kfc compiles from the lab's samples, at
# every level:
#   with all accesses hitting, a pass takes as many clocks as pairs, and these are the pairs that
#   kmacstat counts in the loop (MACS times k), fewer only where it reports blocks that may be
#   skipped, of jumps out, or of calls (the pair after a call's delay pairs is only read);
#   loops with jumps out may be entered again elsewhere than at their head, and are not checked further;
#   with caches, no loop takes fewer clocks than pairs: MACS is never above the simulated cycles.
# The two counts are independent: kmacstat reads the text, ksr1 counts the executed pairs of its cell.
set -u
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
for f in lab/crash.f lab/figure6.f lab/lfk-main.f lfk.f lfk13-24.f lfk-data.f; do cp "$SAMPLES/$f" .; done
sed 's/NX = [0-9]*, NY = [0-9]*, STEPS = [0-9]*/NX = 24, NY = 10, STEPS = 4/' \
    "$SAMPLES/lab/crash.inc" >crash.inc

# Prints the failed conditions, one per line, then the number of loops checked.
judge() {
    awk -F, '
    # Commas within quotes become semicolons.
    function apart(n, i, part) {
        n = split($0, part, "\"")
        for (i = 2; i <= n; i += 2) gsub(",", ";", part[i])
        $0 = part[1]
        for (i = 2; i <= n; i++) $0 = $0 part[i]
    }
    FILENAME == "bounds" {
        apart()
        if ($1 == "label") { for (i = 1; i <= NF; i++) column[$i] = i; next }
        n = split($column["file"], part, "/")
        if ($column["kind"] != "innermost") next
        l = part[n] "," $1
        length_of[l] = $column["length"]
        skips[l] = $column["areas"] != "" || $column["notes"] ~ /leaves the loop|call/
        tangled[l] = $column["notes"] ~ /leaves the loop/
        next
    }
    $1 == "file" || $5 == 0 { next }
    { l = $1 "," $2; pairs = $6 / $5; clocks = $7 / $5 }
    FILENAME == "hits" {
        held++
        if (!(l in length_of)) print l ": kmacstat has no such loop"
        else if (clocks != pairs) print l ": " clocks " clocks a pass of " pairs " pairs"
        else if ((pairs > length_of[l] && !tangled[l]) || (pairs < length_of[l] && !skips[l]))
            print l ": " pairs " pairs a pass, kmacstat counts " length_of[l]
        next
    }
    clocks < pairs { print l ": " clocks " clocks a pass of " pairs " pairs, with caches" }
    END { print held + 0, "loops" }' bounds hits caches
}

for program in crash figure6 kernels; do
    case $program in
    crash) sources=crash.f ;;
    figure6) sources=figure6.f ;;
    kernels) sources="lfk.f lfk13-24.f lfk-data.f lfk-main.f" ;;
    esac
    for level in 0 1 2 3; do
        assembly= what="$program at -O$level: a pass takes MACS"
        for f in $sources; do
            kfc -O$level -o "$f.s" "$f" 2>say && assembly="$assembly $f.s"
        done
        # shellcheck disable=SC2086 # a word for each file
        for f in $assembly; do kmacstat --format=csv "$f"; done >bounds 2>say
        # shellcheck disable=SC2086
        ksr1 --perfect --format=csv --loops=hits $assembly >say 2>&1 &&
            ksr1 --format=csv --loops=caches $assembly >say 2>&1 || { sed 's/^/# /' say; : >hits; : >caches; }
        judge >found
        sed 's/^/# /' found
        if [ "$(wc -l <found)" -eq 1 ] && ! grep -q '^0 loops' found; then
            echo "ok $what"
        else
            echo "not ok $what"
        fi
    done
done
