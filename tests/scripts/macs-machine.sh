# SPDX-License-Identifier: GPL-3.0-or-later
# macs machine finds a file for this CPU, measures the CPU, and writes files that can be read. Measured values differ
# between machines: the test checks only relations that hold on all of them.
[ "$(uname -m)" = x86_64 ] || { echo "# left out: macs-machine: this is no x86-64 machine"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT INT TERM
cd "$dir" || exit 1
ok() { if [ "$1" = 0 ]; then echo "ok $2"; else sed 's/^/# /' said; echo "not ok $2"; fi; }
macs machine >said 2>&1; ok $? "a machine file is named"
grep -q '^machine file: ' said; ok $? "its name is on a separate line"
macs machine --probe --format=csv --write=mine.machine >figures 2>said; ok $? "the CPU is measured"
# A dependent add takes one cycle on every CPU.
awk -F, '$1 == "alu.r64" && $2 == "latency" && $4 > 0.9 && $4 < 1.1 { good = 1 } END { exit !good }' figures
ok $? "an add takes a cycle"
# A form that this CPU does not have is null.
awk -F, 'NR > 1 && $4 != "null" && ($4 < 0.05 || $4 > 100) { print; bad = 1 } END { exit bad }' figures >said
ok $? "all values are plausible"
echo '      END' >empty.f
kma --machine=./mine.machine empty.f >said 2>&1; ok $? "the written file can be read"
grep -q '^name mine$' mine.machine; ok $? "and is named after the file"
printf 'exit 1\n' >cc && chmod +x cc
macs machine --probe --compiler=./cc >said 2>&1; [ $? = 1 ] && grep -q "can't assemble the probes" said; ok $? "an assembler that fails"
macs machine --probe --compiler=./none >said 2>&1; [ $? = 1 ] && grep -q "no command './none'" said; ok $? "an assembler that does not exist"
macs machine --all >said 2>&1; [ $? = 2 ] && grep -q 'need --probe' said; ok $? "--all without --probe"

# The file that is read is not replaced, by whatever name; another one is.
macs machine --machine=zen4 --write=one.machine >said 2>&1 && ln -s one.machine two.machine && cp one.machine before
macs machine --machine=./one.machine --name=other --write=two.machine >said 2>&1
[ $? = 2 ] && grep -q 'two.machine is the file of --machine; write to another file' said && cmp -s one.machine before
ok $? "--write does not replace the file of --machine"
macs machine --machine=zen4 --name=other --write=one.machine >said 2>&1 && grep -q '^name other$' one.machine
ok $? "--write replaces another file"

# The list of machines is the list of files, and each has a summary.
macs machine --list >said 2>&1; ok $? "machines are listed"
for f in "$MACS_MACHINES"/*.machine; do f=${f##*/}; echo "${f%.machine}"; done | LC_ALL=C sort >files
awk 'NF > 1 { print $1 }' said | diff files - >found; ok $? "each machine file is listed with its summary"
macs machine --list --format=csv | sed 1d | cut -d, -f1 | diff files - >found; ok $? "also as CSV"
macs machine --list --probe >said 2>&1; [ $? = 2 ]; ok $? "--list with --probe"
