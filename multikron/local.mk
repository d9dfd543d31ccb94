# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	multikron/marks.def \
	multikron/sample.c multikron/sample.h
