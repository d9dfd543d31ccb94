/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the database holds of one loop besides its numbers: the text of its
 * source, what counted in it and what did not, and its recurrences. Its compiled
 * code is that of gaps_code. */
#ifndef GAPS_SOURCES_H
#define GAPS_SOURCES_H

#include "gaps/gaps.h"

struct gap_line {
    long line;
    const char *text;
};
struct gap_lines {
    struct gap_line *at; /* by line; those that were not stored are left out */
    size_t n;
};

struct gap_source {
    const struct source_loop *source; /* NULL = none is known */
    struct recurrence recurrence; /* of it, with the latencies of the machine as it is asked for */
    struct gap_lines lines;
    const struct compiled_loop *compiled; /* NULL = none belongs to it */
    struct recurrence compiled_recurrence;
};

/* Of loop in run, both of gaps_table; made in a. False with a message. */
bool gaps_source(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct gap_source *to);
/* Returns whether two runs of gaps_table are of one build, and so have the same sources. */
bool gaps_same_build(const struct gaps *g, const struct gap_run *x, const struct gap_run *y);

#endif
