# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += \
	measure/sampling/apply.c \
	measure/sampling/chains.c measure/sampling/chains.h measure/sampling/chains.def \
	measure/sampling/clock.c measure/sampling/clock.h \
	measure/sampling/command.c measure/sampling/command.h \
	measure/sampling/descendants.c measure/sampling/descendants.h \
	measure/sampling/excluded.c measure/sampling/excluded.h \
	measure/sampling/events.c measure/sampling/events.h \
	measure/sampling/identity.c measure/sampling/identity.h \
	measure/sampling/numbering.c measure/sampling/numbering.h \
	measure/sampling/objects.def \
	measure/sampling/overhead.c measure/sampling/overhead.h \
	measure/sampling/perf.c \
	measure/sampling/profile.c measure/sampling/profile.h \
	measure/sampling/repeats.c measure/sampling/repeats.h \
	measure/sampling/program.c \
	measure/sampling/records.c measure/sampling/records.h \
	measure/sampling/sampler.c measure/sampling/sampler.h \
	measure/sampling/samplers.def \
	measure/sampling/sampling.h \
	measure/sampling/spaces.c measure/sampling/spaces.h \
	measure/sampling/timers.c measure/sampling/timers.h \
	measure/sampling/cost.c measure/sampling/cost.h \
	measure/sampling/counts.c measure/sampling/counts.h
