# SPDX-License-Identifier: GPL-3.0-or-later
# The JSON of macs-gap is valid by doc/macs-gap.schema.json for every database that the cases of macs-gap create, and
# the schema rejects invalid documents. Each null of a loop has a reason.
set -- macs-gap macs-gap; . "$SRCDIR/tests/schema.sh"

awk -f "$SRCDIR/doc/schema-columns.awk" "$SRCDIR/gaps/columns.def" "$schema" | diff - "$schema" >found
verdict "the schema has the columns of gaps/columns.def; make schema writes them"

# Measurements and regions of a case are put in one by one: some are wrong on purpose.
bases=0
for cmd in "$SRCDIR"/tests/cases/macs-gap/*/cmd; do
    case=${cmd%/cmd} name=${cmd%/cmd}; name=${name##*/}
    if [ -e "$case/inputs" ]; then
        mkdir "$name" && cp -R "$case/." "$name" && chmod -R u+w "$name" && sh "$SRCDIR/tests/copy-inputs" "$case/inputs" "$name"
        case=$dir/$name
    fi
    [ -e "$case/facts" ] && rm -f run.db && (cd "$case" && put-facts "$dir/run.db" <facts) 2>/dev/null || continue
    for f in "$case"/measured.csv "$case"/*.csv; do
        [ -e "$f" ] && macs-gap run.db --import="$f" >log 2>&1
    done
    for f in "$case"/*.regions; do
        [ -e "$f" ] && macs-gap run.db --import-regions="$f" >log 2>&1
    done
    for f in "$case"/*.watch; do
        [ -e "$f" ] && put-watch run.db "$(basename "$f" .watch)" <"$f" >log 2>&1
    done
    macs-gap run.db --format=json >"$name.json" 2>log || continue
    macs-gap list run.db --format=json >"$name-list.json"
    bases=$((bases + 1))
done
fits ./*.json >found
[ $bases -ge 20 ] || echo "only $bases databases" >>found
verdict "JSON of the cases' databases fits the schema"

# A null without a reason, or a reason for a number: paths of nulls against the keys of missing.
jq -r 'select(has("builds") | not) | .runs[].loops[] |
        ([. as $l | paths(. == null) | select(length < 3 and (.[0] | IN("k_how", "compiled", "joined", "own",
                "object", "function", "file", "line", "end_line", "language", "parent", "mac_limit", "macs_limit",
                "why") | not))
            | map(tostring) | join(".")] | sort) as $nulls | (.missing | keys | sort) as $said |
        select($nulls != $said) | "\(input_filename) \(.loop): \($nulls - $said) \($said - $nulls)"' [a-z]*.json >found 2>&1
verdict "each null of a loop has its reason in missing"

# Real programs, a what-if among them.
{
    kma --db=k.db --build=O1 "$SAMPLES/daxpy.f" && kmacstat --db=k.db --build=O1 --compiler=kcc "$SAMPLES/daxpy.s" &&
        sed '1s/$/,build,date/; 2,$s/$/,O1,2026-11-20/' "$SAMPLES/daxpy.csv" | macs-gap k.db --import=- &&
        macs-gap k.db --set=clock=40MHz --threads --format=json >whole.json || echo "no table"
} >log 2>&1
{ [ -s whole.json ] || cat log; fits whole.json; } >found
verdict "JSON of a what-if fits the schema"

whole=whole.json
changed "a thread without its cycles" 'del(.runs[0].loops[0].per_thread[0].cycles)'
changed "a key of a thread that nobody knows" '.runs[0].loops[0].per_thread[0].macz = 1'
changed "a loop without its shares" 'del(.runs[0].loops[0].share)'
changed "a share of no part" '.runs[0].loops[0].share.x = 1'
changed "a k of 0" '.runs[0].loops[0].k = 0'
changed "a loop without its MACS" 'del(.runs[0].loops[0].macs)'
changed "a key that nobody knows" '.runs[0].loops[0].macz = 1'
changed "a number as text" '.runs[0].loops[0].per_thread[0].seconds.measured = "8"'
changed "a bound below 0" '.runs[0].loops[0].cpf.ma = -1'
changed "a missing number as text" '.runs[0].runtime_bound.balanced = "-"'
changed "a gap of another name" '.runs[0].loops[0].advice[0].gap = "x"'
changed "another tool's report" '.tool = "kma"'
changed "a list without files" '.builds = []'
verdict_of_changed
