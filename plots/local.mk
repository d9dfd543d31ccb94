# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	plots/verbs.h plots/hatches.def \
	plots/canvas.c plots/canvas.h \
	plots/record.c plots/svg.c plots/cairo.c \
	plots/text.c plots/text.h \
	plots/palette.c plots/palette.h \
	plots/axis.c plots/axis.h \
	plots/legend.c plots/legend.h \
	plots/bars.h plots/bars-layout.h plots/stack.c plots/bars-layout.c plots/bars-draw.c \
	plots/gap-bars.c plots/plots.h
