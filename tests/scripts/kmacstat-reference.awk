# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the expected output of `kmacstat FILE...` by a slow method: every loop examines every pair, loop and branch
# again. Written from the rules alone; shares nothing with the commands.
#
#   mawk -f kmacstat-reference.awk [-v ERRORS=FILE] [-v EXITS=FILE] FILE...
#
# ERRORS gets a line "FILE:LINE LABEL LABEL" for each pair of loops that are not nested, EXITS a line
# "FILE:LINE TARGET" for each branch that leaves its innermost loop.
BEGIN {
    n_classes = split("fpu ceu length fa fm fma fmisc lfl sfl load store", classes, " ")
    split("fmad8 fmsu8 fnad8 fnsu8", t, " ")
    for (i in t) triad[t[i]] = 1
    if (ERRORS) printf "" >ERRORS
    if (EXITS) printf "" >EXITS
}

function trim(s) { gsub(/^[ \t]+|[ \t\r]+$/, "", s); return s }

# Takes comments off; a comment opened by /* may go on over lines.
function bare(s,    out, h, c, e) {
    out = ""
    for (;;) {
        if (in_comment) {
            e = index(s, "*/")
            if (!e) return out
            s = substr(s, e + 2); in_comment = 0; out = out " "
        }
        h = index(s, "#"); c = index(s, "/*")
        if (h && (!c || h < c)) return out substr(s, 1, h - 1)
        if (!c) return out s
        out = out substr(s, 1, c - 1); s = substr(s, c + 2); in_comment = 1
    }
}

function operand(s, n,    part) { # the n-th from the end, n = 0 is the last
    sub(/^[^ \t]+/, "", s)
    n = split(s, part, ",") - n
    return n > 0 ? trim(part[n]) : ""
}

function left(p, s,    m) {
    m = s; sub(/[ \t].*/, "", m)
    if (m == "finop") return
    count[p, "fpu"] = 1
    sub(/\.n?tr$/, "", m)
    if (m == "fadd8" || m == "fsub8") count[p, "fa"] = 1
    else if (m == "fmul8" || m == "fdiv8") count[p, "fm"] = 1
    else if (m in triad) count[p, "fma"] = 1
    else if (m ~ /^f/) count[p, "fmisc"] = 1
}

function right(p, s,    m, q, t) {
    m = s; sub(/[ \t].*/, "", m)
    if (m == "cxnop") return
    count[p, "ceu"] = 1
    if (m ~ /^ld/) { count[p, "load"] = 1; if (operand(s, 0) ~ /^%f[0-9]/) count[p, "lfl"] = 1 }
    if (m ~ /^st/) { count[p, "store"] = 1; if (operand(s, 1) ~ /^%f[0-9]/) count[p, "sfl"] = 1 }
    if (m == "jmp" || m ~ /^b(cc|cs|eq)\.q[ntf]$/) {
        t = operand(s, 0)
        if (t ~ /^[A-Za-z_.$]/) {
            branch[++branches] = p; target[branches] = t; at_line[branches] = FNR
            delay[branches] = m ~ /\.qt$/ ? 0 : 2
        }
    }
}

FNR == 1 && NR > 1 { report() }
FNR == 1 { begin_file() }
{
    s = trim(bare($0))
    while (match(s, /^[A-Za-z_.$][A-Za-z0-9_.$]*:/)) {
        name = substr(s, 1, RLENGTH - 1)
        if (!(name in place)) place[name] = pairs + 1
        s = trim(substr(s, RLENGTH + 1))
    }
    if (s == "" || s ~ /^\.[A-Za-z]/) next
    pairs++
    cut = index(s, ";")
    left(pairs, trim(substr(s, 1, cut - 1)))
    right(pairs, trim(substr(s, cut + 1)))
}
END { report() }

function begin_file() {
    split("", count); split("", place); split("", branch); split("", target); split("", delay)
    split("", first); split("", last); split("", tail); split("", name_of); split("", good)
    split("", at_line); split("", region); split("", inner)
    pairs = branches = loops = good_loops = in_comment = 0
    file = FILENAME
}

