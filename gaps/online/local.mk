# SPDX-License-Identifier: GPL-3.0-or-later
# libmacsgap, which user programs link. It contains no part of libmacs.
lib_LIBRARIES += gaps/online/libmacsgap.a
gaps_online_libmacsgap_a_SOURCES = \
	gaps/online/bounds.c \
	gaps/online/fortran.c \
	gaps/online/internal.h \
	gaps/online/keys.def \
	gaps/online/read.c \
	gaps/online/run.c \
	gaps/online/show.c
gaps_online_libmacsgap_a_CFLAGS = $(AM_CFLAGS) -fPIC
include_HEADERS += gaps/online/macs_gap.h gaps/online/macs_gap.inc

# The writer of the bounds file that libmacsgap reads.
libmacs_a_SOURCES += gaps/online/write.c gaps/online/write.h
