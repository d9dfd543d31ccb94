# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	commands/macs/archive.c commands/macs/archive.h \
	commands/macs/built.c commands/macs/built.h \
	commands/macs/child.c commands/macs/child.h \
	commands/macs/counted.c commands/macs/counted.h \
	commands/macs/command.c commands/macs/command.h \
	commands/macs/flags.c commands/macs/flags.h \
	commands/macs/work-folder.c commands/macs/work-folder.h \
	commands/macs/marking.c commands/macs/marking.h \
	commands/macs/order.c commands/macs/order.h \
	commands/macs/place.c commands/macs/place.h \
	commands/macs/plan.c commands/macs/plan.h commands/macs/plan-lab.c commands/macs/plan-runs.c commands/macs/plan-sampled.c \
	commands/macs/fingerprint.c commands/macs/fingerprint.h \
	commands/macs/records.c commands/macs/records.h \
	commands/macs/sampled.c commands/macs/sampled.h \
	commands/macs/step.c commands/macs/step.h \
	commands/macs/progress.c commands/macs/progress.h \
	commands/macs/tools.c commands/macs/tools.h \
	commands/macs/work.c commands/macs/work.h \
	commands/macs/words.c commands/macs/words.h \
	commands/macs/wrapper.c commands/macs/wrapper.h commands/macs/wrapper-count.c commands/macs/wrapper-link.c commands/macs/wrapping.h
