# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	gaps/gaps.h \
	gaps/join.c gaps/join.h \
	gaps/model.c gaps/model.h \
	gaps/check.c gaps/check.h \
	gaps/explain.c \
	gaps/read.c gaps/read.h \
	gaps/table.c \
	gaps/weigh.c
