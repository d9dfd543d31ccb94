# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f gap-reference.awk facts rows skips table.csv threads.json: the gap table of gap-random.awk's
# database, computed from the definitions (report, sections 4.1 to 4.4 and 7) for the KSR1: every
# instruction takes the left or the right half of a pair, linked ones and stores the FPUC as well;
# two flops a cycle at most. Prints the differences to macs-gap.
function value(key,    i) {
    for (i = 2; i <= NF; i++)
        if (index($i, key "=") == 1)
            return substr($i, length(key) + 2) + 0
    return 0
}
# Counts of the line into c[at, class].
function take(c, at,    i, n, classes) {
    n = split("fa fm fma fmisc lfl sfl x y left right", classes, " ")
    for (i = 1; i <= n; i++) c[at, classes[i]] = value(classes[i])
}
function most(a, b) { return a > b ? a : b }
# c's average: t[b] of n iterations skip block b, whose counts are of[l, b, ...].
function average(c, of, l, class, share,    b, sum) {
    sum = c[l, class]
    for (b = 0; b < blocks[l]; b++) sum -= share[b] * of[l, b, class]
    return sum
}
function busiest(left, right, fpuc) { return most(most(left, right), fpuc) }
# MA, MAC and MACS of loop l for the shares of its blocks into bound.
function bounds(l, share,    fp, sfl, lfl, fma, b, size) {
    fma = average(essential, in_block, l, "fma", share)
    fp = average(essential, in_block, l, "fa", share) + average(essential, in_block, l, "fm", share) + fma + average(essential, in_block, l, "fmisc", share)
    lfl = average(essential, in_block, l, "lfl", share); sfl = average(essential, in_block, l, "sfl", share)
    bound["ma"] = most(busiest(fp + essential[l, "x"] / k[l], lfl + sfl + essential[l, "y"] / k[l], fma + sfl), cycle[l])
    fma = average(compiled, in_area, l, "fma", share)
    fp = average(compiled, in_area, l, "fa", share) + average(compiled, in_area, l, "fm", share) + fma + average(compiled, in_area, l, "fmisc", share)
    lfl = average(compiled, in_area, l, "lfl", share); sfl = average(compiled, in_area, l, "sfl", share)
    bound["mac"] = most(busiest(fp + compiled[l, "left"], lfl + sfl + compiled[l, "right"], fma + sfl), code_cycle[l]) / k[l]
    size = pairs[l]
    for (b = 0; b < blocks[l]; b++) size -= share[b] * area_pairs[l, b]
    bound["macs"] = size / k[l]
}
function near(what, is, should, scale) {
    checked++
    if (is == "" || is == "null" || is - should > 1e-10 * scale || should - is > 1e-10 * scale)
        printf "%s: %s, should be %.17g\n", what, is, should
}
# A MUF above 1 is only printed with its cause. These databases have one: an error of 3 % of times by marks.
function same_muf(what, is, should) {
    if (should <= 1 || (should <= 1.03 && is != "null")) near(what, is, should, 1)
    else if (is != "null") printf "%s: %s, should be null: it is %.17g\n", what, is, should
}
function flops(of, at) { return of[at, "fa"] + of[at, "fm"] + 2 * of[at, "fma"] + of[at, "fmisc"] }
# Floating-point operations of an iteration that skips each block at its share (spec: M averages as MA does).
function average_tnf(l, share,    b, sum) {
    sum = flops(essential, l)
    for (b = 0; b < blocks[l]; b++) sum -= share[b] * flops(in_block, l SUBSEP b)
    return sum
}
function same_sum(what, sum) {
    checked++
    if (sum - 1 > 1e-12 || 1 - sum > 1e-12) printf "%s: %.17g, not 1\n", what, sum
}
FNR == 1 { files++ }

# ---- facts ----
files == 1 && $1 == "loop" { l = $3 / 100; code = 0; blocks[l] = 0; take(essential, l) }
files == 1 && $1 == "block" { take(in_block, l SUBSEP blocks[l]); at_line[l, blocks[l]] = $2; blocks[l]++ }
files == 1 && $1 == "pairs" { l = substr($2, 3) + 0; code = 1; pairs[l] = $3; k[l] = value("k"); take(compiled, l) }
files == 1 && $1 == "area" {
    for (b = 0; b < blocks[l]; b++) {
        if (at_line[l, b] != value("line")) continue
        area_pairs[l, b] += $5
        n = split("fa fm fma fmisc lfl sfl", classes, " ")
        for (i = 1; i <= n; i++) in_area[l, b, classes[i]] += value(classes[i])
    }
}
files == 1 && $1 == "cycle" { distance = $2 }
files == 1 && $1 == "step" { if (code) code_cycle[l] = $4 / distance; else cycle[l] = $4 / distance }

