# SPDX-License-Identifier: GPL-3.0-or-later
# The second half of `./bootstrap demo`: the Livermore kernels on this machine, measured. Calls step
# and fail, and shown of samples/demo.sh. Again: what is done stays.

if [ "$(uname -m)" != x86_64 ]; then
    step 'On this machine'
    echo 'left out: macs bounds compiled code of x86-64 Linux, and this machine is none'
else
    step 'On this machine: compiled, bounded, run and measured'
    shown 'build/macs samples/lfk.f samples/lfk13-24.f samples/lfk-data.f samples/lfk-main.f'
    ls -l macs-out/run.db macs-out/gaps.pdf macs-out/report.html | awk '{ print $5 "\t" $NF }'
    echo
    echo 'Next: look at macs-out/gaps.pdf and macs-out/report.html, then do the same to your own program:'
    echo 'build/macs prog.f'
    echo 'README.md: "Your own program in ten minutes"'
fi
