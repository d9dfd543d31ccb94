# SPDX-License-Identifier: GPL-3.0-or-later
# What `./bootstrap demo` shows, once the commands are in build/. Calls step, which
# prints a heading, and fail, which ends with a message. Again: replaced, not doubled.

# Shows a command as one would type it, then runs it.
shown() { printf '$ %s\n' "$1"; eval "$1" || fail "this failed: $1"; }

mkdir -p out || exit 1
step 'The program: essential operations of the Livermore kernels, and the bounds M and MA'
shown 'build/kma --db=out/run.db samples/lfk.f'
step 'The compiled program: its loops, and the bounds MAC and MACS'
shown 'build/kmacstat --bounds --db=out/run.db samples/lfk.s >out/loops.txt'
sed -n '/^loop /,/^$/p' out/loops.txt
step 'Measured times (invented for this demo, see samples/README.md)'
shown 'build/macs-gap out/run.db --import=samples/measured.csv'
step 'The ladder of bounds, and the gaps between its rungs'
shown 'build/macs-gap out/run.db'
step 'The same as a chart'
shown 'build/macs-gap out/run.db --plot=out/gaps.pdf'
shown 'build/macs-gap out/run.db --plot=out/gaps.svg --chart=bars'
ls -l out/run.db out/gaps.pdf out/gaps.svg | awk '{ print $5 "\t" $NF }'
echo
echo 'Next: look at out/gaps.pdf, then ask what to do first: build/macs-gap out/run.db --advice'
