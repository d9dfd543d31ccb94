# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	probe/expected.c \
	probe/inside.h \
	probe/measure.c \
	probe/probe.c probe/probe.h \
	probe/probes.def \
	probe/write.c
