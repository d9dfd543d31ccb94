/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the 40-bit stamps of samples to times that do not wrap, for each node of one
 * stream. A node's samples come nearly in order: a stamp that is less than the
 * *disorder* behind the newest is late, any other that is smaller has wrapped.
 * The first sample of a stream lies in epoch 0, that of every further node at the
 * time nearest to the newest of the stream.
 */
#ifndef MULTIKRON_STREAM_WRAP_H
#define MULTIKRON_STREAM_WRAP_H

#include "measure/multikron/sample.h"

/* Ticks; a sixteenth of the range, 1.9 hours at 10 MHz. */
#define WRAP_DISORDER (UINT64_C(1) << 36)

/* One node's clock. The newest time is base + low. */
struct wrap {
    uint64_t base; /* multiple of 2^40 */
    uint64_t low;  /* newest stamp */
    uint64_t late; /* samples that were behind it */
};

/* A clock whose first stamp is the given one, in a stream whose newest time is newest
 * (any = there is one). */
static inline struct wrap wrap_begin(uint64_t stamp, bool any, uint64_t newest)
{
    const uint64_t range = SAMPLE_TIME_MASK + 1, half = range / 2;
    uint64_t base = any ? newest & ~SAMPLE_TIME_MASK : 0, low = newest & SAMPLE_TIME_MASK;
    if (any && stamp + half < low)
        base += range;
    else if (any && stamp > low + half && base)
        base -= range;
    return (struct wrap){.base = base, .low = stamp};
}

/* wrap_time of a stamp that is smaller than the newest. */
static inline uint64_t wrap_back(struct wrap *w, uint64_t stamp, uint64_t disorder)
{
    if (w->low - stamp <= disorder) {
        w->late++;
        return w->base + stamp;
    }
    w->base += SAMPLE_TIME_MASK + 1;
    w->low = stamp;
    return w->base + stamp;
}

/* The time of a stamp. One from before a wrap that has happened is late, too. */
static inline uint64_t wrap_time(struct wrap *w, uint64_t stamp, uint64_t disorder)
{
    if (stamp < w->low)
        return wrap_back(w, stamp, disorder);
    if (stamp - w->low > SAMPLE_TIME_MASK - disorder && w->base) {
        w->late++;
        return w->base - (SAMPLE_TIME_MASK + 1) + stamp;
    }
    w->low = stamp;
    return w->base + stamp;
}

#endif
