# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f layers.awk README.md SOURCE...
# Holds each #include of the sources against the source map of README.md, whose
# rows are   | `ROOM/` | job | may include | outside library |   : a room may
# include its own headers, those of the rooms its row names ("all": every room's),
# and the libraries of its last column, there only in a file in backquotes if the
# row has one. Prints FILE:LINE: what is wrong; ends with 1 if anything is.
function fault(text) { print FILENAME ":" FNR ": " text; faults = 1 }
function room_of(path) { sub(/^\.\//, "", path); return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : "" }

FNR == 1 { n_files++; in_map = n_files == 1; room = room_of(FILENAME) }

in_map && /^\| `[a-z0-9-]+\/`/ {
    split($0, column, /\|/)
    if (!match(column[2], /[a-z0-9-]+/)) next
    row = substr(column[2], RSTART, RLENGTH)
    known[row] = 1; rows++
    n = split(column[4], word, /[ ,`]+/)
    for (i = 1; i <= n; i++) may[row, word[i]] = 1
    text = column[5]
    if (match(text, /`[^`]*`/)) { only[row] = row "/" substr(text, RSTART + 1, RLENGTH - 2); sub(/`[^`]*`/, "", text) }
    n = split(text, word, /[ ,;*]+/)
    for (i = 1; i <= n; i++) library[row, word[i]] = 1
    next
}
in_map { next }

FNR == 1 && !(room in known) { fault("the room " room "/ has no row in the source map of README.md") }

/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, part, "\""); name = part[2]; other = room_of(name)
    if (name != "config.h" && other != room && !((room, other) in may) && !((room, "all") in may))
        fault(room " may not include \"" name "\"")
}
/^[ \t]*#[ \t]*include[ \t]*</ {
    split($0, part, /[<>]/); name = part[2]
    if (name ~ /^sqlite3/) lib = "sqlite3"
    else if (name ~ /^cairo/) lib = "cairo"
    else if (name ~ /\// && name !~ /^(sys|arpa|netinet|linux)\//) lib = room_of(name)
    else next
    path = FILENAME; sub(/^\.\//, "", path)
    if (!((room, lib) in library)) fault(room " may not include <" name ">")
    else if (room in only && path != only[room]) fault("only " only[room] " may include <" name ">")
}
END {
    if (!rows) { print "README.md: the source map has no rows"; faults = 1 }
    exit faults
}
