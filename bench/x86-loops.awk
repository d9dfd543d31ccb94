# SPDX-License-Identifier: GPL-3.0-or-later
# Counts the natural loops in the output of gcc -S (AT&T) without any of kmacstat's code: for each
# routine, headers of back edges by dominators (Cooper, Harvey, Kennedy 2001). Prints "FILE N" for each
# file. Assumes that calls return, and that a jump through a table leads to the labels of the table after
# it. Loops with several entries have no header and are not counted.
function clear(    i) { split("", succ); split("", nsucc); split("", label); split("", pending); n = 0; open = 0; npending = 0 }
function new_block() { n++; nsucc[n] = 0; if (open) add(n - 1, n); open = 1 }
function add(from, to) { succ[from, ++nsucc[from]] = to }
function jump(from, name) { pending[++npending] = from SUBSEP name }
# Orders the blocks in postorder from the first one, without recursion.
function number_blocks(    top, b, s, to) {
    count = 0; split("", order); split("", post); split("", edge); split("", seen)
    top = 1; stack[1] = 1; seen[1] = 1; edge[1] = 0
    while (top) {
        b = stack[top]
        if (edge[b] < nsucc[b]) {
            to = succ[b, ++edge[b]]
            if (!(to in seen)) { seen[to] = 1; edge[to] = 0; stack[++top] = to }
        } else { post[b] = ++count; order[count] = b; top-- }
    }
}
function meet(a, b) { while (a != b) { while (post[a] < post[b]) a = idom[a]; while (post[b] < post[a]) b = idom[b] } return a }
function dominates(a, b) { while (b != a && b != 1) b = idom[b]; return a == b }
function loops(    i, b, s, to, k, changed, new, heads, header) {
    for (i = 1; i <= npending; i++) {
        split(pending[i], k, SUBSEP)
        if (k[2] in label) add(k[1], label[k[2]])
    }
    if (n == 0) return 0
    number_blocks()
    split("", npred); split("", pred); split("", idom); split("", header)
    for (b in post) for (s = 1; s <= nsucc[b]; s++) { to = succ[b, s]; pred[to, ++npred[to]] = b }
    idom[1] = 1
    for (changed = 1; changed; ) {
        changed = 0
        for (i = count - 1; i >= 1; i--) {
            b = order[i]; new = 0
            for (s = 1; s <= npred[b]; s++) if (pred[b, s] in idom) new = new ? meet(new, pred[b, s]) : pred[b, s]
            if (idom[b] != new) { idom[b] = new; changed = 1 }
        }
    }
    heads = 0
    for (b in post) for (s = 1; s <= nsucc[b]; s++) {
        to = succ[b, s]
        if (!(to in header) && dominates(to, b)) { header[to] = 1; heads++ }
    }
    return heads
}
function finish() { total += loops(); clear() }
FNR == 1 { if (file) { finish(); print file, total }; file = FILENAME; total = 0; clear(); code = 1 }
$1 ~ /^\.section/ { code = $2 !~ /^\.(rodata|debug|data|note|init_array|comment|bss)/ }
$1 == ".text" { code = 1 }
$1 == ".size" { finish() }
/^[.A-Za-z_0-9$]+:/ {
    name = substr($1, 1, length($1) - 1)
    if (code) { if (nsteps || !n) { new_block(); nsteps = 0 } label[name] = n } else if (name == table_wanted || !have_table) table = name
    next
}
!code && $1 == ".long" && $2 ~ /^\.L[0-9]+-\.L[0-9]+$/ { split($2, k, "-"); if (through) jump(through, k[1]) }
!code && $1 == ".quad" && $2 ~ /^\.L[0-9]+$/ { if (through) jump(through, $2) }
$1 ~ /^\./ || !code || $1 ~ /^#/ { next }
{
    if (!n || closed) { new_block(); closed = 0 }
    nsteps++
    if ($1 ~ /^(notrack|rep|lock|bnd)$/) { $1 = ""; $0 = $0; $1 = $1 }
    if ($1 ~ /^j/) {
        if ($2 ~ /^\*/) through = n; else jump(n, $2)
        open = $1 !~ /^jmp/; closed = 1; nsteps = 1
    } else if ($1 ~ /^(ret|ud2|hlt)/) { open = 0; closed = 1; nsteps = 1 }
}
END { finish(); print file, total }
