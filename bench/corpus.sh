#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How much of a collection of Fortran `kma` reads, compared with gfortran:
#
#   sh bench/corpus.sh FOLDER [RESULTS]
#
# Each Fortran file below FOLDER goes through `gfortran -std=legacy -fsyntax-only -w` and through
# `kma`. Of the files gfortran accepts, kma should accept all; of those it rejects none may crash
# kma or take longer than LIMIT (10 s). Files that gfortran does not read because a module or an INCLUDE file is
# missing are counted separately; kma may reject them for the same reason. RESULTS (default: a folder that is removed
# at the end) keeps a line "VERDICT STATUS FILE" for each file in `all`, and gfortran's verdicts, so that a second
# run only runs kma again. kma's messages about FILE are in RESULTS/said. GFORTRAN_FLAGS and KMA_FLAGS are the flags
# that a collection needs: folders with -I, the length of its lines.
set -u
[ $# -ge 1 ] || { echo "no FOLDER of Fortran was named; skipped"; exit 0; }
here=$(cd "$(dirname "$0")" && pwd)
corpus=$(cd "$1" && pwd) || exit 2
KMA=${KMA:-$(command -v kma || echo "${BUILDDIR:-$(pwd)}/kma")}
LIMIT=${LIMIT:-10}
GFORTRAN_FLAGS=${GFORTRAN_FLAGS:-}; KMA_FLAGS=${KMA_FLAGS:-}
results=${2:-}
[ -n "$results" ] || { results=$(mktemp -d) && trap 'rm -rf "$results"' EXIT; }
mkdir -p "$results"
results=$(cd "$results" && pwd)
export KMA LIMIT corpus results GFORTRAN_FLAGS KMA_FLAGS

# accepted, rejected, or missing (a module or file does not exist)
cat >"$results/judge" <<'JUDGE'
cd "$(dirname "$1")" || exit
case $1 in *.ftn | *.FTN) form='-x f77' ;; *) form= ;; esac
if said=$(timeout 60 gfortran -std=legacy -fsyntax-only -w -I. -I"$corpus" -I"$corpus/include" \
    -J"$(dirname "$results/x")" $GFORTRAN_FLAGS $form "$1" 2>&1); then verdict=accepted
elif echo "$said" | grep -qE 'Cannot open (module|included)|No such file|submodule.*smod'; then
    verdict=missing
else verdict=rejected; fi
echo "$verdict $1"
JUDGE
cat >"$results/read" <<'READ'
cd "$(dirname "$2")" || exit
said=$(timeout "$LIMIT" "$KMA" --max-errors=0 -I. -I"$corpus" -I"$corpus/include" $KMA_FLAGS "$2" \
    2>&1 >/dev/null)
status=$?
[ "$1" != missing ] || said=$(printf '%s\n' "$said" | grep -vi 'error:.*no such file')
[ $status != 1 ] || printf '%s\n' "$said" | grep -q error: || status=0
echo "$1 $status $2"
[ $status = 0 ] || printf '%s\n' "$said" | grep -m1 -A2 error: >&2
READ

find "$corpus" -type f | grep -E '\.([fF]|[fF]or|FOR|ftn|FTN|f77|F77|[fF]90|[fF]95|[fF]03|[fF]08)$' |
    sort >"$results/files"
[ -s "$results/judged" ] ||
    xargs -d '\n' -P 2 -n 1 sh "$results/judge" <"$results/files" >"$results/judged"
sort -k2 "$results/judged" | sed 's/ /\n/' | xargs -d '\n' -n 2 sh "$results/read" \
    >"$results/all" 2>"$results/said"
# DO statements of fixed form, counted without kma.
sed -n 's/^accepted 0 \(.*\.f\)$/\1/p' "$results/all" >"$results/fixed"
xargs -d '\n' -n 500 awk -f "$here/do-count.awk" <"$results/fixed" >"$results/do-awk"
while read -r file; do
    echo "$file $("$KMA" --dump=ast "$file" 2>/dev/null |
        grep -cE '^[0-9]+ (\[[0-9]+\] )?([a-z0-9_]+: )?DO( |$)')"
done <"$results/fixed" >"$results/do-kma"
cat "$results/do-awk" "$results/do-kma" | sort | uniq -u >"$results/do-differ"
awk 'FILENAME != last { last = FILENAME; f++ } { n[f] += $NF }
    END { printf "DO statements in .f files: %d by awk, %d by kma\n", n[1], n[2] }' \
    "$results/do-awk" "$results/do-kma"
echo "files whose counts differ: $(sed 's/ [0-9]*$//' "$results/do-differ" | sort -u | wc -l)"

awk '{ n[$1]++; if ($2 == 0) ok[$1]++; if ($2 == 124) slow++; if ($2 > 1 && $2 != 124) crash++ }
END {
    missed = slow || crash || ok["accepted"] < 0.995 * n["accepted"]
    split("accepted missing rejected", verdicts)
    printf "%-28s %8s %14s %8s\n", "gfortran -std=legacy", "files", "kma accepts", "share"
    for (i = 1; i <= 3; i++) {
        v = verdicts[i]
        printf "%-28s %8d %14d %7.2f%%\n", v, n[v], ok[v], n[v] ? 100 * ok[v] / n[v] : 0
    }
    printf "crashes %d, longer than the limit %d\n", crash, slow
    exit missed
}' "$results/all"
