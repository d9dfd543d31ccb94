# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests: tests/unit/NAME.c, a line in this list. tests/unit/check.h prints their results.
unit_tests = \
	tests/unit/allcache-test tests/unit/allocate-test tests/unit/analyse-test \
	tests/unit/analysis-test tests/unit/assembly-test tests/unit/base-test tests/unit/binaries-test \
	tests/unit/bind-test tests/unit/body-test tests/unit/bounds-test tests/unit/calibrate-test \
	tests/unit/cell-test 	tests/unit/charts-test tests/unit/chip-test tests/unit/counts-test tests/unit/crash-test tests/unit/cycles-test \
	tests/unit/depend-test tests/unit/drive-test tests/unit/explain-test tests/unit/flows-test \
	tests/unit/gaps-test tests/unit/hazards-test tests/unit/host-test tests/unit/hotspots-test tests/unit/instruction-test \
	tests/unit/integers-test tests/unit/journal-test tests/unit/kfc-optimize-test \
	tests/unit/kma-print-test tests/unit/ksr-mnemonics-test tests/unit/libmultikron-test \
	tests/unit/libprocmon-test tests/unit/library-test tests/unit/loops-test \
	tests/unit/machine-test tests/unit/many-threads-test tests/unit/measured-test \
	tests/unit/mk-losses-test tests/unit/moments-test tests/unit/notes-test \
	tests/unit/objects-test tests/unit/online-test tests/unit/parse-test tests/unit/plots-test \
	tests/unit/probe-test tests/unit/profile-test tests/unit/questions-test tests/unit/report-test tests/unit/runs-test \
	tests/unit/sample-test tests/unit/sampled-test tests/unit/sampler-test \
	tests/unit/sampling-test \
	tests/unit/scaling-test tests/unit/schedule-test tests/unit/seen-test tests/unit/spaces-test tests/unit/states-test \
	tests/unit/steady-test tests/unit/stream-test tests/unit/temporary-test tests/unit/trace-test \
	tests/unit/traffic-test tests/unit/transputer-monitor-test tests/unit/transputer-random-test \
	tests/unit/transputer-test tests/unit/waits-test tests/unit/watches-test \
	tests/unit/x86-asm-test tests/unit/x86-loops-test tests/unit/x86-objdump-test
tests_unit_kma_print_test_SOURCES = tests/unit/kma-print-test.c $(kma_reports)
tests_unit_binaries_test_LDADD = $(LIBS_ALL) -ldl
tests_unit_libmultikron_test_LDADD = measure/multikron/lib/libmultikron.a $(LIBS_ALL)
tests_unit_libprocmon_test_LDADD = measure/monitor/lib/libprocmon.a $(LIBS_ALL)
tests_unit_many_threads_test_LDADD = $(LIBS_ALL) -lpthread
tests_unit_mk_losses_test_LDADD = measure/multikron/lib/libmultikron.a $(LIBS_ALL)
tests_unit_online_test_LDADD = gaps/online/libmacsgap.a -lm
tests_unit_sampler_test_LDADD = $(LIBS_ALL) -lpthread -ldl
tests_unit_waits_test_SOURCES = tests/unit/waits-test.c tests/unit/waits.c

unit_tests += tests/unit/calibrate-test
tests_unit_calibrate_test_SOURCES = tests/unit/calibrate-test.c tests/unit/check.h
tests_unit_calibrate_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/machine-test
tests_unit_machine_test_SOURCES = tests/unit/machine-test.c tests/unit/check.h
tests_unit_machine_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/ksr-mnemonics-test
tests_unit_ksr_mnemonics_test_SOURCES = tests/unit/ksr-mnemonics-test.c tests/unit/check.h
tests_unit_ksr_mnemonics_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/cell-test
tests_unit_cell_test_SOURCES = tests/unit/cell-test.c tests/unit/check.h
tests_unit_cell_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/allcache-test
tests_unit_allcache_test_SOURCES = tests/unit/allcache-test.c tests/unit/check.h
tests_unit_allcache_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/x86-asm-test
tests_unit_x86_asm_test_SOURCES = tests/unit/x86-asm-test.c tests/unit/check.h
tests_unit_x86_asm_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/instruction-test
tests_unit_instruction_test_SOURCES = tests/unit/instruction-test.c tests/unit/check.h
tests_unit_instruction_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/kfc-optimize-test
tests_unit_kfc_optimize_test_SOURCES = tests/unit/kfc-optimize-test.c tests/unit/check.h
tests_unit_kfc_optimize_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/allocate-test
tests_unit_allocate_test_SOURCES = tests/unit/allocate-test.c tests/unit/check.h
tests_unit_allocate_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/trace-test
tests_unit_trace_test_SOURCES = tests/unit/trace-test.c tests/unit/check.h
tests_unit_trace_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/seen-test
tests_unit_seen_test_SOURCES = tests/unit/seen-test.c tests/unit/check.h
tests_unit_seen_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/waits-test
tests_unit_waits_test_SOURCES = \
	tests/unit/waits-test.c tests/unit/waits.c tests/unit/waits.h tests/unit/check.h
