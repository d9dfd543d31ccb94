# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests: tests/unit/NAME.c, a line in this list. tests/unit/check.h prints their results.
unit_tests = \
	tests/unit/accesses-test \
	tests/unit/allcache-test \
	tests/unit/allocate-test \
	tests/unit/analyse-test \
	tests/unit/analysis-test \
	tests/unit/assembly-test \
	tests/unit/base-test \
	tests/unit/binaries-test \
	tests/unit/bind-test \
	tests/unit/body-test \
	tests/unit/bounds-test \
	tests/unit/calibrate-test \
	tests/unit/cell-test \
	tests/unit/charts-test \
	tests/unit/chip-test \
	tests/unit/counters-test \
	tests/unit/counts-test \
	tests/unit/crash-test \
	tests/unit/cycles-test \
	tests/unit/data-test \
	tests/unit/depend-test \
	tests/unit/drive-test \
	tests/unit/edges-test \
	tests/unit/estimate-test \
	tests/unit/explain-test \
	tests/unit/flows-test \
	tests/unit/folded-test \
	tests/unit/gaps-test \
	tests/unit/hazards-test \
	tests/unit/host-test \
	tests/unit/hot-data-test tests/unit/repeats-test \
	tests/unit/hotspots-test \
	tests/unit/instruction-test \
	tests/unit/integers-test \
	tests/unit/journal-test \
	tests/unit/kfc-optimize-test \
	tests/unit/kma-print-test \
	tests/unit/ksr-mnemonics-test \
	tests/unit/libmultikron-test \
	tests/unit/libprocmon-test \
	tests/unit/library-test \
	tests/unit/loops-test \
	tests/unit/machine-test \
	tests/unit/many-threads-test \
	tests/unit/measured-test \
	tests/unit/mk-losses-test \
	tests/unit/memory-test \
	tests/unit/moments-test \
	tests/unit/nests-test \
	tests/unit/notes-test \
	tests/unit/objects-test \
	tests/unit/online-test \
	tests/unit/parse-test \
	tests/unit/paths-test \
	tests/unit/plots-test \
	tests/unit/printed-test \
	tests/unit/probe-test \
	tests/unit/profile-test \
	tests/unit/questions-test \
	tests/unit/report-test \
	tests/unit/reuse-levels-test \
	tests/unit/reuse-test \
	tests/unit/runs-test \
	tests/unit/sample-test \
	tests/unit/sampled-test \
	tests/unit/sampler-test \
	tests/unit/sampling-test \
	tests/unit/scaling-test \
	tests/unit/schedule-test \
	tests/unit/schema-test \
	tests/unit/seen-test \
	tests/unit/spaces-test \
	tests/unit/states-test \
	tests/unit/steady-test \
	tests/unit/stream-test \
	tests/unit/streams-test \
	tests/unit/temporary-test \
	tests/unit/titles-test \
	tests/unit/trace-test \
	tests/unit/traffic-test \
	tests/unit/transputer-monitor-test \
	tests/unit/transputer-random-test \
	tests/unit/transputer-test \
	tests/unit/unwind-test \
	tests/unit/waits-test \
	tests/unit/watches-test \
	tests/unit/x86-asm-test \
	tests/unit/x86-loops-test \
	tests/unit/x86-objdump-test \
	tests/unit/x86-own-code-test

# Those with more than one source, or with other libraries than LDADD.
tests_unit_binaries_test_LDADD = $(LIBS_ALL) -ldl
tests_unit_kma_print_test_SOURCES = tests/unit/kma-print-test.c $(kma_reports)
tests_unit_libmultikron_test_LDADD = measure/multikron/lib/libmultikron.a $(LIBS_ALL)
tests_unit_libprocmon_test_LDADD = measure/monitor/lib/libprocmon.a $(LIBS_ALL)
tests_unit_many_threads_test_LDADD = $(LIBS_ALL) -lpthread
tests_unit_mk_losses_test_LDADD = measure/multikron/lib/libmultikron.a $(LIBS_ALL)
tests_unit_online_test_LDADD = gaps/online/libmacsgap.a -lm
tests_unit_reuse_test_SOURCES = tests/unit/reuse-test.c counts/runtime/accesses.c \
	counts/runtime/lanes.c counts/runtime/samples.c
