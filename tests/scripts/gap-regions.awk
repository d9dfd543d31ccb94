# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v what=facts|rows|regions|bounds -v seed=N: loops as text for put-facts, what three threads ran
# of each, a random tree of regions over them, and the tree's run-time bounds by eq. 4.15 to 4.19,
# balanced and as distributed. The random numbers are the same for all four.
function pick(least, most) { return least + int(rand() * (most - least + 1)) }
function say(line) { text = text indent line "\n" }
function open(line) { say(line); indent = indent "  " }
function close_region() { indent = substr(indent, 3); say("end") }

# Each of these appends to text and leaves balanced and actual.
function loop(    t) { # eq. 4.15, 4.16
    balanced = actual = 0
    if (next_loop > LOOPS)
        return
    say("loop k.f:r:" 10 * next_loop)
    for (t = 0; t < THREADS; t++)
        balanced += cycles[next_loop, t]
    actual = balanced
    next_loop++
}
function sequence(depth,    n, b, a) {
    b = a = 0
    for (n = pick(1, 4); n > 0; n--) {
        region(depth)
        b += balanced
        a += actual
    }
    balanced = b
    actual = a
}
function team(p,    n, l, b, a, t, most, sum) { # eq. 4.17, 4.18
    b = a = 0
    open("parallel processors " p)
    for (n = pick(1, 3); n > 0; n--) {
        for (t = 0; t < THREADS; t++)
            sum[t] = 0
        open("sequential")
        for (l = pick(1, 3); l > 0 && next_loop <= LOOPS; l--) {
            for (t = 0; t < THREADS; t++)
                sum[t] += cycles[next_loop, t]
            loop()
            b += balanced / p
        }
        close_region()
        most = 0
        for (t = 0; t < THREADS; t++)
            most = sum[t] > most ? sum[t] : most
        a += most
        if (n > 1)
            say("barrier")
    }
    close_region()
    balanced = b
    actual = a
}
function sections(depth,    n, b, a) { # eq. 4.19
    b = a = 0
    open("sections")
    for (n = pick(1, 3); n > 0; n--) {
        open("section")
        sequence(depth)
        close_region()
        b = balanced > b ? balanced : b
        a = actual > a ? actual : a
    }
    close_region()
    balanced = b
    actual = a
}
# Called from this position only: the measured times of its loops are those of all these calls.
function call(depth,    kept_text, kept_indent) { # appendix B.2
    say("call s" ++routines " " pick(1, 5))
    kept_text = text
    kept_indent = indent
    text = indent = ""
    open("routine s" routines)
    sequence(depth)
    close_region()
    follow = follow text
    text = kept_text
    indent = kept_indent
}
function region(depth,    kind) {
    kind = depth > 4 ? 1 : pick(1, 6)
    if (kind == 3)
        team(pick(2, 5))
    else if (kind == 4)
        sections(depth + 1)
    else if (kind == 5)
        call(depth + 1)
    else if (kind == 6) {
        open("sequential")
        sequence(depth + 1)
        close_region()
    } else
        loop()
}

BEGIN {
    srand(seed)
    LOOPS = 24
    THREADS = 3
    facts = "target default ksr1\nsource k.f\n"
    rows = "run,processors,thread,loop,iterations,cycles\n"
    for (i = 1; i <= LOOPS; i++) {
        facts = facts sprintf("loop k.f:r:%d %d %d fma=1 lfl=2 sfl=1 x=2 y=3\n", 10 * i, 10 * i, 10 * i + 5)
        code = code sprintf("pairs .L%d %d k=%d line=%d end=%d source=k.f fma=1\n", i, pick(4, 60), 2, 10 * i, 10 * i + 5)
        split(code, lines, "\n")
        split(lines[i], word, " ")
        for (t = 0; t < THREADS; t++) {
            n = pick(0, 900)
            cycles[i, t] = word[3] / 2 * n
            rows = rows sprintf("r,3,%d,r:%d,%d,%d\n", t, 10 * i, n, 50 * n + 1)
        }
    }
    next_loop = 1
    open("program")
    sequence(0)
    close_region()
    if (what == "facts")
        printf "%scompiled k.s\n%s", facts, code
    else if (what == "rows")
        printf "%s", rows
    else if (what == "regions")
        printf "%s%s", text, follow
    else
        printf "%.12g %.12g\n", balanced, actual
}
