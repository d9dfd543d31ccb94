# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	gaps/gaps.h \
	gaps/ladder/join.c gaps/ladder/join.h \
	gaps/ladder/model.c gaps/ladder/model.h \
	gaps/ladder/check.c gaps/ladder/check.h \
	gaps/ladder/explain.c \
	gaps/ladder/code.c \
	gaps/read.c gaps/read.h \
	gaps/regions/bounds.c gaps/regions/regions.h gaps/regions/team.c gaps/regions/team.h \
	gaps/ladder/table.c \
	gaps/ladder/weigh.c \
	gaps/scaling/group.c gaps/scaling/group.h \
	gaps/scaling/laws.c gaps/scaling/laws.h \
	gaps/scaling/program.c \
	gaps/scaling/repeats.c \
	gaps/scaling/scaling.c gaps/scaling/scaling.h \
	gaps/scaling/statistics.c gaps/scaling/statistics.h
