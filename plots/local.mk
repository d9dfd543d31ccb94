# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	plots/drawing/verbs.h plots/drawing/hatches.def \
	plots/drawing/canvas.c plots/drawing/canvas.h \
	plots/drawing/record.c plots/drawing/svg.c plots/drawing/cairo.c \
	plots/drawing/parts.c \
	plots/drawing/text.c plots/drawing/text.h \
	plots/drawing/palette.c plots/drawing/palette.h \
	plots/drawing/axis.c plots/drawing/axis.h \
	plots/drawing/legend.c plots/drawing/legend.h \
	plots/charts/bars.h plots/charts/bars-layout.h plots/charts/stack.c plots/charts/bars-layout.c plots/charts/bars-draw.c \
	plots/charts/charts.c plots/charts/charts.h plots/charts/charts.def \
	plots/charts/names.c plots/charts/names.h \
	plots/charts/gap-bars.c plots/plots.h
