# SPDX-License-Identifier: GPL-3.0-or-later
# Samples written by hand, for cases: prints octal escapes of their records for printf. A line is
#     TIME NODE.PROCESS KIND REGION VALUE [FLAGS [COUNTER]...]
# KIND: a word of the table below, or a number; FLAGS: letters f (FIFO overrun), s (shadow
# overrun), r (read error), - (none). With counters it is a resource sample. '#' begins a comment.
BEGIN {
    split("enter exit iterations skipped begin end user", word, " ")
    for (i in word) kind[word[i]] = i
}
function put(n, bytes,   i) {
    for (i = bytes - 1; i >= 0; i--) printf "\\%03o", int(n / 256 ^ i) % 256
}
{ sub(/#.*/, "") }
NF {
    split($2, source, ".")
    flags = ($6 ~ /f/) * 4 + ($6 ~ /s/) * 2 + ($6 ~ /r/)
    put((NF > 6 ? 24 : 16) + flags, 1); put($1, 5); put(source[1], 2); put(source[2], 2)
    put($3 in kind ? kind[$3] : $3, 1); put($4, 2); put($5, 3)
    for (c = 0; NF > 6 && c < 16; c++) put($(7 + c), 4)
}
