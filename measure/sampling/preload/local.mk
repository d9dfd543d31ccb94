# SPDX-License-Identifier: GPL-3.0-or-later
# libmacs-sampler.so, which the sampler preloads into programs. Nothing of libmacs is in it. It runs in
# programs without sanitizers.
noinst_LIBRARIES += measure/sampling/preload/libpreload.a
measure_sampling_preload_libpreload_a_SOURCES = \
	measure/sampling/preload/area.h \
	measure/sampling/preload/interposed.c \
	measure/sampling/preload/library.h \
	measure/sampling/preload/maps.c \
	measure/sampling/preload/send.c \
	measure/sampling/preload/threads.c
measure_sampling_preload_libpreload_a_CFLAGS = $(PRELOAD_CFLAGS) -fPIC -fvisibility=hidden

libmacs-sampler.so: $(measure_sampling_preload_libpreload_a_OBJECTS)
	$(AM_V_CCLD)$(CC) $(PRELOAD_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -Wl,-z,nodelete \
		-o $@ $(measure_sampling_preload_libpreload_a_OBJECTS) -ldl -lpthread
preloaddir = $(pkglibdir)
preload_DATA = libmacs-sampler.so
CLEANFILES += libmacs-sampler.so
