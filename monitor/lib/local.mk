# SPDX-License-Identifier: GPL-3.0-or-later
# libprocmon, which programs link: nothing of libmacs is in it. Its objects are position independent,
# for the archive and the shared library alike, and are in libmultikron, too.
libprocmon_sources = \
	facts/states.h facts/states.def monitor/area.h \
	monitor/lib/asking.c \
	monitor/lib/connect.c \
	monitor/lib/fortran.c \
	monitor/lib/process.h \
	monitor/lib/procmon.h \
	monitor/lib/threads.c
lib_LIBRARIES += monitor/lib/libprocmon.a
monitor_lib_libprocmon_a_SOURCES = $(libprocmon_sources)
monitor_lib_libprocmon_a_CFLAGS = $(AM_CFLAGS) -fPIC -fvisibility=hidden
include_HEADERS += monitor/lib/procmon.h monitor/lib/procmon.inc

libprocmon_so = monitor/lib/libprocmon.so.0
$(libprocmon_so): $(monitor_lib_libprocmon_a_OBJECTS)
	$(AM_V_CCLD)$(CC) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS) -shared \
		-Wl,-soname,libprocmon.so.0 -Wl,-z,nodelete -o $@ $(monitor_lib_libprocmon_a_OBJECTS)
sharedlib_DATA += $(libprocmon_so)
CLEANFILES += $(libprocmon_so)
