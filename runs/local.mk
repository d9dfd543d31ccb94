# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	runs/catalog.c runs/catalog.h \
	runs/db.c runs/db.h \
	runs/guard.c runs/guard.h \
	runs/inventory.c \
	runs/names.c runs/names.h \
	runs/objects.c runs/objects.h \
	runs/open.c \
	runs/runs.h

# Facts of source and compiled code.
libmacs_a_SOURCES += \
	runs/facts/body.c runs/facts/body.h \
	runs/facts/compile-notes.c runs/facts/notes-read.c \
	runs/facts/get.c runs/facts/get.h runs/facts/get-compiled.c runs/facts/get-source.c \
	runs/facts/lines.c runs/facts/lines.h \
	runs/facts/put.c runs/facts/put.h runs/facts/put-compiled.c runs/facts/put-source.c \
	runs/facts/rows.c runs/facts/rows.h \
	runs/facts/text.c \
	runs/facts/valid.c runs/facts/valid.h \
	runs/facts/words.h

# Measurements.
libmacs_a_SOURCES += \
	runs/measured/bulk.c runs/measured/bulk.h \
	runs/measured/counters.c \
	runs/measured/data.c runs/measured/data.h \
	runs/measured/import.c \
	runs/measured/measured.c runs/measured/measured.h \
	runs/measured/profiles.c \
	runs/measured/samples.c \
	runs/measured/seen.c runs/measured/seen.h \
	runs/measured/streams.c \
	runs/measured/sums.c runs/measured/sums.h \
	runs/measured/watches.c

# Region trees.
libmacs_a_SOURCES += \
	runs/regions/read.c \
	runs/regions/regions.def runs/regions/regions.h \
	runs/regions/store.c \
	runs/regions/tree.c

# The steps of the schema as C strings; step n creates version n.
schema_steps = runs/schema/schema-1.sql runs/schema/schema-2.sql runs/schema/schema-3.sql \
	runs/schema/schema-4.sql runs/schema/schema-5.sql runs/schema/schema-6.sql runs/schema/schema-7.sql \
	runs/schema/schema-8.sql runs/schema/schema-9.sql runs/schema/schema-10.sql runs/schema/schema-11.sql \
	runs/schema/schema-12.sql runs/schema/schema-13.sql runs/schema/schema-14.sql \
	runs/schema/schema-15.sql runs/schema/schema-16.sql runs/schema/schema-17.sql \
	runs/schema/schema-18.sql runs/schema/schema-19.sql runs/schema/schema-20.sql \
	runs/schema/schema-21.sql runs/schema/schema-22.sql runs/schema/schema-23.sql \
	runs/schema/schema-24.sql \
	runs/schema/schema-25.sql runs/schema/schema-26.sql runs/schema/schema-27.sql \
	runs/schema/schema-28.sql runs/schema/schema-29.sql runs/schema/schema-30.sql
EXTRA_DIST += $(schema_steps)
BUILT_SOURCES += runs/schema/steps.inc
CLEANFILES += runs/schema/steps.inc
runs/schema/steps.inc: $(schema_steps)
	$(AM_V_GEN)$(MKDIR_P) runs/schema && for f in $(schema_steps); do \
		sed -e 's/[\\"]/\\&/g' -e 's/^/"/' -e 's/$$/\\n"/' $(srcdir)/$$f && echo , || exit 1; \
		done >$@.new && mv $@.new $@
runs/open.$(OBJEXT): runs/schema/steps.inc
