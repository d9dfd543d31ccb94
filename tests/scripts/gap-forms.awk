# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the tables of runs in Markdown and in the report with the CSV of the same database: a number is printed
# with four digits, so it may differ by half of the last digit, and null is "-".
#     awk -f gap-forms.awk table.csv table.md report.html
# Rows have the same order in all three. Prints the differences, then "checked N numbers".
BEGIN {
    split("TNF tnf k k M m MA ma MAC mac MACS macs measured measured MUF muf speed-up speedup threads threads " \
          "A gap_a C gap_c S gap_s P gap_p", pairs, " ")
    for (i = 1; i in pairs; i += 2)
        key[pairs[i]] = pairs[i + 1]
}
FNR == 1 { file++ }

function number(text) { return text == "-" || text == "" || text == "not measured" ? "null" : text }

function check(row, title, shown,    want, off) {
    if (title ~ / %$/ && title != "% of run") {
        want = value[row, "share_" tolower(substr(title, 1, 1))]
        want = want == "null" ? want : 100 * want
    } else if (title in key)
        want = value[row, key[title]]
    else
        return
    shown = number(shown)
    off = shown - want < 0 ? want - shown : shown - want
    if ((shown == "null") != (want == "null") ||
        (shown != "null" && off > 5.001e-4 * (want < 0 ? -want : want) + 1e-12))
        print FILENAME ":" FNR ": " title " of " value[row, "run"] " " value[row, "loop"] ": " shown " is not " want
    checked++
}

file == 1 {
    n = split($0, field, ",")
    for (i = 1; i <= n; i++)
        if (FNR == 1)
            name[i] = field[i]
        else
            value[FNR - 1, name[i]] = field[i]
    if (FNR > 1)
        rows++
    if (FNR > 1 && value[FNR - 1, "run"] "," value[FNR - 1, "build"] != last) {
        last = value[FNR - 1, "run"] "," value[FNR - 1, "build"]
        first[++runs] = FNR - 1
    }
}

file == 2 && /^### / { run++; heads = 0 }
file == 2 && /^\| / {
    n = split($0, field, / *\| */)
    if (field[2] == "loop") {
        for (i in field)
            head[i] = field[i]
        row = first[run]
        heads++
    } else if (field[2] !~ /^---/ && heads <= 2) {
        for (i = 3; i < n; i++)
            check(row, head[i], field[i])
        row++
    }
}

file == 3 && /<table class="sortable loops">/ { inside = 1 }
file == 3 && inside && /<thead>/ {
    n = split($0, field, "<th scope=\"col\"[^>]*>")
    for (i = 2; i <= n; i++) {
        sub(/<.*/, "", field[i])
        head[i - 1] = field[i]
    }
}
file == 3 && inside && /^<tr><th scope="row"/ {
    seen++
    n = split($0, field, "<td[^>]*>")
    for (i = 3; i <= n; i++) {
        sub(/<.*/, "", field[i])
        check(seen, head[i], field[i])
    }
}
file == 3 && /<\/table>/ { inside = 0 }

END {
    if (run != runs || seen != rows)
        print "of " runs " runs and " rows " rows Markdown has " run + 0 " runs, the report " seen + 0 " rows"
    print "checked " checked + 0 " numbers"
}