# ---- measurement ----
files == 2 { FS = "," } # from the next line on, which follows the header
files == 2 && FNR > 1 {
    split($4, part, ":"); l = part[3] / 100; of = $1 SUBSEP l
    n_threads[of]++; processors[$1] = $2; iterations[of, $3] = $5; cycles[of, $3] = $6
}
files == 3 && FNR > 1 { split($3, part, ":"); l = part[3] / 100; for (b = 0; b < blocks[l]; b++) if (at_line[l, b] == $4) skipped[$1, l, $2, b] = $5 }

# ---- the output of macs-gap ----
files == 4 && FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
files == 4 && FNR > 1 {
    run = $column["run"]; split($column["loop"], part, ":"); l = part[3] / 100; of = run SUBSEP l; where = run " " l
    if (!(of in n_threads)) next
    n = sum_tnf = sum_ma = sum_mac = sum_macs = slowest = worst = all = 0
    for (b = 0; b < blocks[l]; b++) pooled[b] = 0
    for (t = 0; t < n_threads[of]; t++) {
        it = iterations[of, t]
        for (b = 0; b < blocks[l]; b++) { share[b] = it ? skipped[run, l, t, b] / it : 0; pooled[b] += skipped[run, l, t, b] }
        bounds(l, share)
        sum_tnf += it * average_tnf(l, share)
        n += it; all += cycles[of, t]; slowest = most(slowest, cycles[of, t])
        sum_ma += it * bound["ma"]; sum_mac += it * bound["mac"]; sum_macs += it * bound["macs"]; worst = most(worst, it * bound["macs"])
    }
    near(where " threads", $column["threads"], n_threads[of], 0)
    near(where " iterations", $column["iterations"], n, 0)
    tnf = n ? sum_tnf / n : flops(essential, l)
    near(where " tnf", $column["tnf"], tnf, tnf)
    near(where " m", $column["m"], tnf / 2, tnf)
    balanced = $column["runtime_bound_balanced"]; actual = $column["runtime_bound_actual"]
    near(where " balanced", balanced, sum_macs / processors[run], sum_macs)
    near(where " actual", actual, worst, worst)
    if (balanced > actual * (1 + 1e-12)) print where ": balanced " balanced " above actual " actual
    near(where " time", $column["time"], slowest, slowest)
    if (l in alone && n && alone_n[l] && slowest) near(where " speedup", $column["speedup"], alone[l] / slowest, 1)
    if (run == "r0") { alone[l] = slowest; alone_n[l] = n }
    if (!n) { if ($column["measured"] != "null") print where ": measured without iterations"; next }
    measured = all / n
    near(where " ma", $column["ma"], sum_ma / n, measured)
    near(where " mac", $column["mac"], sum_mac / n, measured)
    near(where " macs", $column["macs"], sum_macs / n, measured)
    near(where " measured", $column["measured"], measured, measured)
    same_muf(where " muf", $column["muf"], sum_macs / all)
    near(where " muf and p", 1 - $column["share_p"], sum_macs / all, 1)
    same_sum(where " shares", $column["share_m"] + $column["share_a"] + $column["share_c"] + $column["share_s"] + $column["share_p"])
    # The average thread: of the lengths exactly, of the busiest ports at most.
    for (b = 0; b < blocks[l]; b++) pooled[b] /= n
    bounds(l, pooled)
    near(where " pooled macs", $column["macs"], bound["macs"], measured)
    if (bound["ma"] > $column["ma"] * (1 + 1e-12) || bound["mac"] > $column["mac"] * (1 + 1e-12)) print where ": less than the average thread"
}

# ---- threads ----
function of_key(key,    at, text) {
    at = index($0, "\"" key "\": ")
    if (!at) return ""
    text = substr($0, at + length(key) + 4); sub(/[,}].*/, "", text)
    return text
}
files == 5 && /^ *"run": "/ { run = of_key("run"); gsub(/"/, "", run) }
files == 5 && /^ *"loop": "k.f/ { split(of_key("loop"), part, ":"); l = part[3] + 0; l /= 100; of = run SUBSEP l; weighted = weight = 0 }
files == 5 && /^ *"macs": [-0-9n]/ { loop_macs = of_key("macs") }
files == 5 && /"thread": [0-9]/ {
    t = of_key("thread"); it = iterations[of, t]; where = run " " l " thread " t; threads_read++
    for (b = 0; b < blocks[l]; b++) share[b] = it ? skipped[run, l, t, b] / it : 0
    bounds(l, share)
    for (rung in bound) near(where " " rung, of_key(rung), bound[rung], bound[rung])
    near(where " iterations", of_key("iterations"), it, 0)
    if (it) same_muf(where " muf", of_key("muf"), bound["macs"] * it / cycles[of, t])
    weighted += it * of_key("macs"); weight += it
    if (t == n_threads[of] - 1 && weight) near(run " " l " macs of its threads", loop_macs, weighted / weight, loop_macs)
}
END { print "checked " checked " numbers, " threads_read " threads" }
