/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MULTIKRON_LIB_PREEMPT_H
#define MULTIKRON_LIB_PREEMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* State of a thread at the last call. */
struct mk_preempt {
    volatile uint64_t *word; /* 0 = preempted since then; NULL = not supported */
    uint64_t wall, ran;      /* nanoseconds of time, and of CPU time of the thread */
    long waits;              /* voluntary context switches */
};

/* Start and stop the detection for this thread. */
void mk_preempt_start(struct mk_preempt *p);
void mk_preempt_end(struct mk_preempt *p);
static inline bool mk_preempted(const struct mk_preempt *p)
{
    return p->word && !*p->word;
}
/* Returns the nanoseconds since the last call in which the thread was preempted, and restarts the
 * detection. Returns 0 if the thread also waited voluntarily. */
uint64_t mk_preempt_time(struct mk_preempt *p);

#endif
