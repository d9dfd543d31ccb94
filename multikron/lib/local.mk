# SPDX-License-Identifier: GPL-3.0-or-later
# libmultikron, which programs link: nothing of libmacs is in it. Its objects are position
# independent, for the archive and the shared library alike.
lib_LIBRARIES += multikron/lib/libmultikron.a
multikron_lib_libmultikron_a_SOURCES = \
	multikron/lib/clock.c \
	multikron/lib/counters.c multikron/lib/counters.def multikron/lib/counters.h \
	multikron/lib/drain.c \
	multikron/lib/events.c \
	multikron/lib/fortran.c \
	multikron/lib/layout.h \
	multikron/lib/loops.c \
	multikron/lib/manifest.c \
	multikron/lib/mapping.c \
	multikron/lib/names.c \
	multikron/lib/preempt.c multikron/lib/preempt.h \
	multikron/lib/prefix.h \
	multikron/lib/process.h \
	multikron/lib/sending.c \
	multikron/lib/settings.c \
	multikron/lib/start.c \
	multikron/lib/trigger.c \
	multikron/lib/watched.c \
	$(libprocmon_sources) \
	multikron/collect/channel.c multikron/collect/channel.h \
	multikron/collect/client.c multikron/collect/client.h \
	multikron/collect/protocol.c multikron/collect/protocol.def multikron/collect/protocol.h \
	multikron/collect/keys.h \
	multikron/collect/tls.c multikron/collect/tls.h
multikron_lib_libmultikron_a_CFLAGS = $(AM_CFLAGS) -fPIC -fvisibility=hidden \
	-include multikron/lib/prefix.h
include_HEADERS += multikron/lib/multikron.h multikron/lib/multikron.inc

libmultikron_so = multikron/lib/libmultikron.so.0
$(libmultikron_so): $(multikron_lib_libmultikron_a_OBJECTS)
	$(AM_V_CCLD)$(CC) $(AM_CFLAGS) $(CFLAGS) $(AM_LDFLAGS) $(LDFLAGS) -shared \
		-Wl,-soname,libmultikron.so.0 -Wl,-z,nodelete -o $@ $(multikron_lib_libmultikron_a_OBJECTS)
sharedlibdir = $(libdir)
sharedlib_DATA = $(libmultikron_so)
CLEANFILES += $(libmultikron_so)
install-data-hook:
	cd "$(DESTDIR)$(libdir)" && ln -sf libmultikron.so.0 libmultikron.so && \
		ln -sf libprocmon.so.0 libprocmon.so
uninstall-hook:
	rm -f "$(DESTDIR)$(libdir)/libmultikron.so" "$(DESTDIR)$(libdir)/libprocmon.so"

# The tools know the same layout, lines and events.
libmacs_a_SOURCES += multikron/filter.c multikron/filter.h multikron/salvage.c multikron/salvage.h \
	multikron/lib/counters.h multikron/lib/events.c \
	multikron/lib/layout.h multikron/lib/manifest.c
