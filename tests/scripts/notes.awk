# SPDX-License-Identifier: GPL-3.0-or-later
# Reads C files and prints "FILE|FORMAT" for each call that adds a note to a row: FORMAT is the first
# string of the call, its adjacent literals joined, "-" if the call has no string.

# The text from a call's "(" to the ")" that closes it.
function arguments(text, from,    i, c, depth, quoted) {
    for (i = from; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (quoted) {
            if (c == "\\")
                i++
            else if (c == "\"")
                quoted = 0
        } else if (c == "\"")
            quoted = 1
        else if (c == "(")
            depth++
        else if (c == ")" && --depth == 0)
            return substr(text, from, i - from)
    }
    return substr(text, from)
}

# Strings within calls that are arguments do not count, but for arena_printf().
function first_string(text,    out, any, before, depth) {
    while (match(text, /"([^"\\]|\\.)*"/)) {
        before = substr(text, 1, RSTART - 1)
        gsub(/arena_printf[(]/, "", before)
        depth += gsub(/[(]/, "", before) - gsub(/[)]/, "", before)
        if (any ? before !~ /^[ \t\n]*$/ : depth > 1)
            break
        out = out substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        any = 1
    }
    return any ? out : "-"
}

function calls(file, text,    from, at) {
    from = 1
    while (match(substr(text, from), /[^A-Za-z0-9_](note|note_text|note_once|body_note|add_problem|exclude)\(/)) {
        at = from + RSTART + RLENGTH - 2
        if (substr(text, from, RSTART) !~ /void [*]?$/)
            print file "|" first_string(arguments(text, at))
        from = at
    }
}

FNR == 1 && NR > 1 {
    calls(file, text)
    text = ""
}
{
    file = FILENAME
    text = text $0 "\n"
}
END {
    calls(file, text)
}