# Backward branches in their order: loops, nested or not, innermost or not.
function find_loops(    b, m, crossed) {
    for (b = 1; b <= branches; b++) {
        if (!(target[b] in place) || place[target[b]] > branch[b]) continue
        loops++
        name_of[loops] = target[b]; first[loops] = place[target[b]]; last[loops] = branch[b]
        tail[loops] = branch[b] + delay[b] > pairs ? pairs : branch[b] + delay[b]
        crossed = 0; inner[loops] = 1
        for (m = 1; m < loops; m++) {
            if (first[loops] > first[m] && first[loops] <= last[m]) {
                crossed = 1
                if (ERRORS) print file ":" at_line[b], name_of[loops], name_of[m] >ERRORS
            }
            if (first[m] >= first[loops]) inner[loops] = 0
        }
        good[loops] = !crossed
        if (!crossed) region[loops] = good_loops++
    }
}

function sum(from, to, skip,    p, c) { # pairs of skip are left out
    for (c = 1; c <= n_classes; c++) total[classes[c]] = 0
    for (p = from; p <= to; p++) {
        if (p in skip) continue
        total["length"]++
        for (c = 1; c <= n_classes; c++) total[classes[c]] += count[p, classes[c]]
    }
    total["flops"] = total["fa"] + total["fm"] + 2 * total["fma"] + total["fmisc"]
}

function print_counts(star, tight) {
    print star "FPU/IPU instructions except nop = " total["fpu"]
    print star "CEU/XIU instructions except nop = " total["ceu"]
    print star "KSR compiled codes length = " total["length"] " instructions"
    if (!tight) print ""
    print star "Fa = " total["fa"] " Fm = " total["fm"] " Fma = " total["fma"] \
        " Fmisc/Other FPU = " total["fmisc"] " Lfl = " total["lfl"] " Sfl = " total["sfl"]
    print star "Load = " total["load"] " Store = " total["store"]
    print tight ? "*" : ""
    print star "Floating-point operations" (tight ? "= " : " = ") total["flops"]
    print star "Memory accesses = " total["load"] + total["store"]
    print star "Fma+Sfl (Conflict on FPUC)= " total["fma"] + total["sfl"]
}

function residue(l,    m, p, taken) {
    split("", taken)
    if (!inner[l])
        for (m = 1; m < l; m++)
            if (good[m] && first[l] <= first[m])
                for (p = first[m]; p <= tail[m]; p++) taken[p] = 1
    sum(first[l], tail[l], taken)
}

# Forward branches of an innermost loop.
function areas(l,    b, c, n, none, hit, area, crossing) {
    n = 0
    for (b = 1; b <= branches; b++) {
        if (branch[b] < first[l] || branch[b] > tail[l] || !(target[b] in place)) continue
        if (place[target[b]] <= branch[b]) continue
        if (place[target[b]] > last[l]) { if (EXITS) print file ":" at_line[b], target[b] >EXITS; continue }
        area[++n] = b
    }
    for (b = 1; b <= n; b++) {
        crossing = 0
        for (c = 1; c <= n; c++) {
            if (crosses(area[b], area[c]) || crosses(area[c], area[b])) crossing = 1
        }
        split("", none)
        sum(branch[area[b]] + delay[area[b]] + 1, place[target[area[b]]] - 1, none)
        print ""
        print "Forward branch area " b
        print "Forward Branch exists in backward branch region -- " region[l] " --"
        print "*****"
        print "*Target Label = " target[area[b]] " " branch[area[b]] - first[l] + 1 " " place[target[area[b]]] - first[l] + 1
        if (crossing) print "* Intersects another forward branch area of this loop"
        print_counts("* ", 1)
        print "*****"
    }
}
function crosses(a, b) {
    return branch[a] < branch[b] && branch[b] < place[target[a]] && place[target[a]] < place[target[b]]
}

function report(    l, m) {
    if (reports++) print ""
    if (ARGC > 2) print file ":"
    find_loops()
    for (l = 1; l <= loops; l++)
        for (m = l + 1; m <= loops; m++)
            if (good[l] && good[m] && first[m] <= first[l])
                print name_of[l] " is an inner loop of " name_of[m]
    print ""
    print "Listed by loop completed order inside the machine code"
    for (l = 1; l <= loops; l++) {
        if (!good[l]) continue
        print "-----"
        print "Loop labelled " name_of[l] "-- Branch Region = " region[l] " --"
        print inner[l] ? "--> An inner-most loop" : "--> A residue of an outer loop"
        residue(l)
        print_counts("", 0)
        if (inner[l]) areas(l)
    }
    print "-----"
    print "Number of loops = " good_loops
}
