/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Extends the 40-bit timestamps of a node in a stream to 64-bit times that do not wrap. The samples
 * of a node are nearly in order of time: a timestamp that is smaller than the newest one by at most
 * the disorder is late; one that is smaller by more has wrapped. The first sample of a stream is in
 * epoch 0; the first sample of every other node is in the epoch that is nearest to the newest time
 * of the stream. */
#ifndef MULTIKRON_STREAM_WRAP_H
#define MULTIKRON_STREAM_WRAP_H

#include "measure/multikron/sample.h"

/* The default disorder, ticks: a sixteenth of the range, 1.9 hours at 10 MHz. */
#define WRAP_DISORDER (UINT64_C(1) << 36)

/* The clock of a node. The newest time is base + low. */
struct wrap {
    uint64_t base; /* multiple of 2^40 */
    uint64_t low;  /* newest timestamp */
    uint64_t late; /* number of late samples */
};

/* Returns a clock that begins with timestamp stamp in a stream whose newest time is newest, if
 * has_newest. */
static inline struct wrap wrap_begin(uint64_t stamp, bool has_newest, uint64_t newest)
{
    const uint64_t range = SAMPLE_TIME_MASK + 1, half = range / 2;
    uint64_t base = has_newest ? newest & ~SAMPLE_TIME_MASK : 0, low = newest & SAMPLE_TIME_MASK;
    if (has_newest && stamp + half < low)
        base += range;
    else if (has_newest && stamp > low + half && base)
        base -= range;
    return (struct wrap){.base = base, .low = stamp};
}

/* Does the work of wrap_time() for a timestamp smaller than the newest one. */
static inline uint64_t wrap_smaller_time(struct wrap *w, uint64_t stamp, uint64_t disorder)
{
    if (w->low - stamp <= disorder) {
        w->late++;
        return w->base + stamp;
    }
    w->base += SAMPLE_TIME_MASK + 1;
    w->low = stamp;
    return w->base + stamp;
}

/* Returns the extended time of a timestamp, and advances the clock. A timestamp from before the
 * last wrap is late. */
static inline uint64_t wrap_time(struct wrap *w, uint64_t stamp, uint64_t disorder)
{
    if (stamp < w->low)
        return wrap_smaller_time(w, stamp, disorder);
    if (stamp - w->low > SAMPLE_TIME_MASK - disorder && w->base) {
        w->late++;
        return w->base - (SAMPLE_TIME_MASK + 1) + stamp;
    }
    w->low = stamp;
    return w->base + stamp;
}

#endif
