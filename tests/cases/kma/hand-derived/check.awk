# SPDX-License-Identifier: GPL-3.0-or-later
# Holds the C= lines of a Fortran file against kma's table of its innermost loops in CSV:
#   awk -F, -f check.awk FILE.f TABLE.csv
# Both are in order of the source. The bounds follow from the row by eq. 4.1-4.9 for k = 16.
function max(a, b) { return a > b ? a : b }
function near(a, b) { return a - b < 1e-9 && b - a < 1e-9 }
function hold(what, want, got)
{
    if (want != "-" && !near(want, got)) {
        printf "%s: %s is %s, by hand %s\n", id, what, got, want
        wrong++
    }
}
NR == FNR {
    if ($0 ~ /^C= [0-9-]/)
        row[++rows] = substr($0, 4)
    next
}
FNR == 1 {
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}
{
    id = $1
    gsub(/\|/, "", row[++loops])
    split(row[loops], e, " +")
    split("fa fm fma fmisc lfl sfl", name, " ")
    for (i = 1; i <= 6; i++)
        hold(name[i], e[i], $column[name[i]])
    if (split(e[7], ratio, "/") == 2) {
        hold("td", ratio[2] ? ratio[1] / ratio[2] : 0, $column["td"])
        distance = $column["recurrence"]
        sub(/.*\//, "", distance)
        hold("distance", ratio[2], distance + 0)
    }
    hold("bases", e[8], $column["y"] - 1)

    left = $column["fa"] + $column["fm"] + $column["fma"] + $column["fmisc"]
    right = $column["lfl"] + $column["sfl"]
    port = $column["fma"] + $column["sfl"]
    hold("tnf", left + $column["fma"], $column["tnf"])
    hold("m", $column["tnf"] / 2, $column["m"])
    hold("tf", left, $column["tf"])
    hold("tm", right, $column["tm"])
    hold("ti", max(max(left + 2 / 16, right + $column["y"] / 16), port), $column["ti"])
    hold("ma", max($column["ti"], $column["td"]), $column["ma"])
    if ($column["tnf"] == 0 && $column["m_cpf"] $column["ma_cpf"] != "nullnull") {
        printf "%s: cycles per flop without a flop\n", id
        wrong++
    }
}
END {
    if (loops != rows)
        printf "%d loops, %d rows\n", loops, rows
    else
        printf "%d loops, %d wrong\n", loops, wrong
    exit loops != rows || wrong > 0
}
