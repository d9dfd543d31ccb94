# SPDX-License-Identifier: GPL-3.0-or-later
libmacs_a_SOURCES += facts/accesses.c facts/accesses.h facts/cycles.c facts/cycles.h facts/doubts.c facts/doubts.def facts/doubts.h facts/facts.c facts/facts.h facts/forms.c facts/forms.def facts/forms.h facts/latencies.def facts/op-classes.def
libmacs_a_SOURCES += facts/interval.c facts/shares.c facts/states.c facts/states.def facts/states.h
libmacs_a_SOURCES += facts/data.c facts/data.h facts/hotspots.c facts/hotspots.h facts/hotspot-kinds.def
