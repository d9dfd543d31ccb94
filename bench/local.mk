# SPDX-License-Identifier: GPL-3.0-or-later
# make bench [BENCH="NAME..."]: runs bench/NAME.sh; see bench/README.md.
bench_programs = bench/sampling-cost bench/make-loops bench/make-samples bench/make-trace bench/measure \
	bench/ping-pong bench/sample-command bench/sampled-work bench/sampler-memory bench/samples bench/socket-copy bench/states bench/triggers
EXTRA_PROGRAMS += $(bench_programs)
CLEANFILES += $(bench_programs)
bench_sampling_cost_LDADD =
bench_make_loops_LDADD =
bench_measure_LDADD =
bench_ping_pong_LDADD =
bench_sampled_work_LDADD = -lpthread
bench_socket_copy_LDADD =
bench_states_LDADD = -lpthread -lm
bench_triggers_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/measure/multikron/lib
bench_triggers_LDADD = measure/multikron/lib/libmultikron.a
EXTRA_DIST += bench/trigger-lttng.c bench/trigger-lttng.h bench/trigger-otf2.c

bench_scripts = bench/collect.sh bench/corpus.sh bench/counts.sh bench/data.sh bench/fortran-projects.sh bench/k.sh \
	bench/klcache.sh bench/kma.sh bench/kmacstat.sh bench/lab.sh bench/libmultikron.sh bench/macs-gap.sh bench/marks.sh \
	bench/multikron-import.sh bench/multikron.sh bench/procmon.sh bench/sampler-memory.sh \
	bench/sampler.sh bench/x86-accuracy.sh bench/x86-cost.sh bench/x86-paths.sh bench/x86-scan.sh

bench: all $(bench_programs) tests/collect-tool tests/count-tool libmacs-count.so
	@SRCDIR=$(abs_srcdir) BUILDDIR=$(abs_builddir) sh $(srcdir)/bench/run $(BENCH)
.PHONY: bench

EXTRA_DIST += bench/README.md bench/counts-compiler bench/lab-daxpy.s bench/do-count.awk bench/x86-loops.awk bench/run $(bench_scripts)

EXTRA_DIST += bench/x86-paths.c bench/x86-paths.s
EXTRA_DIST += bench/k/counters.awk bench/k/driver.c bench/k/fortran.awk bench/k/held-out.c bench/k/kernels.c

# For x86-accuracy.sh, which compiles them with what it measures.
EXTRA_DIST += bench/x86-cycles.c bench/x86/kernels.list bench/x86/flags.list bench/x86/dasum.f \
	bench/x86/daxpy.f bench/x86/ddot.f bench/x86/dmax.f bench/x86/dscal.f bench/x86/gather.f \
	bench/x86/horner.f bench/x86/isum.f bench/x86/lfk1.f bench/x86/lfk7.f bench/x86/lfk9.f \
	bench/x86/lfk10.f bench/x86/lfk11.f bench/x86/lfk12.f bench/x86/matvec.f bench/x86/mixed.f \
	bench/x86/recdiv.f bench/x86/recur.f bench/x86/reverse.f bench/x86/saxpy.f \
	bench/x86/scatter.f bench/x86/select.f bench/x86/stencil.f bench/x86/stencil5.f \
	bench/x86/stride2.f bench/x86/sums2.f bench/x86/triad.f bench/x86/twostmt.f \
	bench/x86/vdiv.f bench/x86/vsqrt.f bench/x86/zaxpy.f bench/x86/zdot.f
EXTRA_DIST += bench/x86/held-out/cross3.f bench/x86/held-out/daxpby.f bench/x86/held-out/dtos.f \
	bench/x86/held-out/ema.f bench/x86/held-out/fluid.f bench/x86/held-out/gupdate.f \
	bench/x86/held-out/hypot2.f bench/x86/held-out/ihash.f bench/x86/held-out/itod.f \
	bench/x86/held-out/kernels.list bench/x86/held-out/lfk19.f bench/x86/held-out/lfk2.f \
	bench/x86/held-out/lfk20.f bench/x86/held-out/lfk21.f bench/x86/held-out/lfk23.f \
	bench/x86/held-out/lfk5.f bench/x86/held-out/maxloc.f bench/x86/held-out/minmax.f \
	bench/x86/held-out/rms.f bench/x86/held-out/sdot.f bench/x86/held-out/spmv.f \
	bench/x86/held-out/stencil7.f

# For data.sh.
EXTRA_DIST += bench/data-cycles.c bench/data/kernels.f90 bench/data/kernels.list bench/data/table.awk