tests_unit_waits_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/analysis-test
tests_unit_analysis_test_SOURCES = tests/unit/analysis-test.c tests/unit/check.h
tests_unit_analysis_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/assembly-test
tests_unit_assembly_test_SOURCES = tests/unit/assembly-test.c tests/unit/check.h
tests_unit_assembly_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/drive-test
tests_unit_drive_test_SOURCES = tests/unit/drive-test.c tests/unit/check.h
tests_unit_drive_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/counters-test
tests_unit_counters_test_SOURCES = tests/unit/counters-test.c tests/unit/check.h
tests_unit_counters_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/unwind-test
tests_unit_unwind_test_SOURCES = tests/unit/unwind-test.c tests/unit/check.h
tests_unit_unwind_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/titles-test
tests_unit_titles_test_SOURCES = tests/unit/titles-test.c tests/unit/check.h
tests_unit_titles_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/hotspots-test
tests_unit_hotspots_test_SOURCES = tests/unit/hotspots-test.c tests/unit/check.h
tests_unit_hotspots_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/host-test
tests_unit_host_test_SOURCES = tests/unit/host-test.c tests/unit/check.h
tests_unit_host_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/traffic-test
tests_unit_traffic_test_SOURCES = tests/unit/traffic-test.c tests/unit/check.h
tests_unit_traffic_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/library-test
tests_unit_library_test_SOURCES = tests/unit/library-test.c tests/unit/check.h
tests_unit_library_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/parse-test
tests_unit_parse_test_SOURCES = tests/unit/parse-test.c tests/unit/check.h
tests_unit_parse_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/cycles-test
tests_unit_cycles_test_SOURCES = tests/unit/cycles-test.c tests/unit/check.h
tests_unit_cycles_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/paths-test
tests_unit_paths_test_SOURCES = tests/unit/paths-test.c tests/unit/check.h
tests_unit_paths_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/steady-test
tests_unit_steady_test_SOURCES = tests/unit/steady-test.c tests/unit/check.h
tests_unit_steady_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/objects-test
tests_unit_objects_test_SOURCES = tests/unit/objects-test.c tests/unit/check.h
tests_unit_objects_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/runs-test
tests_unit_runs_test_SOURCES = tests/unit/runs-test.c tests/unit/check.h tests/put-files.h tests/unit/database.h
tests_unit_runs_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/watches-test
tests_unit_watches_test_SOURCES = tests/unit/watches-test.c tests/unit/check.h tests/unit/database.h \
	tests/watch-text.h
tests_unit_watches_test_LDADD = $(LIBS_ALL)
# Threads that are hard to watch.
check_PROGRAMS += tests/edges
tests_edges_SOURCES = tests/edges.c
tests_edges_LDADD = $(PTHREAD_LIBS)

check_PROGRAMS += tests/put-watch
tests_put_watch_SOURCES = tests/put-watch.c tests/watch-text.h
tests_put_watch_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/plots-test
tests_unit_plots_test_SOURCES = tests/unit/plots-test.c tests/unit/check.h tests/unit/watch.h
tests_unit_plots_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/charts-test
tests_unit_charts_test_SOURCES = tests/unit/charts-test.c tests/unit/check.h tests/unit/watch.h tests/ladders.h
tests_unit_charts_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/kma-print-test
tests_unit_kma_print_test_SOURCES = tests/unit/kma-print-test.c tests/unit/check.h $(kma_reports)
tests_unit_kma_print_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/x86-own-code-test
tests_unit_x86_own_code_test_SOURCES = tests/unit/x86-own-code-test.c tests/unit/check.h
tests_unit_x86_own_code_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/explain-test
tests_unit_explain_test_SOURCES = tests/unit/explain-test.c tests/unit/check.h
tests_unit_explain_test_LDADD = $(LIBS_ALL)

