# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	bounds/bounds.c bounds/bounds.h \
	bounds/explain.c bounds/explain.h \
	bounds/resources.c bounds/resources.h \
	bounds/terms.c bounds/terms.h \
	bounds/traffic.c bounds/traffic.h
