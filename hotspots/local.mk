# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	hotspots/callers.c hotspots/callers.h \
	hotspots/counted.c hotspots/counted.h \
	hotspots/demangle.c hotspots/demangle.h \
	hotspots/edges.c hotspots/edges.h \
	hotspots/files.c hotspots/files.h \
	hotspots/folded.c hotspots/folded.h \
	hotspots/frequencies.c hotspots/frequencies.h \
	hotspots/functions.c hotspots/functions.h \
	hotspots/generated.c hotspots/generated.h \
	hotspots/hotspots.c hotspots/hotspots.h \
	hotspots/inlining.c hotspots/inlining.h \
	hotspots/libraries.c hotspots/libraries.h hotspots/libraries.def \
	hotspots/listing.c hotspots/listing.h \
	hotspots/movements.c \
	hotspots/nests.c hotspots/nests.h hotspots/nests-inside.h \
	hotspots/outside.c hotspots/outside.h \
	hotspots/faults.c hotspots/faults.h \
	hotspots/passes.c hotspots/passes.h \
	hotspots/recorded.c hotspots/recorded.h \
	hotspots/reuse.c hotspots/reuse.h \
	hotspots/rows.c hotspots/rows.h \
	hotspots/source-loops.c \
	hotspots/tables.c hotspots/tables.h \
	hotspots/unwinder.c hotspots/unwinder.h \
	hotspots/versions.c hotspots/versions.h
