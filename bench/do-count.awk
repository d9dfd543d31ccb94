# SPDX-License-Identifier: GPL-3.0-or-later
# Counts the DO statements of fixed-form Fortran without any of kma's code: prints the number for each
# file. Truncates lines after column 72; removes blanks and quoted constants.
function statement(s, depth, i, c, flat) {
    gsub(/'[^']*'/, "", s)
    sub(/^[A-Z][A-Z0-9_]*:DO/, "DO", s)
    if (s !~ /^DO/) return
    for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (c == "(") depth++
        if (!depth) flat = flat c
        if (c == ")") depth--
    }
    if (flat ~ /^DO([0-9]+,?)?[A-Z][A-Z0-9_]*=[^,]*,/ || flat ~ /^DO([0-9]+,?)?WHILE$/ ||
        flat ~ /^DO[0-9]*$/) n++
}
function flush_all() { statement(text); text = "" }
FNR == 1 && NR > 1 { flush_all(); print last, n + 0; n = 0 }
{ last = FILENAME; sub(/\r$/, "") }
/^[CcDd*!#]/ || /^[ \t]*!/ || /^[ \t]*$/ { next }
{
    line = toupper(substr($0, 1, 72))
    if (line ~ /^ *[0-9]*\t/) sub(/^ *[0-9]*\t/, "      ", line)
    more = substr(line, 6, 1) ~ /[^ 0]/ && substr(line, 1, 5) ~ /^ *$/
    body = substr(line, 7)
    if (body !~ /'/) sub(/!.*/, "", body)
    gsub(/[ \t]/, "", body)
    if (more) { text = text body; next }
    flush_all()
    text = body
}
END { flush_all(); if (NR) print last, n + 0 }
