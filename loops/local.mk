# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	loops/ask.c loops/ask.h \
	loops/facts.c \
	loops/finder.c \
	loops/intersections.c \
	loops/labels.c \
	loops/loops.h \
	loops/residue.c \
	loops/scanner.c loops/scanner.h \
	loops/state.h
