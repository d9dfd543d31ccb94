# SPDX-License-Identifier: GPL-3.0-or-later
# Writes random valid assembly with any loops: files PREFIX0001.s and so on.
#
#   mawk -f kmacstat-random.awk -v SEED=n -v FILES=n -v PREFIX=x
function random(n) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * n) }
function one_of(list,    part, n) { n = split(list, part, "|"); return part[1 + random(n)] }
function blank() { return one_of(" |\t|  | /* c */ |\t\t") }

function left() {
    return one_of("finop|finop|add8.ntr 1, %i9, %i9|fadd8.tr %f1, %f2, %f3|fsub8.ntr %f1, %f2, %f3|" \
        "fmul8.tr %f4, %f5, %f6|fdiv8.ntr %f4, %f5, %f6|fmad8.tr %f0, %f1, %f8|fmsu8.ntr %f0, %f1, %f8|" \
        "itstge8 %i9, %i10|selsc8 %i1, %i2, %i3|movi8 4, %i2|mov8_8 %f1, %f2|mov8_8 %i1,%i2|clrh8 8, %i1, %i2|" \
        "ash8.ntr -3, %i1, %i2|fnad8.tr %f1,%f2,%f3|fnsu8.tr %f1,%f2,%f3|sub8.ntr %i1, 4, %i2")
}
function right() {
    return one_of("cxnop|cxnop|ld8 0(%c7), %f1|ld8.ex 8(%c6),%f8|ld8.ro -8(%c6), %i8|ld1 1(%c6), %i3|ld64 0(%c6), %f8|" \
        "st8 %f8, -8(%c6)|st8 %i8, 16(%c6)|st64 %f8, 64(%c6)|st1 %i3, 3(%c6)|sadd8.ntr 0, %c6, 8, %c6|st8 %c4, (%c6)|" \
        "ld8 8(%sp), %fp|st8 %fp, 8(%sp)|" \
        "ssub8.ntr 0, %c6, 8, %c6|movb8_8 %i1, %c6|movi8 5, %c1|pcsp.ex.nbl 64(%c6)|pstsp 0(%c6)|jmp 32(%c14)|jsr %c14, 0(%c10)|mov8_8 %c1, %c2")
}
function branch(label) {
    return one_of("bcc.|bcs.") one_of("qn|qn|qt|qf") " @citst, " label
}
function jump(label,    r) {
    r = random(10)
    if (r < 6) return branch(label)
    if (r < 8) return one_of("beq.qn|beq.qf|beq.qt") " %i3," blank() "0, " label
    if (r < 9) return "jmp" blank() label
    return "jsr %c14," blank() label
}
function comment() { return random(8) ? "" : one_of("# finop ; bcc.qn @citst, .L0|/* finop ; jmp .L1 */|# .L2: finop|# /* ;|/* # */") }
function directive() {
    return one_of("\t.ln\t12|\t.def\t.bf;\t.val\t.;\t.scl\t101;\t.line\t7;\t.endef|.text|\t.align 8|\t.globl x|" \
        "\t.file \"a#b;c.f\"|\t.def\tx;\t.scl\t2;\t.endef # a ; b|\t.half 0x00ff|\t.word 12")
}
# The text of a file: branches go to labels anywhere in it, before or after them.
function make(name,    labels, n, i, j, at, l, dense) {
    labels = 1 + random(12); n = 1 + random(one_of("12|60|160")); dense = 2 + random(12)
    split("", at)
    for (i = 0; i < labels; i++) { j = random(4) || !i ? random(n + 1) : last; at[j] = at[j] " .L" i; last = j }
    for (i = 0; i <= n; i++) {
        if (i in at) {
            l = split(at[i], part, " ")
            for (j = 1; j <= l; j++) printf "%s:%s", part[j], random(6) && i < n ? blank() : blank() comment() "\n" >name
        }
        if (i == n) break
        if (!random(12)) print comment() >name
        if (!random(15)) print directive() >name
        if (!random(25)) print "\n/* over two\nlines finop ; jmp .L0 */" >name
        if (!random(9)) print "" >name
        printf "%s%s%s;%s%s%s%s\n", blank(), left(), blank(), blank(), random(dense) ? right() : jump(".L" random(labels)), blank(), comment() >name
    }
    close(name)
}
BEGIN {
    state = SEED * 7919 % 2147483646 + 1
    for (f = 1; f <= FILES; f++) make(sprintf("%s%04d.s", PREFIX, f))
}
