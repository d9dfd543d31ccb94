/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of many streams in one order of time. Each file is read once to look at it and
 * once to merge; one whose samples are not in order, or a pipe, is sorted piece by piece into
 * a file without a name first. Memory does not grow with the files' sizes.
 *
 * Times of a file count its wraps (wrap.h). The files are taken to begin within half the range
 * of a stamp: one that begins with a stamp smaller than the greatest first stamp by more
 * has wrapped before it began.
 */
#ifndef MULTIKRON_STREAM_MERGE_H
#define MULTIKRON_STREAM_MERGE_H

#include "measure/multikron/stream/drift.h"
#include "measure/multikron/stream/reader.h"

struct merge_file {
    const char *name;
    enum stream_form form; /* as it was found out */
    struct stream_losses losses;
    bool failed; /* it could not be read, or not to its end */
    bool in_order;
    uint64_t samples, fifo_overrun, shadow_overrun, read_error;
    uint64_t given; /* by merge_next so far */
    uint64_t first; /* time of its first sample, if there are any */
    uint64_t shift; /* added to its times */
};
struct merge_options {
    enum stream_form form;
    unsigned process_bits;
    uint64_t disorder;
};
struct merge;

/* Looks at all files; losses are errors in d. */
struct merge *merge_open(const char *const *files, size_t n, struct merge_options o,
                         struct diag *d);
/* Next sample in the order of time, then of the files, then of the samples in the file. */
bool merge_next(struct merge *m, struct sample *s, uint64_t *time);
const struct merge_file *merge_files(const struct merge *m, size_t *n);
/* The clocks, behind the last sample. */
const struct drift *merge_drift(struct merge *m);
void merge_close(struct merge *m);

#endif
