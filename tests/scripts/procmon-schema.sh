# SPDX-License-Identifier: GPL-3.0-or-later
# The JSON of procmon is valid by doc/procmon.schema.json, and the schema rejects invalid documents.
set -- procmon procmon; . "$SRCDIR/tests/schema.sh"

# judge NAME FILE...
judge() {
    name=$1; shift
    { for f; do [ -s "$f" ] || echo "$f is not there"; done; fits "$@"; } >found
    verdict "$name"
}

procmon --format=json -o whole.json -- sh -c 'sleep 0.3 | cat; :' || echo "not ok a command is watched"
judge "JSON of a command's processes fits the schema" whole.json
procmon --format=json --every=0.2 -o each.json -- sleep 0.5 && jq -s -c '.[]' each.json | split -l 1 - each-
judge "each report of --every fits the schema" each-*
# Nothing is ever called so: no thread is shown.
procmon --format=json --name=nobody -o none.json -- sleep 0.2
judge "JSON without threads fits the schema" none.json
procmon --format=json --calibrate -o idle.json -- sleep 0.2 2>log || cat log
judge "JSON with calibrated CPUs fits the schema" idle.json

whole=whole.json
changed "a thread without its interval" 'del(.threads[0].interval)'
changed "a key that nobody knows" '.threads[0].shore = 1'
changed "a share in percent" '.threads[0].share.timer = 100'
changed "an interval of one end" '.threads[0].interval.timer = [0]'
changed "a state left out" 'del(.threads[0].share.unknown)'
changed "another tool's report" '.tool = "kma"'
verdict_of_changed
