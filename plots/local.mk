# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	plots/verbs.h plots/hatches.def \
	plots/canvas.c plots/canvas.h \
	plots/record.c plots/svg.c plots/cairo.c \
	plots/text.c plots/text.h
