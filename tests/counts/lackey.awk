# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the recorded sample with the trace of valgrind's lackey:
#     awk -f lackey.awk MAP NAMES TRACE RECORDED-NAMES EVENTS
# NAMES: nm -S of the program in which labels .Lpart_N and .Lreference_N precede the instructions of the map; TRACE: of
# lackey; RECORDED-NAMES: nm -S of the recorded program; EVENTS: of stream-tool. Addresses are relative to "arrays"; those
# outside of it can differ. Prints the number of compared accesses.
function hex(text,   i, n) {
    n = 0
    for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return n
}
function address_of(text,   n) {
    n = hex(tolower(text))
    return n >= first && n < last ? n - first : "-"
}
# Valgrind accesses the elements of a vector one by one in some instructions.
function add_access(at, bytes, how, line) {
    if (same && at == next_at && how == last_how) { n_expected--; bytes += last_bytes; at -= last_bytes }
    add((at >= first && at < last ? at - first : "-") " " bytes " " how " " line)
    same = 1; next_at = at + bytes; last_bytes = bytes; last_how = how
}
function add(text) { expected[++n_expected] = text }
FILENAME != file { file = FILENAME; number++ }
number == 1 { if ($1 == "part") parts++; else if ($1 == "reference") { line_of[references + 0] = $2; references++ } next }
(number == 2 || number == 4) {
    if ($NF == "arrays") { first = hex($1); last = first + hex($2) }
    if (number == 4) next
    sub(/^0*/, "", $1)
    if ($NF ~ /^\.Lpart_/) part_at[$1] = substr($NF, 8)
    if ($NF ~ /^\.Lreference_/) reference_at[$1] = substr($NF, 13)
    next
}
number == 3 && $1 == "I" {
    split($2, of, ","); sub(/^0*/, "", of[1]); at = tolower(of[1])
    if (at in part_at) { add("part " part_at[at]); start[executions++] = n_expected }
    inside = at in reference_at; same = 0
    next
}
number == 3 && inside && ($1 == "L" || $1 == "S" || $1 == "M") {
    split($2, of, ",")
    add_access(hex(tolower(of[1])), of[2], $1 == "M" ? "ls" : tolower($1), line_of[reference_at[at]])
    next
}
number == 5 && $1 == "segment" {
    if (!($5 in start)) { print "segment after " $5 " of " executions " executions"; wrong++; exit }
    next_one = start[$5]; segments++; next
}
number == 5 {
    text = $1 == "part" ? $0 : address_of($1) " " $2 " " $3 " " $4
    accesses += $1 != "part"
    if (text != expected[next_one]) {
        print "line " FNR " of the events: " text ", expected " expected[next_one]
        if (++wrong > 10) exit
    }
    next_one++
}
END {
    print segments + 0 " segments, " accesses + 0 " accesses of " n_expected " compared"
    exit wrong || segments < 2 || accesses < 1000
}
