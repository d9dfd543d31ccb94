/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of the hardware and the kernel, counted by perf_event_open(2). */
#ifndef MULTIKRON_LIB_COUNTERS_H
#define MULTIKRON_LIB_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

struct mk_event {
    const char *name;
    uint32_t type;
    uint64_t config;
};
/* The last element has the name NULL. */
extern const struct mk_event mk_events[];

/* Starts to count the event for the calling thread, without the kernel if that is not permitted.
 * Returns a descriptor; -1 with errno. */
int mk_open_event(const struct mk_event *e);

/* Returns the reason of a failed mk_open_event as text. */
const char *mk_event_error_text(int error);

#endif
