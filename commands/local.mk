# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += commands/cells.c commands/cells.h commands/common.c commands/common.h

kma_reports = \
	commands/kma-columns.def \
	commands/kma-cache.c commands/kma-cache.h \
	commands/kma-loops.c commands/kma-loops.h \
	commands/kma-coverage.c commands/kma-coverage.h \
	commands/kma-instrument.c commands/kma-instrument.h commands/kma-regions.c \
	commands/kma-regions.h commands/kma-print.c commands/kma-print.h \
	commands/kma-text.c commands/kma-text.h
bin_PROGRAMS += macs-gap
macs_gap_SOURCES = \
	commands/macs-gap.c commands/macs-gap.h \
	commands/macs-gap-advice.c \
	commands/macs-gap-compare.c \
	commands/macs-gap-data.c \
	commands/macs-gap-list.c \
	commands/macs-gap-options.c commands/macs-gap-options.h \
	commands/macs-gap-page.c commands/macs-gap-page.h \
	commands/macs-gap-regions.c \
	commands/macs-gap-scaling.c commands/macs-gap-scaling-data.c \
	commands/macs-gap-states.c commands/macs-gap-text.c commands/macs-gap-notes.c

bin_PROGRAMS += kmacstat
kmacstat_SOURCES = \
	commands/kmacstat.c commands/kmacstat.h \
	commands/kmacstat-columns.def \
	commands/kmacstat-counts.def \
	commands/kmacstat-data.c \
	commands/kmacstat-loops.c \
	commands/kmacstat-scan.c commands/kmacstat-scan.h \
	commands/kmacstat-text.c \
	commands/kmacstat-x86.c

bin_PROGRAMS += ksr1
ksr1_SOURCES = commands/ksr1.c commands/ksr1.h commands/ksr1-counts.c commands/ksr1-loops.c commands/ksr1-run.c

bin_PROGRAMS += macs
macs_SOURCES = \
	commands/macs.c commands/macs.h commands/macs.def \
	commands/macs-build.c \
	commands/macs-common.c \
	commands/macs-files.c commands/macs-machine.c

bin_PROGRAMS += procmon
procmon_SOURCES = \
	commands/procmon.c commands/procmon.h commands/procmon.def \
	commands/procmon-ask.c \
	commands/procmon-child.c commands/procmon-child.h \
	commands/procmon-data.c \
	commands/procmon-live.c \
	commands/procmon-regions.c \
	commands/procmon-sim.c commands/procmon-sim.h \
	commands/procmon-sim-data.c \
	commands/procmon-sim-text.c \
	commands/procmon-sim-words.c \
	commands/procmon-text.c \
	commands/procmon-watch.c
procmon_LDADD = monitor/lib/libprocmon.a $(LIBS_ALL)

bin_PROGRAMS += kma
kma_SOURCES = commands/kma.c $(kma_reports)

# multikron/ is a folder of the build tree: the program stands beside its objects. Under mpirun it
# becomes multikron-mpi, the same but for ranks.
multikron_sources = \
	commands/multikron.c commands/multikron.h \
	commands/multikron-chip.c \
	commands/multikron-collect.c \
	commands/multikron-counters.c \
	commands/multikron-counts.c commands/multikron-counts.h \
	commands/multikron-decode.c \
	commands/multikron-encode.c \
	commands/multikron-merge.c \
	commands/multikron-export.c \
	commands/multikron-filter.c \
	commands/multikron-import.c \
	commands/multikron-regions.c commands/multikron-regions.h \
	commands/multikron-salvage.c \
	commands/multikron-resume.c commands/multikron-resume.h commands/multikron-send.c \
	commands/multikron-stat.c \
	commands/multikron-stream.c commands/multikron-stream.h \
	commands/multikron.def \
	multikron/mpi/ranks.h
bin_PROGRAMS += commands/multikron
commands_multikron_SOURCES = $(multikron_sources) multikron/mpi/ranks-one.c
if MPI
pkglibexec_PROGRAMS += commands/multikron-mpi
commands_multikron_mpi_SOURCES = $(multikron_sources) multikron/mpi/ranks-mpi.c
commands_multikron_mpi_LDADD = $(LIBS_ALL) $(MPI_LIBS)
endif

bin_PROGRAMS += kfc
kfc_SOURCES = commands/kfc.c

bin_PROGRAMS += klcache
klcache_SOURCES = \
	commands/klcache.c commands/klcache.h \
	commands/klcache-names.c \
	commands/klcache-print.c \
	commands/klcache-sheets.c commands/klcache-sheets.def
