/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of the timeline: which threads make a row, and which columns of time are drawn as one. */
#ifndef PLOTS_TIMELINE_ROWS_H
#define PLOTS_TIMELINE_ROWS_H

#include "facts/states.h"

/* What is stacked: the states, and that threads were there of which there is no sample. */
enum { TIMELINE_UNSEEN = THREAD_STATES, TIMELINE_LOOKS };

/* A column of a row: where each part ends, from the bottom, of the height; the first begins at 0.
 */
struct timeline_column {
    double top[TIMELINE_LOOKS];
};
struct timeline_row {
    const char *name;
    struct timeline_column *at;
    struct state_counts
        all; /* all samples of its threads, also those before the timeline's begin */
};
struct timeline_rows {
    struct timeline_row *at;
    size_t n;
    size_t threads_each;     /* threads that make a row; the last row may have fewer */
    struct timeline_row sum; /* of all threads; the height is threads_most of them */
    size_t columns;
    double column_seconds; /* of those that are drawn */
    double seconds;        /* that the axis spans */
    size_t threads_most;   /* greatest number of threads that were there in a column */
    bool unseen;           /* anything was there without a sample */
};
enum { TIMELINE_ROWS_MOST = 128 };

/* Made in a. Rows times columns stay within what a picture can hold. */
struct timeline_rows timeline_rows_of(struct arena *a, const struct watch *w);

#endif
