# SPDX-License-Identifier: GPL-3.0-or-later
# libmacs-count.so and libmacs-count.a, with which counted programs are linked; the archive is for static
# programs. Nothing of libmacs is in them. They run in programs without sanitizers.
count_runtime_sources = \
	counts/runtime/accesses.c counts/runtime/blocks.c counts/runtime/files.c \
	counts/runtime/full.c counts/runtime/lanes.c counts/runtime/records.c counts/runtime/samples.c \
	counts/runtime/threads.c \
	counts/runtime/format.h counts/runtime/records.h counts/runtime/runtime.h
# The buffer of recorded accesses is processed at any place of a program: in registers that
# macs_record_full() saves, without functions of the C library that use others.
count_runtime_flags = -fPIC -fvisibility=hidden -mgeneral-regs-only -fno-builtin \
	-fno-tree-loop-distribute-patterns
noinst_LIBRARIES += counts/runtime/libcountshared.a libmacs-count.a
counts_runtime_libcountshared_a_SOURCES = $(count_runtime_sources)
counts_runtime_libcountshared_a_CFLAGS = $(PRELOAD_CFLAGS) $(count_runtime_flags)
libmacs_count_a_SOURCES = $(count_runtime_sources)
libmacs_count_a_CFLAGS = $(PRELOAD_CFLAGS) $(count_runtime_flags) -DMACS_COUNT_STATIC

libmacs-count.so: $(counts_runtime_libcountshared_a_OBJECTS)
	$(AM_V_CCLD)$(CC) $(PRELOAD_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -Wl,-z,nodelete \
		-Wl,-soname,libmacs-count.so -o $@ $(counts_runtime_libcountshared_a_OBJECTS) -ldl -lpthread
countdir = $(pkglibdir)
count_DATA = libmacs-count.so libmacs-count.a
CLEANFILES += libmacs-count.so
