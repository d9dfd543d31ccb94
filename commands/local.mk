# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += commands/cells.c commands/cells.h commands/common.c commands/common.h

kma_reports = \
	commands/kma/columns.def \
	commands/kma/cache.c commands/kma/cache.h \
	commands/kma/data.c commands/kma/data.h \
	commands/kma/loops.c commands/kma/loops.h \
	commands/kma/coverage.c commands/kma/coverage.h \
	commands/kma/instrument.c commands/kma/instrument.h commands/kma/regions.c \
	commands/kma/regions.h commands/kma/print.c commands/kma/print.h \
	commands/kma/text.c commands/kma/text.h
bin_PROGRAMS += macs-gap
macs_gap_SOURCES = \
	commands/macs-gap/macs-gap.c commands/macs-gap/macs-gap.h \
	commands/macs-gap/advice.c \
	commands/macs-gap/compare.c \
	commands/macs-gap/data.c \
	commands/macs-gap/list.c \
	commands/macs-gap/options.c commands/macs-gap/options.h \
	commands/macs-gap/page.c commands/macs-gap/page.h \
	commands/macs-gap/regions.c commands/macs-gap/sampled.c \
	commands/macs-gap/scaling.c commands/macs-gap/scaling-data.c \
	commands/macs-gap/states.c commands/macs-gap/text.c commands/macs-gap/notes.c

bin_PROGRAMS += kmacstat
kmacstat_SOURCES = \
	commands/kmacstat/kmacstat.c commands/kmacstat/kmacstat.h \
	commands/kmacstat/columns.def \
	commands/kmacstat/counts.def \
	commands/kmacstat/block-counts.c commands/kmacstat/block-counts.h \
	commands/kmacstat/data.c \
	commands/kmacstat/loops.c \
	commands/kmacstat/scan.c commands/kmacstat/scan.h \
	commands/kmacstat/text.c \
	commands/kmacstat/x86.c

bin_PROGRAMS += ksr1
ksr1_SOURCES = commands/lab/ksr1.c commands/lab/ksr1.h commands/lab/ksr1-counts.c commands/lab/ksr1-loops.c commands/lab/ksr1-run.c

bin_PROGRAMS += macs
macs_SOURCES = \
	commands/macs/macs.c commands/macs/macs.h commands/macs/macs.def \
	commands/macs/attribute.c commands/macs/count.c commands/macs/insert.c commands/macs/perturbation.c commands/macs/build.c commands/macs/run.c commands/macs/sample.c \
	commands/macs/common.c \
	commands/macs/files.c commands/macs/machine.c commands/macs/memory.c commands/macs/memory.h

bin_PROGRAMS += procmon
procmon_SOURCES = \
	commands/procmon/procmon.c commands/procmon/procmon.h commands/procmon/procmon.def \
	commands/procmon/ask.c \
	commands/procmon/child.c commands/procmon/child.h \
	commands/procmon/data.c \
	commands/procmon/live.c \
	commands/procmon/regions.c \
	commands/procmon/sim.c commands/procmon/sim.h \
	commands/procmon/sim-data.c \
	commands/procmon/sim-text.c \
	commands/procmon/sim-words.c \
	commands/procmon/text.c \
	commands/procmon/watch.c
procmon_LDADD = measure/monitor/lib/libprocmon.a $(LIBS_ALL)

bin_PROGRAMS += kma
kma_SOURCES = commands/kma/kma.c $(kma_reports)

# Under mpirun, multikron starts multikron-mpi, which differs in its ranks only.
multikron_sources = \
	commands/multikron/multikron.c commands/multikron/multikron.h \
	commands/multikron/chip.c \
	commands/multikron/collect.c \
	commands/multikron/counters.c \
	commands/multikron/counts.c commands/multikron/counts.h \
	commands/multikron/decode.c \
	commands/multikron/encode.c \
	commands/multikron/merge.c \
	commands/multikron/export.c \
	commands/multikron/filter.c \
	commands/multikron/import.c \
	commands/multikron/regions.c commands/multikron/regions.h \
	commands/multikron/salvage.c \
	commands/multikron/resume.c commands/multikron/resume.h commands/multikron/send.c \
	commands/multikron/stat.c \
	commands/multikron/stream.c commands/multikron/stream.h \
	commands/multikron/multikron.def \
	measure/multikron/mpi/ranks.h
bin_PROGRAMS += multikron
multikron_SOURCES = $(multikron_sources) measure/multikron/mpi/ranks-one.c
if MPI
pkglibexec_PROGRAMS += multikron-mpi
multikron_mpi_SOURCES = $(multikron_sources) measure/multikron/mpi/ranks-mpi.c
multikron_mpi_LDADD = $(LIBS_ALL) $(MPI_LIBS)
endif

bin_PROGRAMS += kfc
kfc_SOURCES = commands/lab/kfc.c

bin_PROGRAMS += klcache
klcache_SOURCES = \
	commands/lab/klcache.c commands/lab/klcache.h \
	commands/lab/klcache-names.c \
	commands/lab/klcache-print.c \
	commands/lab/klcache-recorded.c \
	commands/lab/klcache-sheets.c commands/lab/klcache-sheets.def
