# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f layers.awk README.md SOURCE...
# Checks each #include of the sources against the source map of README.md. Its rows are
#   | `FOLDER/` | job | may include | outside library |
# A folder may include its own headers, those of the folders in its row ("all": of every folder), and
# the libraries of its last column. A library that is followed by a file in backquotes (up to the next
# ';') may be included only there. Prints FILE:LINE: and the error; ends with 1 if there is one.
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
    parts = split(column[5], part, /;/)
    for (j = 1; j <= parts; j++) {
        file = ""
        if (match(part[j], /`[^`]*`/)) { file = substr(part[j], RSTART + 1, RLENGTH - 2); if (file !~ /\//) file = row "/" file; sub(/`[^`]*`/, "", part[j]) }
        n = split(part[j], word, /[ ,*]+/)
        for (i = 1; i <= n; i++) { library[row, word[i]] = 1; if (file != "") only[row, word[i]] = file }
    }
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
    else if (name == "mpi.h") lib = "mpi"
    else if (name ~ /\// && name !~ /^(sys|arpa|netinet|linux)\//) lib = room_of(name)
    else next
    path = FILENAME; sub(/^\.\//, "", path)
    if (!((room, lib) in library)) fault(room " may not include <" name ">")
    else if (((room, lib) in only) && path != only[room, lib]) fault("only " only[room, lib] " may include <" name ">")
}
END {
    if (!rows) { print "README.md: the source map has no rows"; faults = 1 }
    exit faults
}
