# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	drive/archive.c drive/archive.h \
	drive/built.c drive/built.h \
	drive/child.c drive/child.h \
	drive/command.c drive/command.h \
	drive/flags.c drive/flags.h \
	drive/work-folder.c drive/work-folder.h \
	drive/marking.c drive/marking.h \
	drive/order.c drive/order.h \
	drive/place.c drive/place.h \
	drive/plan.c drive/plan.h drive/plan-lab.c drive/plan-runs.c \
	drive/print.c drive/print.h \
	drive/records.c drive/records.h \
	drive/step.c drive/step.h \
	drive/telling.c drive/telling.h \
	drive/tools.c drive/tools.h \
	drive/work.c drive/work.h \
	drive/words.c drive/words.h \
	drive/wrapper.c drive/wrapper.h drive/wrapper-link.c drive/wrapping.h
