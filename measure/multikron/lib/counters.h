/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters of the machine and the kernel, by perf_event_open(2). */
#ifndef MULTIKRON_LIB_COUNTERS_H
#define MULTIKRON_LIB_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

struct mk_event {
    const char *name;
    uint32_t type;
    uint64_t config;
};
/* Ends with a name that is NULL. */
extern const struct mk_event mk_events[];

/* A descriptor that counts it for the calling thread from now on, kernel left out where that is
 * all that may be had; -1 with errno: it can't be counted here. */
int mk_open_event(const struct mk_event *e);

/* Why perf_event_open said so, in words that help. */
const char *mk_event_error_text(int error);

#endif
