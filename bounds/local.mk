# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	bounds/areas.c bounds/areas.h \
	bounds/body.c bounds/body.h \
	bounds/body-terms.c \
	bounds/bounds.c bounds/bounds.h \
	bounds/core.c bounds/core.h \
	bounds/explain.c bounds/explain.h \
	bounds/explain-body.c \
	bounds/explain-page.c bounds/explain-page.h \
	bounds/lines.c bounds/lines.h \
	bounds/passes.c bounds/passes.h \
	bounds/resources.c bounds/resources.h \
	bounds/steady.c bounds/steady.h \
	bounds/terms.c bounds/terms.h \
	bounds/traffic.c bounds/traffic.h
