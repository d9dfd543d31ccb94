# SPDX-License-Identifier: GPL-3.0-or-later
# Samples written by hand, for cases: prints octal escapes of their records for printf. A line is
#     TIME NODE.PROCESS KIND REGION VALUE [FLAGS [COUNTER]...]
# KIND: a word of the table below, or a number; FLAGS: letters f (FIFO overrun), s (shadow
# overrun), r (read error), - (none). With counters it is a resource sample. '#' begins a comment.
# With NETWORK=1 elements of the network, those of a line with flag x with wrong parity.
BEGIN {
    split("enter exit iterations skipped begin end user", word, " ")
    for (i in word) kind[word[i]] = i
}
function element(b,   n, ones) {
    for (n = b; n; n = int(n / 2)) ones += n % 2
    left--
    printf "\\%03o\\%03o", b, (ones + 1 + wrong) % 2 + 2 * (left == 0)
}
function put(n, bytes,   i, b) {
    for (i = bytes - 1; i >= 0; i--) {
        b = int(n / 256 ^ i) % 256
        if (NETWORK) element(b)
        else printf "\\%03o", b
    }
}
{ sub(/#.*/, "") }
NF {
    split($2, source, ".")
    flags = ($6 ~ /f/) * 4 + ($6 ~ /s/) * 2 + ($6 ~ /r/)
    left = NF > 6 ? 80 : 16
    wrong = $6 ~ /x/
    put((NF > 6 ? 24 : 16) + flags, 1); put($1, 5); put(source[1], 2); put(source[2], 2)
    put($3 in kind ? kind[$3] : $3, 1); put($4, 2); put($5, 3)
    for (c = 0; NF > 6 && c < 16; c++) put($(7 + c), 4)
}
