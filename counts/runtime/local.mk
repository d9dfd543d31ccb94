# SPDX-License-Identifier: GPL-3.0-or-later
# libmacs-count.so and libmacs-count.a, with which counted programs are linked; the archive is for static
# programs. Nothing of libmacs is in them. They run in programs without sanitizers.
count_runtime_sources = \
	counts/runtime/blocks.c counts/runtime/files.c counts/runtime/threads.c \
	counts/runtime/format.h counts/runtime/runtime.h
noinst_LIBRARIES += counts/runtime/libcountshared.a libmacs-count.a
counts_runtime_libcountshared_a_SOURCES = $(count_runtime_sources)
counts_runtime_libcountshared_a_CFLAGS = $(PRELOAD_CFLAGS) -fPIC -fvisibility=hidden
libmacs_count_a_SOURCES = $(count_runtime_sources)
libmacs_count_a_CFLAGS = $(PRELOAD_CFLAGS) -fPIC -fvisibility=hidden -DMACS_COUNT_STATIC

libmacs-count.so: $(counts_runtime_libcountshared_a_OBJECTS)
	$(AM_V_CCLD)$(CC) $(PRELOAD_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -Wl,-z,nodelete \
		-Wl,-soname,libmacs-count.so -o $@ $(counts_runtime_libcountshared_a_OBJECTS) -ldl -lpthread
countdir = $(pkglibdir)
count_DATA = libmacs-count.so libmacs-count.a
CLEANFILES += libmacs-count.so
