# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f layers.awk README.md SOURCE...
# Checks each #include of the sources against the source map of README.md, whose
# rows are   | `LAYER/` | job | may include | outside library |   : a layer may
# include its own headers, those of the layers that its row names ("all": every layer's),
# and the libraries of its last column; a library followed by a file in backquotes
# (up to the next ';') only there. A layer is a folder or a folder of a folder (measure/probe);
# a file belongs to the longest layer that its path begins with.
# Prints FILE:LINE: what is wrong; exit status 1 if anything is.
function fault(text) { print FILENAME ":" FNR ": " text; faults = 1 }
function layer_of(path,    part, n) {
    sub(/^\.\//, "", path)
    n = split(path, part, "/")
    if (n > 2 && (part[1] "/" part[2]) in known) return part[1] "/" part[2]
    return n > 1 ? part[1] : ""
}

FNR == 1 { n_files++; in_map = n_files == 1; layer = layer_of(FILENAME) }

in_map && /^\| `[a-z0-9\/-]+\/`/ {
    split($0, column, /\|/)
    if (!match(column[2], /[a-z0-9\/-]+\/`/)) next
    row = substr(column[2], RSTART, RLENGTH - 2)
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

FNR == 1 && !(layer in known) { fault("the layer " layer "/ has no row in the source map of README.md") }

/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, part, "\""); name = part[2]; other = layer_of(name)
    if (name != "config.h" && other != layer && !((layer, other) in may) && !((layer, "all") in may))
        fault(layer " may not include \"" name "\"")
}
/^[ \t]*#[ \t]*include[ \t]*</ {
    split($0, part, /[<>]/); name = part[2]
    if (name ~ /^sqlite3/) lib = "sqlite3"
    else if (name ~ /^cairo/) lib = "cairo"
    else if (name == "mpi.h") lib = "mpi"
    else if (name ~ /^(gelf|libelf|dwarf)\.h$/) lib = "elfutils"
    else if (name == "hwloc.h") lib = "hwloc"
    else if (name == "linux/perf_event.h") lib = "perf_event"
    else if (name ~ /\// && name !~ /^(sys|arpa|netinet|linux)\//) lib = substr(name, 1, index(name, "/") - 1)
    else next
    path = FILENAME; sub(/^\.\//, "", path)
    if (!((layer, lib) in library)) fault(layer " may not include <" name ">")
    else if (((layer, lib) in only) && path != only[layer, lib]) fault("only " only[layer, lib] " may include <" name ">")
}
END {
    if (!rows) { print "README.md: the source map has no rows"; faults = 1 }
    exit faults
}
