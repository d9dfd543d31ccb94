# SPDX-License-Identifier: GPL-3.0-or-later
# CSV tables by the names of their columns: v["worker", "counted-timer"] is a number of the row that
# begins with "worker". Files may follow each other; a row of a later one counts.
#     awk -f "$SRCDIR/tests/scripts/columns.awk" -f - table.csv
function abs(x) { return x < 0 ? -x : x }
function near(x, want, within) { return abs(x - want) <= within }
function ask(what, holds) { print what ": " (holds ? "yes" : "NO") }
BEGIN { FS = "," }
FNR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; next }
{ gsub(/"/, ""); for (i = 1; i <= NF; i++) v[$1, name[i]] = $i }
