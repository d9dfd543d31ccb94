# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	plots/drawing/verbs.h plots/drawing/hatches.def \
	plots/drawing/canvas.c plots/drawing/canvas.h \
	plots/drawing/record.c plots/drawing/svg.c plots/drawing/cairo.c \
	plots/drawing/parts.c \
	plots/drawing/text.c plots/drawing/text.h \
	plots/drawing/palette.c plots/drawing/palette.h \
	plots/drawing/page.c plots/drawing/page.h \
	plots/drawing/scale.c plots/drawing/scale.h \
	plots/drawing/markers.c plots/drawing/markers.h \
	plots/drawing/axis.c plots/drawing/axis.h \
	plots/drawing/legend.c plots/drawing/legend.h \
	plots/drawing/scene.c plots/drawing/scene.h \
	plots/charts/sheet.c plots/charts/sheet.h \
	plots/charts/bars.h plots/charts/bars-layout.h plots/charts/stack.c plots/charts/bars-layout.c plots/charts/bars-draw.c \
	plots/charts/charts.c plots/charts/charts.h plots/charts/charts.def \
	plots/charts/lines.h plots/charts/lines-layout.h plots/charts/lines-layout.c plots/charts/lines-draw.c \
	plots/charts/processors.c plots/charts/roofline.c \
	plots/charts/names.c plots/charts/names.h \
	plots/charts/choice.c plots/charts/choice.h \
	plots/charts/hierarchy.c \
	plots/charts/share.c \
	plots/charts/builds.c plots/charts/builds.h \
	plots/charts/waterfall.c \
	plots/charts/reservation.c \
	plots/charts/gap-bars.c plots/plots.h

libmacs_a_SOURCES += \
	plots/report/report.h plots/report/page.c plots/report/gather.c plots/report/overview.c \
	plots/report/details.c plots/report/loop.c plots/report/code.c plots/report/advice.c \
	plots/report/regions.c plots/report/scaling.c \
	plots/report/bar.c plots/report/bar.h plots/report/html.c plots/report/html.h \
	plots/report/sha256.c plots/report/sha256.h

# Style sheet and script of the report, as C strings.
report_texts = plots/report/style.css plots/report/script.js
EXTRA_DIST += $(report_texts)
BUILT_SOURCES += plots/report/style.inc plots/report/script.inc
CLEANFILES += plots/report/style.inc plots/report/script.inc
as_c_string = $(AM_V_GEN)$(MKDIR_P) plots/report && sed -e 's/[\\"]/\\&/g' -e 's/^/"/' -e 's/$$/\\n"/'
plots/report/style.inc: plots/report/style.css
	$(as_c_string) $(srcdir)/plots/report/style.css >$@.new && mv $@.new $@
plots/report/script.inc: plots/report/script.js
	$(as_c_string) $(srcdir)/plots/report/script.js >$@.new && mv $@.new $@
plots/report/page.$(OBJEXT): plots/report/style.inc plots/report/script.inc
