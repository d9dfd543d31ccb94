/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a thing that serves one at a time is taken: spans of time, kept as long as they matter. */
#ifndef LAB_MACHINE_CALENDAR_H
#define LAB_MACHINE_CALENDAR_H

#include "base/array.h"

#include <stdint.h>

/* Times in thousandths of clocks. */
struct span {
    uint64_t from, to; /* to: the first moment that is free again */
};
struct calendar {
    ARRAY(struct span) spans; /* by time, none over another */
    size_t first;             /* those before it are over */
};

void calendar_free(struct calendar *c);
/* The first moment at or behind t from which it is free for that long. */
uint64_t calendar_free_from(const struct calendar *c, uint64_t t, uint64_t length);
/* Whether it is free from t on for that long. */
bool calendar_is_free(const struct calendar *c, uint64_t t, uint64_t length);
/* Takes what is free; a length of 0 takes nothing. */
void calendar_take(struct calendar *c, uint64_t t, uint64_t length);
/* Nobody will ask for times before that one. */
void calendar_forget(struct calendar *c, uint64_t before);

#endif
