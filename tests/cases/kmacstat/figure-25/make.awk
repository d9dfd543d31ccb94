# SPDX-License-Identifier: GPL-3.0-or-later
# Pairs with the given number of instructions of each kind, then nops.
function add(half, n, text) { while (n-- > 0) list[half, ++count[half]] = text }
function half(h, i, nop) { return i <= count[h] ? list[h, i] : nop }
function pairs(n,   i) {
    for (i = 1; i <= n; i++)
        printf "\t%-26s;  %s\n", half("l", i, "finop"), half("r", i, "cxnop")
    count["l"] = count["r"] = 0
}
function left(fa, fma, fmisc, ipu) {
    add("l", fa, "fadd8.tr  %f1, %f2, %f3"); add("l", fma, "fmad8.tr  %f4, %f5, %f6")
    add("l", fmisc, "fneg8.ntr %f7, %f8"); add("l", ipu, "add8.ntr  1, %i9, %i9")
}
function right(lfl, sfl, other) {
    add("r", lfl, "ld8      0(%c7), %f1"); add("r", sfl, "st8      %f3, 8(%c7)")
    add("r", other, "sadd8.ntr 0, %c6, 8, %c6")
}
BEGIN {
    print ".L19:"
    left(7, 4, 9, 32); right(25, 17, 16); pairs(60)
    print ".L37:"
    left(8, 3, 11, 18); right(26, 17, 46); pairs(98)
    right(0, 0, 0); add("r", 1, "bcs.qt   @citst, .L17"); pairs(1)
    left(0, 1, 1, 1); right(2, 3, 0); pairs(7)
    print ".L17:"
    add("r", 1, "bcc.qt   @citst, .L37"); pairs(1)
    right(0, 0, 42); pairs(51)
    add("r", 1, "bcs.qn   @citst, .L19"); pairs(3)
}
