# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	runs/bulk.c runs/bulk.h \
	runs/counters.c \
	runs/db.c runs/db.h \
	runs/get.c \
	runs/inventory.c \
	runs/open.c \
	runs/put.c runs/put.h runs/put-compiled.c \
	runs/put.c \
	runs/regions.h runs/regions.def runs/regions-read.c runs/regions-store.c runs/regions-tree.c \
	runs/runs.h \
	runs/samples.c \
	runs/seen.c runs/seen.h \
	runs/sound.c runs/sound.h \
	runs/stock.c runs/stock.h \
	runs/streams.c \
	runs/sums.c runs/sums.h \
	runs/text.c \
	runs/import.c \
	runs/measured.c runs/measured.h \
	runs/lines.c runs/lines.h \
	runs/names.c runs/names.h \
	runs/words.h

# The steps that lead to the present schema, as C strings; the nth makes version n.
schema_steps = runs/schema.sql runs/schema-2.sql runs/schema-3.sql
EXTRA_DIST += $(schema_steps)
BUILT_SOURCES += runs/schema.inc
CLEANFILES += runs/schema.inc
runs/schema.inc: $(schema_steps)
	$(AM_V_GEN)$(MKDIR_P) runs && for f in $(schema_steps); do \
		sed -e 's/[\\"]/\\&/g' -e 's/^/"/' -e 's/$$/\\n"/' $(srcdir)/$$f && echo , || exit 1; \
		done >$@.new && mv $@.new $@
runs/open.$(OBJEXT): runs/schema.inc
