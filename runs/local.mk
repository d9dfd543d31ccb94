# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	runs/db.c runs/db.h \
	runs/get.c \
	runs/open.c \
	runs/put.c \
	runs/runs.h \
	runs/samples.c \
	runs/import.c \
	runs/measured.c runs/measured.h \
	runs/lines.c runs/lines.h \
	runs/words.h

# The schema as a C string.
EXTRA_DIST += runs/schema.sql
BUILT_SOURCES += runs/schema.inc
CLEANFILES += runs/schema.inc
runs/schema.inc: runs/schema.sql
	$(AM_V_GEN)$(MKDIR_P) runs && sed -e 's/[\\"]/\\&/g' -e 's/^/"/' -e 's/$$/\\n"/' \
		$(srcdir)/runs/schema.sql >$@.new && mv $@.new $@
runs/open.$(OBJEXT): runs/schema.inc
