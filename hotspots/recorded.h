/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded data accesses of the rows of loops (facts/data.h). */
#ifndef HOTSPOTS_RECORDED_H
#define HOTSPOTS_RECORDED_H

#include "counts/streams.h"
#include "facts/data.h"
#include "hotspots/frequencies.h"

/* A loop whose data are wanted. */
struct recorded_loop {
    uint32_t loop;         /* of the scan */
    struct hot_data *data; /* NULL = no part of it was recorded, or could be */
};

/* Sets the data of n loops of a file, in a, from the records of n_runs runs. */
void find_recorded_data(struct arena *a, const struct counted_code *of,
                        const struct stream_run *runs, size_t n_runs, struct recorded_loop *loops,
                        size_t n);

#endif
