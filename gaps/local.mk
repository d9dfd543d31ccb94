# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	gaps/gaps.h \
	gaps/ladder/join.c gaps/ladder/join.h \
	gaps/ladder/model.c gaps/ladder/model.h \
	gaps/ladder/check.c gaps/ladder/check.h \
	gaps/ladder/explain.c \
	gaps/read.c gaps/read.h \
	gaps/ladder/table.c \
	gaps/ladder/weigh.c
