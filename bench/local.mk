# SPDX-License-Identifier: GPL-3.0-or-later
# make bench [BENCH="NAME..."]: runs bench/NAME.sh; see bench/README.md.
EXTRA_PROGRAMS += bench/measure
bench_measure_SOURCES = bench/measure.c
CLEANFILES += bench/measure

EXTRA_PROGRAMS += bench/make-samples
bench_make_samples_SOURCES = bench/make-samples.c
bench_make_samples_LDADD = $(LIBS_ALL)
CLEANFILES += bench/make-samples

EXTRA_PROGRAMS += bench/make-loops
bench_make_loops_SOURCES = bench/make-loops.c
CLEANFILES += bench/make-loops

EXTRA_PROGRAMS += bench/samples
bench_samples_SOURCES = bench/samples.c
bench_samples_LDADD = $(LIBS_ALL)
CLEANFILES += bench/samples

EXTRA_PROGRAMS += bench/triggers
bench_triggers_SOURCES = bench/triggers.c
bench_triggers_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/multikron/lib
bench_triggers_LDADD = multikron/lib/libmultikron.a
CLEANFILES += bench/triggers
EXTRA_DIST += bench/trigger-lttng.c bench/trigger-lttng.h bench/trigger-otf2.c

# For collect.sh.
EXTRA_PROGRAMS += bench/socket-copy
bench_socket_copy_SOURCES = bench/socket-copy.c
CLEANFILES += bench/socket-copy

bench_scripts = bench/collect.sh bench/libmultikron.sh bench/corpus.sh bench/kma.sh bench/kmacstat.sh bench/multikron.sh bench/multikron-import.sh

bench: all bench/triggers bench/make-loops bench/make-samples bench/measure bench/samples bench/socket-copy tests/collect-tool
	@SRCDIR=$(abs_srcdir) BUILDDIR=$(abs_builddir) sh $(srcdir)/bench/run $(BENCH)
.PHONY: bench

EXTRA_DIST += bench/README.md bench/do-count.awk bench/run $(bench_scripts)
