# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f links.awk README.md FILE_WITH_AN_ORDER... SYMBOLS
# Compares the symbols that objects use with the source map of README.md: a library may use symbols
# of the libraries that its row names, and no others. SYMBOLS is the output of `nm -A -P -g`, with
# paths relative to the build folder. A header with the line "Order of the files." defines the order of its folder's
# files: "* TITLE: NAME NAME ..." lines, continued by lines that are indented
# further. An object uses only symbols of objects before it. Prints OBJECT: what is wrong; exit status 1 if anything is.
function fault(text) { print text; faults = 1 }
function folder_of(path) { sub(/\/[^\/]*$/, "", path); return path }
# The longest folder of the map that the path begins with, or its first folder.
function library_of(path,    part, n) {
    n = split(path, part, "/")
    if (n > 2 && (part[1] "/" part[2]) in known) return part[1] "/" part[2]
    return part[1]
}
FNR == 1 { n_files++; in_order = 0 }

n_files == 1 {
    if ($0 !~ /^\| `[a-z0-9\/-]+\/`/) next
    split($0, column, /\|/)
    if (!match(column[2], /[a-z0-9\/-]+\/`/)) next
    row = substr(column[2], RSTART, RLENGTH - 2)
    known[row] = 1
    n = split(column[4], word, /[ ,`]+/)
    for (i = 1; i <= n; i++) may[row, word[i]] = 1
    next
}

FILENAME ~ /\.h$/ {
    if ($0 ~ /Order of the files\./) { in_order = 1; folder = folder_of(FILENAME); sub(/^.*\.\//, "", folder); ordered[folder] = 1; place = 0 }
    if (!in_order || $0 !~ /^ \*   /) next
    text = $0; sub(/^[ *]+/, "", text); sub(/^[^:]*: /, "", text)
    n = split(text, word, / +/)
    for (i = 1; i <= n; i++) position[folder "/" word[i] ".o"] = ++place
    next
}

# nm: "OBJECT: SYMBOL TYPE ..."
{
    object = $1; sub(/:$/, "", object); sub(/^\.\//, "", object)
    if (!(library_of(object) in known)) next
    objects[object] = 1
    if ($3 == "U" || $3 == "w") uses[object, $2] = 1
    else if ($2 != "main" && !((object, $2) in defined_in)) { defined_in[object, $2] = 1; definers[$2] = definers[$2] " " object }
}

END {
    if (!n_files || !place) fault("no symbols or no order")
    for (key in uses) {
        split(key, part, SUBSEP); object = part[1]; from = library_of(object); allowed = 0
        n = split(definers[part[2]], by, " ")
        for (i = 1; i <= n; i++) {
            to = library_of(by[i])
            late = folder_of(by[i]) == folder_of(object) && folder_of(object) in ordered && position[by[i]] > position[object]
            if ((to == from || (from, to) in may || (from, "all") in may) && !late) allowed = 1
        }
        if (n && !allowed)
            fault(object ": may not use " part[2] " of " by[1])
    }
    for (object in objects)
        if (folder_of(object) in ordered && !(object in position))
            fault(object ": is not in the order of " folder_of(object))
    exit faults
}
