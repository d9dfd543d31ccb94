# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	measure/memory/buffers.c \
	measure/memory/clock.c \
	measure/memory/cores.c \
	measure/memory/curve.c \
	measure/memory/inside.h \
	measure/memory/latency.c \
	measure/memory/lines.c \
	measure/memory/loops.c \
	measure/memory/memory.c measure/memory/memory.h \
	measure/memory/rates.c \
	measure/memory/sizes.c \
	measure/memory/statistics.c \
	measure/memory/store.c \
	measure/memory/sweep.c \
	measure/memory/topology.c
