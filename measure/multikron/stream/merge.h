/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges the samples of many streams by time. Each file is read twice: first to examine it, then to
 * merge it. A file whose samples are not in order, or a pipe, is first sorted in runs in an
 * unlinked temporary file. The memory does not depend on the sizes of the files.
 *
 * Times of a file include its wraps (wrap.h). All files are assumed to begin within half the range
 * of a timestamp: if the first timestamp of a file is smaller than the largest first timestamp by
 * more than that, its clock wrapped before it began. */
#ifndef MULTIKRON_STREAM_MERGE_H
#define MULTIKRON_STREAM_MERGE_H

#include "measure/multikron/stream/drift.h"
#include "measure/multikron/stream/reader.h"

struct merge_file {
    const char *name;
    enum stream_form form; /* detected or given */
    struct stream_losses losses;
    bool failed;   /* it could not be read to its end */
    bool in_order; /* its samples are in order of time */
    uint64_t samples, fifo_overrun, shadow_overrun, read_error;
    uint64_t given; /* number of samples that merge_next() returned */
    uint64_t first; /* time of its first sample, if samples > 0 */
    uint64_t shift; /* ticks added to its times */
};
struct merge_options {
    enum stream_form form;
    unsigned process_bits;
    uint64_t disorder;
};
struct merge;

/* Examines all files; reports losses as errors in d. The caller calls merge_close(). */
struct merge *merge_open(const char *const *files, size_t n, struct merge_options o,
                         struct diag *d);
/* Returns the next sample, ordered by time, then by file, then by position in the file. Returns
 * false at the end. */
bool merge_next(struct merge *m, struct sample *s, uint64_t *time);
const struct merge_file *merge_files(const struct merge *m, size_t *n);
/* Returns the clocks of the nodes; requires that merge_next() returned false. */
const struct drift *merge_drift(struct merge *m);
void merge_close(struct merge *m);

#endif