# Draws ladders given as text, for the cases of plots/.
unit_tests += tests/unit/x86-loops-test
tests_unit_x86_loops_test_SOURCES = tests/unit/x86-loops-test.c tests/unit/check.h
tests_unit_x86_loops_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/loops-test
tests_unit_loops_test_SOURCES = tests/unit/loops-test.c tests/unit/check.h
tests_unit_loops_test_LDADD = $(LIBS_ALL)

check_PROGRAMS += tests/plot-ladders
tests_plot_ladders_SOURCES = tests/plot-ladders.c tests/ladders.h
tests_plot_ladders_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/notes-test
tests_unit_notes_test_SOURCES = tests/unit/notes-test.c tests/unit/check.h
tests_unit_notes_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/schedule-test
tests_unit_schedule_test_SOURCES = tests/unit/schedule-test.c tests/unit/check.h tests/unit/lab-code.h
tests_unit_schedule_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/hazards-test
tests_unit_hazards_test_SOURCES = tests/unit/hazards-test.c tests/unit/check.h tests/unit/lab-code.h
tests_unit_hazards_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/flows-test
tests_unit_flows_test_SOURCES = tests/unit/flows-test.c tests/unit/check.h tests/unit/lab-code.h tests/unit/lab-run.h
tests_unit_flows_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/body-test
tests_unit_body_test_SOURCES = tests/unit/body-test.c tests/unit/check.h
tests_unit_body_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/bounds-test
tests_unit_bounds_test_SOURCES = tests/unit/bounds-test.c tests/unit/check.h
tests_unit_bounds_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/schema-test
tests_unit_schema_test_SOURCES = tests/unit/schema-test.c tests/unit/check.h tests/unit/database.h
tests_unit_schema_test_LDADD = $(LIBS_ALL)
EXTRA_DIST += tests/schema

unit_tests += tests/unit/measured-test
tests_unit_measured_test_SOURCES = tests/unit/measured-test.c tests/unit/check.h
tests_unit_measured_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/gaps-test
tests_unit_gaps_test_SOURCES = tests/unit/gaps-test.c tests/unit/check.h tests/put-files.h
tests_unit_gaps_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/scaling-test
tests_unit_scaling_test_SOURCES = tests/unit/scaling-test.c tests/unit/check.h
tests_unit_scaling_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/crash-test
tests_unit_crash_test_SOURCES = tests/unit/crash-test.c tests/unit/check.h tests/put-files.h
tests_unit_crash_test_LDADD = $(LIBS_ALL)

check_PROGRAMS += $(unit_tests) $(fuzz_targets)

# Programs that cases and scripts call; the head of each source says what it does.
check_PROGRAMS += tests/collect-tool tests/edges tests/plot-ladders tests/put-facts tests/put-watch \
	tests/watch-plot tests/x86-names tests/x86-parts tests/lab/random-fortran
tests_edges_LDADD = $(PTHREAD_LIBS)
tests_lab_random_fortran_SOURCES = tests/lab/random-fortran.c tests/lab/random-statements.c tests/lab/random-values.c
if MPI
check_PROGRAMS += tests/mpi-loops
tests_mpi_loops_LDADD = measure/multikron/lib/libmultikron.a $(MPI_LIBS)
endif

test_headers = tests/ladders.h tests/watch-text.h tests/lab/random-fortran.h tests/unit/check.h \
	tests/unit/database.h tests/unit/lab-code.h tests/unit/lab-memory.h tests/unit/lab-run.h tests/unit/naive-stream.h \
	tests/unit/played.h tests/unit/test-machine.h tests/unit/transputer-naive.h tests/unit/transputer.h tests/unit/waits.h tests/unit/watch.h \
	tests/unit/x86-loops.h
EXTRA_DIST += $(test_headers) tests/run tests/copy-inputs tests/cases tests/scripts tests/derived.drawn \
	tests/leaks.supp tests/counts tests/x86 tests/growth tests/machine-numbers tests/fault tests/shapes tests/collector.sh tests/compiled.sh tests/cpu.sh \
	tests/hex.sh tests/macs-tools.sh tests/schema.sh
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

