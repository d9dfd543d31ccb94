# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	machines/caches.c \
	machines/find.c \
	machines/keys.def \
	machines/machine.c machines/machine.h \
	machines/override.c \
	machines/read.c machines/read.h machines/reader.h \
	machines/values.c machines/values.h

machinesdir = $(pkgdatadir)/machines
dist_machines_DATA = machines/ksr1.machine machines/rs6000.machine
