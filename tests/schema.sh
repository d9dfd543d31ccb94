# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that compare the JSON output of command $2 with doc/$1.schema.json:
#     set -- NAME COMMAND; . "$SRCDIR/tests/schema.sh"
# Changes to a temporary folder. Ends the test if the command or a tool is not installed.
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
case " $COMMANDS " in *" $2 "*) ;; *) echo "skip $1.schema.json: no $2"; exit 0 ;; esac
if ! command -v jsonschema >/dev/null || ! command -v jq >/dev/null; then
    echo "skip $1.schema.json: no jsonschema and jq"
    exit 0
fi
schema=$SRCDIR/doc/$1.schema.json

# fits FILE...: prints what the schema rejects in these files.
fits() {
    for f; do set -- "$@" -i "$f"; shift; done
    jsonschema -o pretty "$@" "$schema" 2>&1 | grep -v -i 'deprecat\|^  from \|\[SUCCESS\]'
}
verdict() { # name: ok if the file `found` is empty
    if [ -s found ]; then cut -c1-300 found | head -20 | sed 's/^/# /'; echo "not ok $1"; else echo "ok $1"; fi
}
# changed NAME FILTER: the schema must reject $whole after the change; verdict_of_changed judges.
changes=0
changed() {
    changes=$((changes + 1)); echo "$1" >"change-$changes"
    [ -e same ] || jq . "$whole" >same
    jq "$2" "$whole" >"change-$changes.json" && ! cmp -s same "change-$changes.json" ||
        rm -f "change-$changes.json"
}
# Validates all changed files in one process, which takes most of its time to start.
verdict_of_changed() {
    set --
    for f in change-*.json; do set -- "$@" -i "$f"; done
    jsonschema -o pretty "$@" "$schema" >log 2>&1
    for n in $(seq $changes); do
        if [ -e "change-$n.json" ] && grep -qF "===[ValidationError]===(change-$n.json)===" log
        then echo "ok refused: $(cat "change-$n")"; else echo "not ok refused: $(cat "change-$n")"; fi
    done
}
