# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	plots/drawing/verbs.h plots/drawing/hatches.def \
	plots/drawing/canvas.c plots/drawing/canvas.h \
	plots/drawing/record.c plots/drawing/svg.c plots/drawing/cairo.c \
	plots/drawing/parts.c \
	plots/drawing/text.c plots/drawing/text.h \
	plots/drawing/ladder.def plots/drawing/palette.c plots/drawing/palette.h \
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
	plots/charts/processors.c plots/charts/ranking.c plots/charts/ranking.h plots/charts/roofline.c \
	plots/charts/names.c plots/charts/names.h \
	plots/charts/choice.c plots/charts/choice.h plots/charts/top-loops.c plots/charts/top-loops.h plots/charts/label-space.c plots/charts/label-space.h \
	plots/charts/coverage.c plots/charts/coverage-looks.def \
	plots/charts/hierarchy.c \
	plots/charts/states.def plots/charts/timeline.c plots/charts/timeline.h \
	plots/charts/timeline-rows.c plots/charts/timeline-rows.h \
	plots/charts/share.c \
	plots/charts/builds.c plots/charts/builds.h \
	plots/charts/compare.c plots/compare.h \
	plots/charts/waterfall.c \
	plots/charts/reservation.c \
	plots/charts/gap-bars.c plots/plots.h

libmacs_a_SOURCES += \
	plots/report/report.h plots/report/page.c plots/report/collect-loops.c plots/report/overview.c plots/report/sampled.c \
	plots/report/details.c plots/report/loop.c plots/report/code.c plots/report/advice.c \
	plots/report/regions.c plots/report/scaling.c plots/report/threads.c plots/report/states.c \
	plots/report/bar.c plots/report/bar.h plots/report/html.c plots/report/html.h

# Style sheet, with the colours of the charts, and script of the report, as C with their hashes.
report_texts = plots/report/style.css plots/report/script.js
EXTRA_DIST += $(report_texts) plots/report/embed.sh
BUILT_SOURCES += plots/report/style.inc plots/report/script.inc
CLEANFILES += plots/report/style.inc plots/report/script.inc
embed = SHA256SUM='$(SHA256SUM)' $(SHELL) $(srcdir)/plots/report/embed.sh
plots/report/style.inc: plots/report/style.css plots/drawing/ladder.def plots/report/embed.sh
	$(AM_V_GEN)$(MKDIR_P) plots/report && { sed -n \
		-e 's/^LADDER(\(.\), 0x\([0-9a-f]*\),.* 0x\([0-9a-f]*\)).*/.\1{fill:#\2;background:#\2}.t\1{fill:#\3}/p' \
		$(srcdir)/plots/drawing/ladder.def; cat $(srcdir)/plots/report/style.css; } | $(embed) $@ style
plots/report/script.inc: plots/report/script.js plots/report/embed.sh
	$(AM_V_GEN)$(MKDIR_P) plots/report && $(embed) $@ script <$(srcdir)/plots/report/script.js
plots/report/page.$(OBJEXT): plots/report/style.inc plots/report/script.inc
