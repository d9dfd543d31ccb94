# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	multikron/marks.def \
	multikron/sample.c multikron/sample.h
libmacs_a_SOURCES += \
	multikron/chip/chip.c multikron/chip/chip.h \
	multikron/chip/counters.c \
	multikron/chip/fifo.c \
	multikron/chip/net.c \
	multikron/chip/params.def \
	multikron/chip/parts.h \
	multikron/chip/registers.c multikron/chip/registers.def \
	multikron/chip/script.c multikron/chip/script.h \
	multikron/chip/test-mode.c \
	multikron/chip/words.def
