# SPDX-License-Identifier: GPL-3.0-or-later
# The first half of `./bootstrap demo`: a program compiled, bounded, run and measured on this machine. Calls step
# and run of bootstrap. A second call repeats nothing.

if [ "$(uname -m)" != x86_64 ]; then
    step 'On this machine'
    echo 'left out: macs bounds compiled code of x86-64 Linux, and this machine is none'
else
    step 'On this machine: heat in a cube, compiled, bounded, run and measured'
    run build/macs samples/programs/stencil3d.f90 || fail 'macs failed (see above)'
    ls -l macs-out/run.db macs-out/gaps.pdf macs-out/report.html | awk '{ print $5 "\t" $NF }'
fi
