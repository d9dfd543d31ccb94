# SPDX-License-Identifier: GPL-3.0-or-later
EXTRA_DIST += samples/README.md samples/demo.sh samples/demo-here.sh \
	samples/lfk.f samples/lfk13-24.f samples/lfk.s \
	samples/daxpy.f samples/daxpy.s samples/daxpy-x86.s samples/daxpy.csv \
	samples/overrun.chip
EXTRA_DIST += samples/invented.mkn samples/invented.manifest
EXTRA_DIST += samples/triad.c samples/measured-lfk.f samples/measured-loops.awk
EXTRA_DIST += samples/gaps-while-running.f
EXTRA_DIST += samples/lfk-data.f
EXTRA_DIST += samples/lab/crash.f samples/lab/crash.inc samples/lab/lfk-main.f samples/lab/figure6.f \
	samples/lab/relax.f samples/lab/kernels.f samples/lab/kernels.regions samples/lab/daxpy-main.f samples/lab/local.s \
	samples/lab/remote.s samples/lab/load.s samples/lab/memory.s samples/lab/table1.sh
EXTRA_DIST += samples/regions-omp.f
EXTRA_DIST += samples/lfk-main.f samples/programs/triad.f samples/programs/cg.f \
	samples/programs/stencil3d.f90 samples/programs/fft.f \
	samples/programs/crash.f samples/programs/crash.inc samples/programs/lu.f
EXTRA_DIST += samples/transputer/alternative.tp samples/transputer/baseline.tp samples/transputer/cpu.tp samples/transputer/crowd.tp samples/transputer/ended.tp samples/transputer/high.tp samples/transputer/links.tp \
	samples/transputer/load.tp samples/transputer/long-round.tp samples/transputer/one-way.tp samples/transputer/overhead.tp samples/transputer/procedure.tp \
	samples/transputer/sub-processes.tp samples/transputer/tm.tp samples/transputer/two.tp samples/transputer/unmonitored.tp
EXTRA_DIST += samples/procmon/balance.c
EXTRA_DIST += samples/procmon/unbalanced.f90 samples/procmon/halo.c samples/procmon/mpi-regions.c
