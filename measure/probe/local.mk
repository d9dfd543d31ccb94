# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	measure/probe/expected.c \
	measure/probe/inside.h \
	measure/probe/measure.c \
	measure/probe/object.c measure/probe/object.h \
	measure/probe/probe.c measure/probe/probe.h \
	measure/probe/probes.def \
	measure/probe/write.c
