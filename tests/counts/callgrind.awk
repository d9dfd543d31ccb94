# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f callgrind.awk NM CALLGRIND COUNTS
# Compares counts of blocks with the executions of their first instructions that callgrind counted in the
# program with labels, and counts of branches with their executions that did not jump. NM: output of nm; CALLGRIND:
# output of callgrind with --dump-instr=yes --collect-jumps=yes --skip-plt=no --compress-pos=no; COUNTS: output of count-tool print. Prints the blocks that differ, and
# "blocks N counters N executed N branches N equal N different N unknown N unlinked N".
FNR == 1 { file++ }
file == 1 {
    if ($3 ~ /^\.Lmacs_/) { address = $1; sub(/^0+/, "", address); at[$3] = at[$3] " 0x" address }
    next
}
file == 2 {
    if (/^calls=/) { called = 1; next }
    if (/^jcnd=/) { split(substr($1, 6), jump, "/"); getline; jumps[$1] += jump[1]; next }
    if (/^0x/) { if (!called) executions[$1] += $3; called = 0 }
    next
}
{
    if ($1 == "early") { print "# early: " $2; different += 1; next }
    label = ".Lmacs_" $1 "_" $2
    blocks++; counters += $4 == "counter"; executed += $3 != "-" && $3 != 0
    if ($3 == "-") { unknown++; next }
    if (!(label in at)) { unlinked++; if ($3 + 0 != 0) { print "# counted, but not linked: " $0; different++ }; next }
    n = split(at[label], place, " "); sum = 0
    for (i = 1; i <= n; i++) sum += executions[place[i]] - ($4 == "branch" ? jumps[place[i]] : 0)
    branches += $4 == "branch"
    if (sum == $3 + 0) equal++
    else { different++; print "# " sum " executions: " $0 }
}
END {
    printf "blocks %d counters %d executed %d branches %d equal %d different %d unknown %d unlinked %d\n", blocks, counters, executed, branches, equal, different, unknown, unlinked
    exit different > 0 || equal == 0
}
