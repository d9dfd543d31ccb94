# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	counts/counts.h \
	counts/derive.c \
	counts/emit-record.c \
	counts/emit.c \
	counts/fields.c counts/fields.h \
	counts/insert.c \
	counts/live.c \
	counts/map.c \
	counts/plan.h \
	counts/printed.c \
	counts/printed.h \
	counts/record.c \
	counts/result.c \
	counts/reuse.c \
	counts/run.c \
	counts/segments.c \
	counts/source-loops.c \
	counts/stream-events.c \
	counts/streams.c counts/streams.h \
	counts/text.c \
	counts/totals.c
