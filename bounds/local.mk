# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	bounds/body.c bounds/body.h \
	bounds/body-terms.c \
	bounds/bounds.c bounds/bounds.h \
	bounds/core.c bounds/core.h \
	bounds/counted.c bounds/counted.h \
	bounds/data.c bounds/data.h \
	bounds/streams.c bounds/streams.h \
	bounds/estimate.c bounds/estimate.h \
	bounds/explain.c bounds/explain.h \
	bounds/explain-body.c \
	bounds/explain-page.c bounds/explain-page.h \
	bounds/footprint.c bounds/footprint.h \
	bounds/frequencies.c bounds/frequencies.h \
	bounds/lines.c bounds/lines.h \
	bounds/pass-model.c bounds/pass-model.h \
	bounds/passes.c bounds/passes.h \
	bounds/paths.c bounds/paths.h \
	bounds/resources.c bounds/resources.h \
	bounds/reuse.c bounds/reuse.h \
	bounds/sequence.c bounds/sequence.h \
	bounds/source-path.c bounds/source-path.h \
	bounds/steady.c bounds/steady.h \
	bounds/terms.c bounds/terms.h \
	bounds/traffic.c bounds/traffic.h
