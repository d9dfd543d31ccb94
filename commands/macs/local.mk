# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	commands/macs/compilers/archive.c commands/macs/compilers/archive.h \
	commands/macs/compilers/command.c commands/macs/compilers/command.h \
	commands/macs/compilers/counted.c commands/macs/compilers/counted.h \
	commands/macs/compilers/flags.c commands/macs/compilers/flags.h \
	commands/macs/compilers/place.c commands/macs/compilers/place.h \
	commands/macs/compilers/programs.c commands/macs/compilers/programs.h \
	commands/macs/compilers/records.c commands/macs/compilers/records.h \
	commands/macs/compilers/tools.c commands/macs/compilers/tools.h \
	commands/macs/compilers/wrapper-count.c \
	commands/macs/compilers/wrapper-link.c \
	commands/macs/compilers/wrapper.c commands/macs/compilers/wrapper.h \
	commands/macs/compilers/wrapping.h \
	commands/macs/plan/built.c commands/macs/plan/built.h \
	commands/macs/plan/lab.c \
	commands/macs/plan/marking.c commands/macs/plan/marking.h \
	commands/macs/plan/order.c commands/macs/plan/order.h \
	commands/macs/plan/plan.c commands/macs/plan/plan.h \
	commands/macs/plan/programs.c \
	commands/macs/plan/runs.c \
	commands/macs/plan/samples.c \
	commands/macs/repeats.c commands/macs/repeats.h \
	commands/macs/sampled.c commands/macs/sampled.h \
	commands/macs/steps/child.c commands/macs/steps/child.h \
	commands/macs/steps/fingerprint.c commands/macs/steps/fingerprint.h \
	commands/macs/steps/profiles.c commands/macs/steps/profiles.h \
	commands/macs/steps/progress.c commands/macs/steps/progress.h \
	commands/macs/steps/step.c commands/macs/steps/step.h \
	commands/macs/steps/words.c commands/macs/steps/words.h \
	commands/macs/steps/work-folder.c commands/macs/steps/work-folder.h \
	commands/macs/steps/work.c commands/macs/steps/work.h
