/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to the timeline: threads per row, and columns of time that are drawn as one. */
#ifndef PLOTS_TIMELINE_ROWS_H
#define PLOTS_TIMELINE_ROWS_H

#include "facts/states.h"

/* The stacked parts: the states, and threads that were alive but have no sample. */
enum { TIMELINE_UNSAMPLED = THREAD_STATES, TIMELINE_PARTS };

/* A column of a row: the upper end of each part, as a share of the height; the first part begins at
 * 0. */
struct timeline_column {
    double top[TIMELINE_PARTS];
};
struct timeline_row {
    const char *name;
    struct timeline_column *at;
    struct state_counts all; /* all samples of its threads, including those before the timeline */
};
struct timeline_rows {
    struct timeline_row *at;
    size_t n;
    size_t threads_each;     /* threads per row; the last row may have fewer */
    struct timeline_row sum; /* of all threads; the height is threads_most threads */
    size_t columns;
    double column_seconds; /* of a drawn column */
    double seconds;        /* length of the axis */
    size_t threads_most;   /* highest number of threads alive in a column */
    bool unsampled;        /* a column has a TIMELINE_UNSAMPLED part */
};
enum { TIMELINE_ROWS_MOST = 128 };

/* Returns the rows of a watch, allocated in a. The numbers of rows and columns are limited, so that
 * the drawing stays small. */
struct timeline_rows timeline_rows_of(struct arena *a, const struct watch *w);

#endif
