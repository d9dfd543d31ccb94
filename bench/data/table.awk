# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the table of bench/data.sh from its rows: kernel level cores n MACS work t_m, from kma the cycles of D.3 and D.4,
# overlap, overlap with loads, cycles of the transferred data in the first cache, and of accesses that cross lines; then the
# output of data-cycles: median, quartiles, confidence interval, repeats, undisturbed ones, and the rates before and after.
function shown(x) { return x == "null" ? "-" : sprintf("%.3f", x) }
function percent(x, of) { return x == "null" ? "-" : sprintf("%+.0f", 100 * (x / of - 1)) }
function max(x, y) { return x == "null" || y == "null" ? "null" : x + 0 > y + 0 ? x + 0 : y + 0 }
function min(x, y) { return x + 0 < y + 0 ? x + 0 : y + 0 }
function size(x) { return x < 0 ? -x : x }
# Equation D.5. Of the work, t_m are loads and stores.
function estimate_of(work, tm, transfer, overlap, loads, own, crossing,    both, more) {
    if (work == "null" || transfer == "null" || overlap == "null") return "null"
    tm += crossing; work = max(work, tm)
    both = min(work, transfer); more = min(both, max(tm - own, 0))
    return work + transfer - loads * more - overlap * (both - more)
}
function count(of, e) { n[of]++; sum[of] += size(e); near[of] += size(e) <= 0.25 }
function add(text, more) { return text (text == "" ? "" : ", ") more }
function summary(title, of) {
    if (n[of]) printf "%s: %d rows, mean error %.1f %%, %.0f %% within 25 %%\n", title, n[of], 100 * sum[of] / n[of], 100 * near[of] / n[of]
}
BEGIN {
    printf "%-10s %-6s %5s %8s %8s %4s %8s %8s %11s %8s %5s %5s %8s %5s %s\n", "kernel", "level", "cores", "n", "measured", "+-%",
        "MACS", "MACSD", "of MACSD", "estimate", "err%", "L1%", "ECM", "err%", "remarks"
}
{
    name = $1; level = $2; cores = $3; macs = $5; tm = $7; data = $8; transfer = $9; measured = $14
    macsd = max(macs, data)
    estimate = estimate_of($6, tm, transfer, $10, $11, $12, $13)
    if (level == "l1") first[name, cores] = measured
    work = (name, cores) in first && level != "l1" ? first[name, cores] : "null"
    isolated = estimate_of(work, tm, transfer, $10, $11, $12, 0)
    ecm = transfer == "null" || tm == "null" ? "null" : max(macs, tm + transfer)
    shared = level != "l1" && level != "l2"
    change = $21 > $22 ? $21 / $22 : $22 / $21
    range = shared && change > 1.1 || $20 < $19 / 2
    remark = range ? "range" : ""
    if (shared && change > 1.1) remark = add(remark, sprintf("rates differ by %.0f %%", 100 * (change - 1)))
    if ($20 < $19) remark = add(remark, ($19 - $20) " repeats disturbed")
    interval = "-"
    all++; ranges += range
    if (macsd == "null") {
        unbounded++
        remark = add(remark, "no bound: " (macs == "null" ? "no MACS" : "not affine"))
        if (macs != "null" && $18 / macs < 0.97) { above_macs++; remark = add(remark, "ABOVE: MACS") }
    }
    else {
        bounded++
        interval = sprintf("%.2f-%.2f", $17 / macsd, $18 / macsd)
        if ($18 / macsd < 0.97) { above++; remark = add(remark, "ABOVE: " (data + 0 > macs + 0 ? "data" : "MACS")); above_data += data + 0 > macs + 0 }
    }
    printf "%-10s %-6s %5d %8d %8.3f %4.0f %8s %8s %11s %8s %5s %5s %8s %5s %s\n", name, level, cores, $4, measured,
        50 * ($16 - $15) / measured, shown(macs), shown(macsd), interval, shown(estimate), percent(estimate, measured),
        percent(isolated, measured), shown(ecm), percent(ecm, measured), remark
    if (estimate == "null" || range) next
    kind = level " on " cores
    if (!(kind in seen)) { seen[kind]; order[++kinds] = kind }
    count("estimate all", estimate / measured - 1); count("ecm all", ecm / measured - 1)
    count("estimate " kind, estimate / measured - 1); count("ecm " kind, ecm / measured - 1)
    if (isolated != "null") { count("isolated all", isolated / measured - 1); count("isolated " kind, isolated / measured - 1) }
}
END {
    printf "\nMACSD: %d rows, %d without bound; above the measurement: %d of %d, of which %d because of the data\n", all, unbounded,
        above, bounded, above_data
    if (above_macs) printf "MACS of rows without bound: %d above the measurement\n", above_macs
    printf "ranges: %d of %d rows\n", ranges, all
    order[0] = "all"
    for (i = 0; i <= kinds; i++) {
        title = i ? order[i] (order[i] ~ / 1$/ ? " core" : " cores") : "all"
        summary("estimate, " title, "estimate " order[i])
        summary("estimate with the cycles measured in L1 instead of MACS, " title, "isolated " order[i])
        summary("ECM, " title, "ecm " order[i])
    }
    exit above + above_macs > 0 || (n["estimate all"] && (sum["estimate all"] > 0.1 * n["estimate all"] ||
        near["estimate all"] < 0.9 * n["estimate all"] || sum["estimate all"] > sum["ecm all"]))
}
