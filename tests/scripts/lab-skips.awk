# SPDX-License-Identifier: GPL-3.0-or-later
# Random nested conditionals in one loop, fixed by seed and loose: writes a program to the file plain, and to the
# file counted the same program with statements that sum in K the floating-point operations executed, counted from
# the operators in the text. If loose is 1, some conditions have two parts and the machine may skip one, so the
# counts do not determine the path.

function pick(n) {
    state = (state * 16807) % 2147483647
    return int(state / 97) % n
}
function put(s) { print "      " s >"plain"; print "      " s >"counted" }
function put_label(l) { printf "%-6dCONTINUE\n", l >"plain"; printf "%-6dCONTINUE\n", l >"counted" }
function add(n) { if (n) print "      K=K+" n >"counted" }
function constant() { return sprintf("%.4fD0", (++constants * 617 % 1000 + 0.5) / 1000) }
function array() { return substr("AB", 1 + pick(2), 1) }
function compare() { return array() "(I)." (pick(2) ? "GT." : "LE.") constant() }

# A condition; flops_of_it is its comparisons.
function condition() {
    flops_of_it = 1
    if (!loose || pick(3)) return compare()
    flops_of_it = 2
    return compare() (pick(2) ? ".AND." : ".OR.") compare()
}
# An assignment; flops_of_it is its operations.
function assignment(x) {
    x = substr("XYZ", 1 + pick(3), 1)
    flops_of_it = 1 + pick(2)
    return x "(I)=" x "(I)*" constant() (flops_of_it == 2 ? "+" array() "(I)" : "")
}
function assign(s) { s = assignment(); add(flops_of_it); put(s) }

function one_line(c, s, of_c, of_s) {
    c = condition(); of_c = flops_of_it
    s = assignment(); of_s = flops_of_it
    add(of_c)
    print "      IF (" c ") " s >"plain"
    print "      IF (" c ") THEN" >"counted"
    add(of_s)
    print "      " s >"counted"
    print "      END IF" >"counted"
}

# 1 to arms arms with conditions, perhaps ELSE. Each arm counts the conditions that come before it.
function if_chain(depth, arms, i, c, before) {
    c = condition()
    add(flops_of_it)
    put("IF (" c ") THEN")
    body(depth + 1)
    before = 0
    for (i = 2; i <= arms; i++) {
        c = condition(); before += flops_of_it
        put("ELSE IF (" c ") THEN")
        add(before)
        body(depth + 1)
    }
    if (pick(2)) {
        put("ELSE")
        add(before)
        body(depth + 1)
    } else if (before) {
        print "      ELSE" >"counted"
        add(before)
    }
    put("END IF")
}

# CASE DEFAULT comes last: if other cases follow, kfc jumps back to it, which forms a loop.
function select(depth, i) {
    put("SELECT CASE (L(I))")
    for (i = 1; i <= 3; i++) {
        put("CASE (" (loose && pick(2) ? i ":" i : i) ")")
        body(depth + 1)
    }
    if (pick(2)) { put("CASE DEFAULT"); body(depth + 1) }
    put("END SELECT")
}

# One of the labels l to l + 2 by arithmetic IF or computed GO TO.
function jumps(depth, l) {
    l = labels += 10
    if (pick(2)) put("IF (L(I)-" 2 + pick(3) ") " l "," l + 1 "," l + 2)
    else {
        put("GOTO (" l "," l + 1 "),L(I)")
        assign()
        if (pick(2)) put("GOTO " l + 2)
    }
    put_label(l)
    body(depth + 1)
    put_label(l + 1)
    body(depth + 1)
    put_label(l + 2)
}

function jump(depth, c, l) {
    c = condition()
    add(flops_of_it)
    if (!pick(3)) { put("IF (" c ") CYCLE"); assign(); return }
    l = labels += 10
    put("IF (" c ") GOTO " l)
    body(depth + 1)
    put_label(l)
}

function statement(depth, kind) {
    kind = depth > 2 ? pick(5) : pick(13)
    if (kind < 3) assign()
    else if (kind < 5) one_line()
    else if (kind < 7) if_chain(depth, 1)
    else if (kind < 9) if_chain(depth, 2 + pick(3))
    else if (kind < 10) select(depth)
    else if (kind < 11) jumps(depth)
    else jump(depth)
}
function body(depth, n) { for (n = 1 + pick(2); n > 0; n--) statement(depth) }

BEGIN {
    state = seed * 7919 + 12345
    labels = 100
    for (i = 0; i < 10; i++) pick(2)
    put("PROGRAM P")
    put("REAL*8 A(100),B(100),X(100),Y(100),Z(100)")
    put("INTEGER L(100),I,K")
    put("K=0")
    put("DO I=1,100")
    put("A(I)=MOD(I*37,101)/101D0")
    put("B(I)=MOD(I*53,97)/97D0")
    put("L(I)=MOD(I*29,31)/7+1")
    put("X(I)=I"); put("Y(I)=I"); put("Z(I)=I")
    put("END DO")
    put("DO I=1,100")
    body(1); if_chain(1, 4); body(1)
    put("END DO")
    put("PRINT *,X(3)+Y(4)+Z(5)")
    print "      PRINT *,'K',K" >"counted"
    put("END")
}
