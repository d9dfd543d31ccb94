# SPDX-License-Identifier: GPL-3.0-or-later
# macs machine finds a file for this CPU, measures it, and what it writes can be read again. What is
# measured differs from machine to machine: only what must hold on all of them is asked for.
[ "$(uname -m)" = x86_64 ] || { echo "# left out: macs-machine: this is no x86-64 machine"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
ok() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
macs machine >said 2>&1; ok $? "a machine file is named"
grep -q '^machine file: ' said; ok $? "on a line of its own"
macs machine --probe --format=csv --write=mine.machine >figures 2>said; ok $? "the CPU is measured"
# An add waits a cycle for the add before it: what is measured by is measured, too.
awk -F, '$1 == "alu.r64" && $2 == "latency" && $4 > 0.9 && $4 < 1.1 { good = 1 } END { exit !good }' figures
ok $? "an add takes a cycle"
# A form that this CPU has not is null.
awk -F, 'NR > 1 && $4 != "null" && ($4 < 0.05 || $4 > 100) { print; bad = 1 } END { exit bad }' figures >said
ok $? "no figure is out of reach"
echo '      END' >empty.f
kma --machine=./mine.machine empty.f >said 2>&1; ok $? "what was written reads back"
grep -q '^name mine$' mine.machine; ok $? "and has its file's name"
printf 'exit 1\n' >cc && chmod +x cc
macs machine --probe --compiler=./cc >said 2>&1; [ $? = 1 ] && grep -q "can't assemble the probes" said; ok $? "an assembler that fails"
macs machine --probe --compiler=./none >said 2>&1; [ $? = 1 ] && grep -q "no command './none'" said; ok $? "an assembler that is not there"
macs machine --all >said 2>&1; [ $? = 2 ] && grep -q 'go with --probe' said; ok $? "--all without --probe"
