# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += commands/common.c commands/common.h

kma_reports = \
	commands/kma-columns.def \
	commands/kma-loops.c commands/kma-loops.h \
	commands/kma-print.c commands/kma-print.h \
	commands/kma-text.c commands/kma-text.h
