# SPDX-License-Identifier: GPL-3.0-or-later
# libmacsgap, which programs link: nothing of libmacs is in it.
lib_LIBRARIES += gaps/online/libmacsgap.a
gaps_online_libmacsgap_a_SOURCES = \
	gaps/online/bounds.c \
	gaps/online/fortran.c \
	gaps/online/inside.h \
	gaps/online/keys.def \
	gaps/online/read.c \
	gaps/online/run.c \
	gaps/online/show.c
gaps_online_libmacsgap_a_CFLAGS = $(AM_CFLAGS) -fPIC
include_HEADERS += gaps/online/macs_gap.h gaps/online/macs_gap.inc

# The tools write what it reads.
libmacs_a_SOURCES += gaps/online/write.c gaps/online/write.h
