# SPDX-License-Identifier: GPL-3.0-or-later
# The second half of `./bootstrap demo`: six Livermore kernels on the simulated KSR1. Calls step, run and fail of
# bootstrap. A second call repeats nothing.

step 'On the simulated KSR1: Livermore kernels on 1 and 8 cells'
run build/macs --lab -o out -p 1,8 --flags=-O2 samples/lab/kernels.f || fail 'macs --lab failed (see above)'
run build/macs-gap out/run.db --plot=out/gaps.svg --chart=bars || fail 'macs-gap failed (see above)'
ls -l out/run.db out/O2/gaps.pdf out/report.html | awk '{ print $5 "\t" $NF }'
echo
echo 'Next: open macs-out/gaps.pdf and macs-out/report.html, then measure your own program:'
echo '    build/macs prog.f90'
echo 'README.md: "Your own program in ten minutes"; doc/index.md: which guide answers which question'
