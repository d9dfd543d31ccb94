# SPDX-License-Identifier: GPL-3.0-or-later
# Lines of numbers, each beginning with its own: those of the second file that are not those of
# the first, least the part that two numbers with a point may differ by (of at least 1).
function same(a, b,    d, m) {
    if (a == b || a + 0 == b + 0)
        return 1
    d = a - b
    if (d < 0)
        d = -d
    m = a < 0 ? -a : a
    if (m < 1)
        m = 1
    return d <= least * m && a "" ~ /[.]/
}
NR == FNR {
    want[FNR] = $0
    n = FNR
    next
}
{
    k = split(want[FNR], w)
    bad = FNR > n || k != NF
    for (i = 1; !bad && i <= NF; i++)
        bad = !same(w[i], $i)
    if (bad)
        print w[1] " want:" want[FNR] "\n    got: " $0
    seen = FNR
}
END {
    if (NR == n)
        seen = 0
    if (seen < n) {
        split(want[seen + 1], w)
        print w[1] " no line for it"
    }
}
