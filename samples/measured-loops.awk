# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f measured-loops.awk MANIFEST DIRECT -  <  od -An -v -tx1 -w16 of a file of trace samples
# The cycles between entering and leaving each loop, by process number, as the samples have them, beside
# those that the program took directly (lines "direct LOOP PROCESS CYCLES"; NANOSECONDS with -v
# unit=ns). Prints: LOOP PROCESS SAMPLED DIRECT DIFFERENCE-IN-PERCENT.
function number(from, to,   i, n) { # of bytes
    n = 0
    for (i = from; i <= to; i++)
        n = n * 256 + (index("0123456789abcdef", substr($i, 1, 1)) - 1) * 16 + index("0123456789abcdef", substr($i, 2, 1)) - 1
    return n
}
FNR == 1 { input++ }
input == 1 && $1 == "clock" { clock = $2 }
input == 1 && $1 == "cycles-per-tick" { per = $2 }
input == 1 && $1 ~ /^region\./ { region[substr($1, 8)] = $2 }
input == 2 && $1 == "direct" { direct[$2 " " $3] = $4 }
input == 3 {
    kind = number(11, 11); at = number(2, 6); source = number(9, 10); name = region[number(12, 13)]
    if (kind == 1) since[source, name] = at
    if (kind == 2) total[name, source] += at - since[source, name]
}
END {
    for (key in total) {
        split(key, part, SUBSEP)
        key2 = part[1] " " part[2]
        got = total[key] * (unit == "ns" ? 1e9 / clock : per)
        printf "%s %.0f %.0f %.3f\n", key2, got, direct[key2], (got / direct[key2] - 1) * 100
        n++
    }
    exit n == 0
}
