# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that hold JSON against doc/$1.schema.json, the output of command $2:
#     set -- NAME COMMAND; . "$SRCDIR/tests/schema.sh"
# Leads to a folder of its own, and ends the test where something is not there.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
case " $COMMANDS " in *" $2 "*) ;; *) echo "skip $1.schema.json: no $2"; exit 0 ;; esac
if ! command -v jsonschema >/dev/null || ! command -v jq >/dev/null; then
    echo "skip $1.schema.json: no jsonschema and jq"
    exit 0
fi
schema=$SRCDIR/doc/$1.schema.json

# fits FILE...: prints what does not fit of these files.
fits() {
    for f; do set -- "$@" -i "$f"; shift; done
    jsonschema -o pretty "$@" "$schema" 2>&1 | grep -v -i 'deprecat\|^  from \|\[SUCCESS\]'
}
verdict() { # name: judges by whether the file `found` is empty
    if [ -s found ]; then cut -c1-300 found | head -20 | sed 's/^/# /'; echo "not ok $1"; else echo "ok $1"; fi
}
# changed NAME FILTER: the schema refuses $whole after the change.
changed() {
    jq . "$whole" >same && jq "$2" "$whole" >changed || { echo "not ok refused: $1"; return; }
    if cmp -s same changed || jsonschema -i changed "$schema" >log 2>&1; then echo "not ok refused: $1"
    else echo "ok refused: $1"; fi
}