tests_unit_sampler_test_SOURCES = tests/unit/sampler-test.c tests/unit/sampler-workloads.c
tests_unit_sampler_test_LDADD = $(LIBS_ALL) -lpthread -ldl
tests_unit_waits_test_SOURCES = tests/unit/waits-test.c tests/unit/waits.c

check_PROGRAMS += $(unit_tests) $(fuzz_targets)

# Programs that cases and scripts call; the head of each source states what it does.
check_PROGRAMS += \
	tests/collect-tool \
	tests/count-tool \
	tests/edges \
	tests/lab/random-fortran \
	tests/plot-ladders \
	tests/put-facts \
	tests/put-watch \
	tests/stream-tool \
	tests/watch-plot \
	tests/x86-names \
	tests/x86-parts
tests_edges_LDADD = $(PTHREAD_LIBS)
tests_lab_random_fortran_SOURCES = tests/lab/random-fortran.c tests/lab/random-statements.c tests/lab/random-values.c
if MPI
check_PROGRAMS += tests/mpi-loops
tests_mpi_loops_LDADD = measure/multikron/lib/libmultikron.a $(MPI_LIBS)
endif

test_headers = \
	tests/lab/random-fortran.h \
	tests/ladders.h \
	tests/put-files.h \
	tests/unit/check.h \
	tests/unit/database.h \
	tests/unit/lab-code.h \
	tests/unit/lab-memory.h \
	tests/unit/lab-run.h \
	tests/unit/naive-stream.h \
	tests/unit/played.h \
	tests/unit/sampler-runs.h \
	tests/unit/sampler-workloads.h \
	tests/unit/test-machine.h \
	tests/unit/transputer-naive.h \
	tests/unit/transputer.h \
	tests/unit/waits.h \
	tests/unit/watch.h \
	tests/unit/x86-loops.h \
	tests/watch-text.h
EXTRA_DIST += $(test_headers) \
	tests/cases \
	tests/collector.sh \
	tests/compiled.sh \
	tests/copy-inputs \
	tests/counts \
	tests/cpu.sh \
	tests/derived.drawn \
	tests/fault \
	tests/growth \
	tests/hex.sh \
	tests/leaks.supp \
	tests/machine-numbers \
	tests/macs-tools.sh \
	tests/run \
	tests/schema \
	tests/schema.sh \
	tests/scripts \
	tests/shapes \
	tests/x86
EXTRA_DIST += tests/browser/package.json tests/browser/package-lock.json tests/browser/report.js
EXTRA_DIST += tests/lab/random.sh tests/lab/compare.awk tests/lab/openmp.f tests/lab/openmp-data.f \
	tests/lab/output.f tests/lab/language.f tests/lab/modules.f90 tests/lab/numbers.f90

# The list of tests that tests/run reads.
tests/built: Makefile
	@$(MKDIR_P) tests
	@{ for p in $(bin_PROGRAMS); do echo "command $${p##*/}"; done; \
		for p in $(unit_tests); do echo "unit $$p"; done; \
		for p in $(fuzz_targets); do echo "fuzz $$p"; done; } >$@
CLEANFILES += tests/built

# `all` runs to its end first: it is a make of its own, and two makes would write libmacs.a at once.
check-programs: all
	@$(MAKE) $(AM_MAKEFLAGS) --no-print-directory $(check_PROGRAMS) tests/built
.PHONY: check-programs

check-local: check-programs
	@SRCDIR=$(abs_srcdir) BUILDDIR=$(abs_builddir) sh $(srcdir)/tests/run $(TESTS_ARGS)

# Removes what scripts/report.sh installs for the browser.
clean-local: browser-tools-gone
browser-tools-gone:
	rm -rf tests/browser-tools
.PHONY: browser-tools-gone
