# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v what=facts|rows|skips -v seed=N: a database of random loops as text for put-facts, their
# rows on random threads, and the blocks these skipped. The random numbers are the same for all three.
function pick(least, most) { return least + int(rand() * (most - least + 1)) }
function say(kind, text) { if (kind == what) print text }
function source_line(text) { source = source "\n" text }
function code_line(text) { code = code "\n" text }
function tally(fa, fm, fma, fmisc, lfl, sfl) {
    return "fa=" fa " fm=" fm " fma=" fma " fmisc=" fmisc " lfl=" lfl " sfl=" sfl
}
function few(most) { return tally(pick(0, most), pick(0, most), pick(0, most), pick(0, most), pick(0, most), pick(0, most)) }

# A block, and its areas, one for each copy of the body; pairs 6 i on are the ith area's.
function block(l, line, end, within,    i) {
    source_line("block " line " " end " " few(3) (within >= 0 ? " within=" within : ""))
    for (i = 0; i < k; i++) {
        areas = areas "\narea .A" l "." n_areas " " 3 + 6 * n_areas " " 8 + 6 * n_areas " " pick(2, 5) " line=" line " end=" end " " few(3)
        n_areas++
    }
    first[l, blocks[l]++] = line
}
function loop(l,    line, kind, words) {
    line = 100 * l; k = 2 ^ pick(0, 2); n_areas = blocks[l] = 0; areas = ""
    source_line("loop k.f:s:" line " " line " " line + 20 " " tally(pick(12, 20), pick(12, 20), pick(12, 20), pick(12, 20), pick(12, 30), pick(12, 30)) " x=" pick(0, 3) " y=" pick(1, 6))
    kind = pick(0, 3)
    if (kind >= 1) block(l, line + 2, line + 6, -1)
    if (kind == 2) block(l, line + 8, line + 12, -1)
    if (kind == 3) block(l, line + 3, line + 5, 0)
    if (pick(0, 2) == 0) source_line("cycle " pick(1, 4) "\nstep fa fa " pick(60, 400))
    code_line("pairs .L" l " " k * pick(160, 400) " k=" k " line=" line " end=" line + 20 " source=k.f " tally(k * pick(15, 25), k * pick(15, 25), k * pick(15, 25), k * pick(15, 25), k * pick(15, 60), k * pick(15, 60)) " left=" pick(0, 20) " right=" pick(0, 20))
    code = code areas
    if (pick(0, 2) == 0) code_line("cycle " pick(1, 3) "\nstep fa fa " pick(60, 900))
}
function thread(run, processors, t, l,    n, b) {
    n = pick(0, 9) == 0 ? 0 : pick(1, 5000)
    say("rows", run "," processors "," t ",k.f:s:" 100 * l "," n "," (n ? pick(1, 900) * n : 0))
    for (b = 0; b < blocks[l]; b++)
        if (pick(0, 2))
            say("skips", run "," t ",k.f:s:" 100 * l "," first[l, b] "," pick(0, int(n / 2)))
}

BEGIN {
    srand(seed); loops = 25
    say("rows", "run,processors,thread,loop,iterations,cycles"); say("skips", "run,thread,loop,block,skipped")
    for (l = 1; l <= loops; l++) loop(l)
    say("facts", "target default ksr1\nsource k.f" source "\ncompiled k.s" code)
    for (r = 0; r < 4; r++) {
        processors = r ? pick(2, 9) : 1
        for (l = 1; l <= loops; l++) {
            if (r && pick(0, 4) == 0) continue
            threads = pick(1, processors)
            for (t = 0; t < threads; t++) thread("r" r, processors, t, l)
        }
    }
}