# scripts/report.sh installs these for the browser.
# Facts by hand into a run database, for cases.
# Reads x86-64 assembly and tells what it made of it, for scripts/x86-*.sh.
check_PROGRAMS += tests/x86-names tests/x86-parts
tests_x86_names_SOURCES = tests/x86-names.c
tests_x86_names_LDADD = $(LIBS_ALL)
tests_x86_parts_SOURCES = tests/x86-parts.c
tests_x86_parts_LDADD = $(LIBS_ALL)

check_PROGRAMS += tests/put-facts
tests_put_facts_SOURCES = tests/put-facts.c tests/put-files.h
tests_put_facts_LDADD = $(LIBS_ALL)

# Charts of a run database, watched for texts that touch.
check_PROGRAMS += tests/watch-plot
tests_watch_plot_SOURCES = tests/watch-plot.c tests/unit/watch.h tests/unit/check.h
tests_watch_plot_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/analyse-test
tests_unit_analyse_test_SOURCES = tests/unit/analyse-test.c tests/unit/check.h
tests_unit_analyse_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/depend-test
tests_unit_depend_test_SOURCES = tests/unit/depend-test.c tests/unit/check.h
tests_unit_depend_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/integers-test
tests_unit_integers_test_SOURCES = tests/unit/integers-test.c tests/unit/check.h
tests_unit_integers_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/stream-test
tests_unit_stream_test_SOURCES = tests/unit/stream-test.c tests/unit/check.h tests/unit/naive-stream.h
tests_unit_stream_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/sample-test
tests_unit_sample_test_SOURCES = tests/unit/sample-test.c tests/unit/check.h
tests_unit_sample_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/chip-test
tests_unit_chip_test_SOURCES = tests/unit/chip-test.c tests/unit/check.h
tests_unit_chip_test_LDADD = $(LIBS_ALL)

# A node by hand, and samples, for scripts/collect.sh and bench/collect.sh.
# A program of several ranks that libmultikron measures, for mpi.sh.
if MPI
check_PROGRAMS += tests/mpi-loops
tests_mpi_loops_SOURCES = tests/mpi-loops.c
tests_mpi_loops_LDADD = measure/multikron/lib/libmultikron.a $(MPI_LIBS)
endif
check_PROGRAMS += tests/collect-tool
tests_collect_tool_SOURCES = tests/collect-tool.c
tests_collect_tool_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/libmultikron-test
tests_unit_libmultikron_test_SOURCES = tests/unit/libmultikron-test.c tests/unit/check.h \
	tests/unit/played.h
tests_unit_libmultikron_test_LDADD = measure/multikron/lib/libmultikron.a $(LIBS_ALL)

unit_tests += tests/unit/bind-test
tests_unit_bind_test_SOURCES = tests/unit/bind-test.c tests/unit/check.h
tests_unit_bind_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/journal-test
tests_unit_journal_test_SOURCES = tests/unit/journal-test.c tests/unit/check.h
tests_unit_journal_test_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/mk-losses-test
tests_unit_mk_losses_test_SOURCES = tests/unit/mk-losses-test.c tests/unit/check.h \
	tests/unit/played.h
tests_unit_mk_losses_test_LDADD = measure/multikron/lib/libmultikron.a $(LIBS_ALL)

unit_tests += tests/unit/sampled-test
tests_unit_sampled_test_SOURCES = tests/unit/sampled-test.c tests/unit/check.h tests/put-files.h tests/unit/database.h
tests_unit_sampled_test_LDADD = $(LIBS_ALL)

unit_tests += tests/unit/online-test
tests_unit_online_test_SOURCES = tests/unit/online-test.c tests/unit/check.h
tests_unit_online_test_LDADD = gaps/online/libmacsgap.a -lm

unit_tests += tests/unit/report-test
tests_unit_report_test_SOURCES = tests/unit/report-test.c tests/unit/check.h
tests_unit_report_test_LDADD = $(LIBS_ALL)

# What scripts/report.sh fetches for the browser.
clean-local: browser-tools-gone
browser-tools-gone:
	rm -rf tests/browser-tools
.PHONY: browser-tools-gone

# Inserts counters and prints counts, for scripts/counts*.sh and bench/counts.sh.
check_PROGRAMS += tests/count-tool
tests_count_tool_SOURCES = tests/count-tool.c
tests_count_tool_LDADD = $(LIBS_ALL)
unit_tests += tests/unit/counts-test
tests_unit_counts_test_SOURCES = tests/unit/counts-test.c tests/unit/check.h
tests_unit_counts_test_LDADD = $(LIBS_ALL)
