# SPDX-License-Identifier: GPL-3.0-or-later
# The JSON of procmon sim is valid by doc/procmon-sim.schema.json for every script of samples/transputer/ and every
# monitor that runs it, and the schema rejects invalid documents.
set -- procmon-sim procmon; . "$SRCDIR/tests/schema.sh"
for script in "$SAMPLES"/transputer/*.tp; do
    name=$(basename "$script" .tp)
    procmon sim --explain --format=json "$script" >"$name.json" 2>>log || rm "$name.json"
    procmon sim --monitor=none --format=json "$script" >"$name-none.json" 2>>log || rm "$name-none.json"
done
set -- *.json
{ fits "$@"; [ $# -ge 20 ] || echo "only $# results"; } >found
verdict "JSON fits the schema"
whole=two.json
changed "a share in percent" '.processes[0].truth.timer = 40'
changed "a key that nobody knows" '.transputers[0].idel = 1'
changed "a process without its truth" 'del(.processes[0].truth)'
changed "a monitor that is none of the memo's" '.transputers[0].monitor = "spy"'
verdict_of_changed
