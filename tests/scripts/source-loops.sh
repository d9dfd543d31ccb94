# SPDX-License-Identifier: GPL-3.0-or-later
# Source loops of unoptimized code: entries and iterations of the loops of tests/counts/source-*, whose
# numbers are derived by hand in these files ("LOOP ENTRIES ITERATIONS", entries -: unknown).
. "$SRCDIR/tests/counts/build.sh"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
COUNT_OPTIONS=-s
programs=$SRCDIR/tests/counts

# expected SOURCE: "LINE ENTRIES ITERATIONS" of each loop, sorted.
expected() {
    awk '{
        line = $0
        while (match(line, /LOOP ([0-9]+|-) [0-9]+/)) { print FNR, substr(line, RSTART + 5, RLENGTH - 5); line = substr(line, RSTART + RLENGTH) }
    }' "$1" | sort
}
# found NAME: the same of the executed loops of the source.
found() {
    count-tool loops "$1.run" "$1.1.map" >"$1.loops" || return 1
    awk '$1 ~ /source-/ { split($1, at, /[:-]/); line = at[3]; if ($4 != 0) print line, $(NF - 1), $NF }' "$1.loops" | sort
}
# check COMPILER SOURCE
check() {
    if ! command -v "$1" >/dev/null; then echo "skip source loops of $2: $1 is not installed"; return; fi
    name=$(basename "$1-$2")
    { build "$name" "$1" '-O0 -g1' '' "$programs/$2" && run_both "$name" && expected "$programs/$2" >"$name.expected" &&
        found "$name" >"$name.found" && [ -s "$name.expected" ] && diff "$name.expected" "$name.found"; } >said 2>&1
    s=$?
    if [ $s = 0 ]; then echo "ok source loops of $2: $1"; else sed 's/^/# /' said; echo "not ok source loops of $2: $1"; fi
}
[ "$(uname -m)" = x86_64 ] || { echo "skip source loops: the machine is not x86-64"; exit 0; }
check gcc source-loops.c
check clang source-loops.c
check gcc source-conditions.c
check gcc source-entries.c
check clang source-conditions.c
check g++ source-loops.cc
check clang++ source-loops.cc
check gfortran source-loops.f90
