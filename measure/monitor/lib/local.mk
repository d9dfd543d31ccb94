# SPDX-License-Identifier: GPL-3.0-or-later
# libprocmon, which programs link: nothing of libmacs is in it. Its objects are position independent,
# for the archive and the shared library alike, and are in libmultikron, too.
libprocmon_sources = \
	facts/states.h facts/states.def measure/monitor/area.h \
	measure/monitor/lib/asking.c \
	measure/monitor/lib/connect.c \
	measure/monitor/lib/fortran.c \
	measure/monitor/lib/process.h \
	measure/monitor/lib/procmon.h \
	measure/monitor/lib/threads.c
lib_LIBRARIES += measure/monitor/lib/libprocmon.a
measure_monitor_lib_libprocmon_a_SOURCES = $(libprocmon_sources)
measure_monitor_lib_libprocmon_a_CFLAGS = $(AM_CFLAGS) -fPIC -fvisibility=hidden
include_HEADERS += measure/monitor/lib/procmon.h measure/monitor/lib/procmon.inc

libprocmon_so = measure/monitor/lib/libprocmon.so.0
$(libprocmon_so): $(measure_monitor_lib_libprocmon_a_OBJECTS)
	$(AM_V_CCLD)$(CC) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS) -shared \
		-Wl,-soname,libprocmon.so.0 -Wl,-z,nodelete -o $@ $(measure_monitor_lib_libprocmon_a_OBJECTS)
sharedlib_DATA += $(libprocmon_so)
CLEANFILES += $(libprocmon_so)
