/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MULTIKRON_LIB_PREEMPT_H
#define MULTIKRON_LIB_PREEMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a thread, when it was looked at last. */
struct mk_preempt {
    volatile uint64_t *word; /* 0 since then: the processor was taken away; NULL = can't be told */
    uint64_t wall, ran;      /* nanoseconds of time, and of those that the thread ran */
    long waits;
};

/* Begins and ends to watch this thread. */
void mk_preempt_start(struct mk_preempt *p);
void mk_preempt_end(struct mk_preempt *p);
static inline bool mk_preempted(const struct mk_preempt *p)
{
    return p->word && !*p->word;
}
/* Nanoseconds since the last look in which the processor was others', 0 where the thread waited
 * itself; looks anew. */
uint64_t mk_preempt_time(struct mk_preempt *p);

#endif
