/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source of a loop: its text, its references with their use, and its recurrences. For its
 * compiled code see gaps_code. */
#ifndef GAPS_SOURCES_H
#define GAPS_SOURCES_H

#include "gaps/gaps.h"

struct gap_line {
    long line;
    const char *text;
};
struct gap_lines {
    struct gap_line *at; /* by line; only stored lines */
    size_t n;
};

struct gap_source {
    const struct source_loop *source; /* NULL = none is known */
    struct recurrence
        recurrence; /* of source, with the latencies of the machine and its overrides */
    struct gap_lines lines;
    const struct compiled_loop *compiled; /* NULL = none matches */
    struct recurrence compiled_recurrence;
};

/* Reads the source of loop in run, both of gaps_table; allocated in a. Returns false after a
 * message. */
bool gaps_source(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct gap_source *to);
/* Returns whether two runs of gaps_table have the same build and therefore the same sources. */
bool gaps_same_build(const struct gaps *g, const struct gap_run *x, const struct gap_run *y);

#endif
