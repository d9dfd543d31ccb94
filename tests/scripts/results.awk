# SPDX-License-Identifier: GPL-3.0-or-later
# Reads C sources and prints each call whose result shows whether data was stored and is not used:
#     FILE:LINE: CALL
# A result is unused where the call is a statement of its own, or an operand of a comma before the last.
# Every call of fclose() is printed: file_close() and file_drop() of base/file.h are used instead.
BEGIN {
    n = split("fclose fflush write pwrite writev close fsync fdatasync rename renameat link linkat symlink " \
        "ftruncate fchmod chmod mkdir sqlite3_exec sqlite3_step sqlite3_finalize " \
        "sqlite3_reset sqlite3_open_v2 sqlite3_close sqlite3_prepare_v2 sqlite3_bind_text sqlite3_bind_int64 " \
        "sqlite3_bind_double sqlite3_bind_null sqlite3_busy_timeout sqlite3_db_config sqlite3_file_control " \
        "sqlite3_deserialize sqlite3_create_function_v2 sqlite3_set_authorizer file_close", names, " ")
    for (i = 1; i <= n; i++)
        wanted[names[i]] = 1
}
FNR == 1 { if (file) look(); file = FILENAME; text = ""; lines = 0 }
{ text = text $0 "\n" }
END { look() }

# Comments and quoted text become blanks, so that line numbers do not change.
function bare(s,    out, i, c, two, quote) {
    out = ""
    while (match(s, /\/\*|\/\/|"|'/)) {
        c = substr(s, RSTART, RLENGTH)
        out = out substr(s, 1, RSTART - 1)
        s = substr(s, RSTART + RLENGTH)
        if (c == "/*") {
            i = index(s, "*/")
            two = substr(s, 1, i - 1)
            gsub(/[^\n]/, " ", two)
            out = out two
            s = substr(s, i + 2)
        } else if (c == "//") {
            i = index(s, "\n")
            s = substr(s, i)
        } else {
            quote = c == "\"" ? "^([^\"\\\\]|\\\\.)*\"" : "^([^'\\\\]|\\\\.)*'"
            match(s, quote)
            s = substr(s, RLENGTH + 1)
            out = out "0"
        }
    }
    return out s
}

# Returns the first character of s after the parenthesis that closes the call, without blanks.
function following(s,    depth, c, i) {
    depth = 1
    while (depth && match(s, /[()]/)) {
        depth += substr(s, RSTART, 1) == "(" ? 1 : -1
        s = substr(s, RSTART + 1)
    }
    sub(/^[ \n\t]+/, "", s)
    return substr(s, 1, 1)
}

function unused(before, after,    last) {
    sub(/[ \n\t]+$/, "", before)
    last = substr(before, length(before), 1)
    if (before ~ /[^A-Za-z0-9_]else$/)
        last = ";"
    if (after == ";")
        return last ~ /[;{}):,]/
    return after == "," && (last ~ /[;{})]/ || before ~ /[^A-Za-z0-9_]return$/)
}

function look(    s, done, name, line, t) {
    s = bare(text)
    done = ""
    line = 1
    while (match(s, /[A-Za-z_][A-Za-z0-9_]*\(/)) {
        name = substr(s, RSTART, RLENGTH - 1)
        t = substr(s, 1, RSTART - 1)
        line += gsub(/\n/, "\n", t)
        done = substr(done t, length(done t) - 200 > 0 ? length(done t) - 200 : 1)
        s = substr(s, RSTART + RLENGTH)
        if ((name in wanted) && done !~ /(->|\.)$/ && (name == "fclose" || unused(done, following(s))))
            print file ":" line ": " name
        done = done name "("
    }
}
