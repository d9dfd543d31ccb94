# SPDX-License-Identifier: GPL-3.0-or-later
# One target a reader; see tests/fuzz/README.md. To add NAME: write tests/fuzz/NAME.c, put a few small
# files into tests/fuzz/corpus/NAME/, and add NAME to the list of targets and to that of their
# libraries (a '-' in NAME becomes '_' there).
fuzz_targets = \
	tests/fuzz/analyse tests/fuzz/binaries tests/fuzz/collect tests/fuzz/compile-notes tests/fuzz/counts tests/fuzz/database \
	tests/fuzz/drive tests/fuzz/fortran tests/fuzz/instrument tests/fuzz/journal \
	tests/fuzz/keyfile tests/fuzz/keys tests/fuzz/kfc tests/fuzz/ksr-asm tests/fuzz/lab-format \
	tests/fuzz/lab-text tests/fuzz/machine tests/fuzz/measured tests/fuzz/multikron-chip \
	tests/fuzz/multikron-encode tests/fuzz/multikron-export tests/fuzz/multikron-import \
	tests/fuzz/multikron-stream tests/fuzz/online tests/fuzz/proc tests/fuzz/questions \
	tests/fuzz/records tests/fuzz/regions tests/fuzz/salvage tests/fuzz/settings tests/fuzz/streams \
	tests/fuzz/tp-script tests/fuzz/trace tests/fuzz/where tests/fuzz/x86-asm tests/fuzz/x86-loops

# With --enable-fuzz libFuzzer drives a target, otherwise replay.c, which feeds it its corpus.
if FUZZ
fuzz_libs = $(FUZZ_ENGINE) $(LIBS_ALL)
else
fuzz_libs = tests/fuzz/libreplay.a $(LIBS_ALL)
check_LIBRARIES += tests/fuzz/libreplay.a
endif
tests_fuzz_libreplay_a_SOURCES = tests/fuzz/replay.c
tests_fuzz_analyse_LDADD = $(fuzz_libs)
tests_fuzz_binaries_LDADD = $(fuzz_libs)
tests_fuzz_collect_LDADD = $(fuzz_libs)
tests_fuzz_compile_notes_LDADD = $(fuzz_libs)
tests_fuzz_counts_LDADD = $(fuzz_libs)
tests_fuzz_database_LDADD = $(fuzz_libs)
tests_fuzz_drive_LDADD = $(fuzz_libs)
tests_fuzz_fortran_LDADD = $(fuzz_libs)
tests_fuzz_instrument_LDADD = $(fuzz_libs)
tests_fuzz_journal_LDADD = $(fuzz_libs)
tests_fuzz_keyfile_LDADD = $(fuzz_libs)
tests_fuzz_keys_LDADD = $(fuzz_libs)
tests_fuzz_kfc_LDADD = $(fuzz_libs)
tests_fuzz_ksr_asm_LDADD = $(fuzz_libs)
tests_fuzz_lab_format_LDADD = $(fuzz_libs)
tests_fuzz_lab_text_LDADD = $(fuzz_libs)
tests_fuzz_machine_LDADD = $(fuzz_libs)
tests_fuzz_measured_LDADD = $(fuzz_libs)
tests_fuzz_multikron_chip_LDADD = $(fuzz_libs)
tests_fuzz_multikron_encode_LDADD = $(fuzz_libs)
tests_fuzz_multikron_export_LDADD = $(fuzz_libs)
tests_fuzz_multikron_import_LDADD = $(fuzz_libs)
tests_fuzz_multikron_stream_LDADD = $(fuzz_libs)
tests_fuzz_online_LDADD = gaps/online/libmacsgap.a $(fuzz_libs)
tests_fuzz_proc_LDADD = $(fuzz_libs)
tests_fuzz_questions_LDADD = measure/monitor/lib/libprocmon.a $(fuzz_libs)
tests_fuzz_records_LDADD = $(fuzz_libs)
tests_fuzz_regions_LDADD = $(fuzz_libs)
tests_fuzz_salvage_LDADD = $(fuzz_libs)
tests_fuzz_settings_LDADD = $(fuzz_libs)
tests_fuzz_streams_LDADD = $(fuzz_libs)
tests_fuzz_tp_script_LDADD = $(fuzz_libs)
tests_fuzz_trace_LDADD = $(fuzz_libs)
tests_fuzz_where_LDADD = $(fuzz_libs)
tests_fuzz_x86_asm_LDADD = $(fuzz_libs)
tests_fuzz_x86_loops_LDADD = $(fuzz_libs)

fuzz_dictionaries = \
	tests/fuzz/analyse.dict tests/fuzz/compile-notes.dict tests/fuzz/drive.dict \
	tests/fuzz/fortran.dict tests/fuzz/instrument.dict tests/fuzz/keyfile.dict \
	tests/fuzz/keys.dict tests/fuzz/kfc.dict tests/fuzz/ksr-asm.dict tests/fuzz/lab-format.dict \
	tests/fuzz/lab-text.dict tests/fuzz/machine.dict tests/fuzz/measured.dict \
	tests/fuzz/multikron-chip.dict tests/fuzz/multikron-encode.dict \
	tests/fuzz/multikron-import.dict tests/fuzz/online.dict tests/fuzz/proc.dict \
	tests/fuzz/questions.dict tests/fuzz/records.dict tests/fuzz/regions.dict \
	tests/fuzz/settings.dict tests/fuzz/tp-script.dict tests/fuzz/where.dict \
	tests/fuzz/x86-asm.dict tests/fuzz/x86-loops.dict
EXTRA_DIST += tests/fuzz/README.md tests/fuzz/campaign tests/fuzz/corpus tests/fuzz/folder.h \
	tests/fuzz/machines.h tests/fuzz/run tests/fuzz/seeds tests/fuzz/table tests/fuzz/words $(fuzz_dictionaries)

# make fuzz SECONDS=60 TARGET=keyfile
fuzz: $(fuzz_targets) tests/built
	@BUILDDIR=$(abs_builddir) sh $(srcdir)/tests/fuzz/run $${SECONDS:-60} $$TARGET
.PHONY: fuzz
