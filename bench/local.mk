# SPDX-License-Identifier: GPL-3.0-or-later
# make bench [BENCH="NAME..."]: runs bench/NAME.sh; see bench/README.md.
EXTRA_PROGRAMS += bench/measure
bench_measure_SOURCES = bench/measure.c
CLEANFILES += bench/measure

bench_scripts = bench/corpus.sh bench/kma.sh bench/kmacstat.sh

bench: all bench/measure
	@SRCDIR=$(abs_srcdir) BUILDDIR=$(abs_builddir) sh $(srcdir)/bench/run $(BENCH)
.PHONY: bench

EXTRA_DIST += bench/README.md bench/do-count.awk bench/run $(bench_scripts)
