# SPDX-License-Identifier: GPL-3.0-or-later
# libmultikron, which programs link. It contains no code of libmacs. Its objects are position
# independent, because the archive and the shared library use the same ones.
lib_LIBRARIES += measure/multikron/lib/libmultikron.a
measure_multikron_lib_libmultikron_a_SOURCES = \
	measure/multikron/lib/clock.c \
	measure/multikron/lib/counters.c measure/multikron/lib/counters.def measure/multikron/lib/counters.h \
	measure/multikron/lib/drain.c \
	measure/multikron/lib/events.c \
	measure/multikron/lib/fortran.c \
	measure/multikron/lib/layout.h \
	measure/multikron/lib/loops.c \
	measure/multikron/lib/manifest.c \
	measure/multikron/lib/mapping.c \
	measure/multikron/lib/names.c \
	measure/multikron/lib/preempt.c measure/multikron/lib/preempt.h \
	measure/multikron/lib/prefix.h \
	measure/multikron/lib/process.h \
	measure/multikron/lib/sending.c \
	measure/multikron/lib/settings.c \
	measure/multikron/lib/start.c \
	measure/multikron/lib/trigger.c \
	measure/multikron/lib/watched.c \
	$(libprocmon_sources) \
	measure/multikron/collect/channel.c measure/multikron/collect/channel.h \
	measure/multikron/collect/client.c measure/multikron/collect/client.h \
	measure/multikron/collect/protocol.c measure/multikron/collect/protocol.def measure/multikron/collect/protocol.h \
	measure/multikron/collect/keys.h \
	measure/multikron/collect/tls.c measure/multikron/collect/tls.h
measure_multikron_lib_libmultikron_a_CFLAGS = $(AM_CFLAGS) -fPIC -fvisibility=hidden \
	-include measure/multikron/lib/prefix.h
include_HEADERS += measure/multikron/lib/multikron.h measure/multikron/lib/multikron.inc

libmultikron_so = measure/multikron/lib/libmultikron.so.0
$(libmultikron_so): $(measure_multikron_lib_libmultikron_a_OBJECTS)
	$(AM_V_CCLD)$(CC) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS) -shared \
		-Wl,-soname,libmultikron.so.0 -Wl,-z,nodelete -o $@ $(measure_multikron_lib_libmultikron_a_OBJECTS)
sharedlibdir = $(libdir)
sharedlib_DATA = $(libmultikron_so)
CLEANFILES += $(libmultikron_so)
install-data-hook:
	cd "$(DESTDIR)$(libdir)" && ln -sf libmultikron.so.0 libmultikron.so && \
		ln -sf libprocmon.so.0 libprocmon.so
uninstall-hook:
	rm -f "$(DESTDIR)$(libdir)/libmultikron.so" "$(DESTDIR)$(libdir)/libprocmon.so"

# The commands use the same layout, manifest lines and events.
libmacs_a_SOURCES += measure/multikron/filter.c measure/multikron/filter.h measure/multikron/salvage.c measure/multikron/salvage.h \
	measure/multikron/lib/counters.h measure/multikron/lib/events.c \
	measure/multikron/lib/layout.h measure/multikron/lib/manifest.c
