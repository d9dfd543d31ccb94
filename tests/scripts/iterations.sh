# SPDX-License-Identifier: GPL-3.0-or-later
# Iterations of the 24 Livermore kernels: k x passes of the counted program against those that the marks count in the
# source. Each loop whose machine code was found must agree within 0.1 %, or have a note that other code executes the
# difference; at least 15 loops must be compared, of which at most 5 have such a note. Prints the table: loop, k,
# iterations by counts and by marks, cycles per iteration by both.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
for tool in gcc gfortran objdump jq; do
    command -v $tool >/dev/null || { echo "skip iterations by counts: $tool is not installed"; exit 0; }
done
[ "$(uname -m)" = x86_64 ] || { echo "skip iterations by counts: the machine is not x86-64"; exit 0; }
macs sample -o first.txt -- true >said 2>&1 || { echo "skip iterations by counts: $(head -1 said)"; exit 0; }
cp "$SRCDIR"/samples/lfk-main.f "$SRCDIR"/samples/lfk-data.f "$SRCDIR"/samples/lfk.f "$SRCDIR"/samples/lfk13-24.f .
macs -q --marks --machine=zen4 --repeat=1 -o out --flags=-O2 lfk-main.f lfk-data.f lfk.f lfk13-24.f -- 1500 >said 2>&1 ||
    { sed 's/^/# /' said; echo "not ok iterations by counts: macs measures the kernels"; exit 0; }
macs-gap out/run.db --format=json >gaps.json
grep -m 1 '^model name' /proc/cpuinfo | sed 's/^/# /'
# A loop of the sampled run without iterations has the reason; of a mismatch, the text below.
jq -r '(.runs[] | select(.coverage == null) | .loops) as $marks | .runs[] | select(.coverage != null) | .loops[] |
    select(.object == null) | . as $l | ($marks[] | select(.loop == $l.loop)) as $m |
    [.loop, .k, .iterations, $m.iterations, .measured, $m.measured,
        (if .iterations == null and (.missing.iterations | startswith("its compiled loops executed")) then "differs"
         elif .iterations == null then "unknown"
         elif any(.notes[]; contains("are executed by other code")) then "outside"
         elif (.iterations - $m.iterations | fabs) <= 0.001 * $m.iterations then "equal" else "differs" end)] |
    map(. // "-") | @tsv' gaps.json >table
sed 's/^/# /' table
compared=$(grep -c -E '(equal|outside)$' table)
outside=$(grep -c 'outside$' table)
! grep -q 'differs$' table && [ "$compared" -ge 15 ] && [ "$outside" -le 5 ] || echo "# $compared loops compared, $outside outside"
! grep -q 'differs$' table && [ "$compared" -ge 15 ] && [ "$outside" -le 5 ] && echo "ok k x passes are the iterations of the source" ||
    echo "not ok k x passes are the iterations of the source"
