/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions on runs and loops (--where):
 *     KEY OP VALUE [and KEY OP VALUE]...
 * KEY names a text or number of a run or loop, OP is one of != < <= > >= = ~. VALUE ends before the
 * word "and", or is in quotes, ' or ". Numbers compare as numbers, texts byte by byte. ~ compares
 * with a pattern: * matches any characters and ? any one. A missing number or text satisfies no
 * condition. */
#ifndef GAPS_WHERE_H
#define GAPS_WHERE_H

#include "gaps/gaps.h"

struct gap_condition;
/* Conditions that must all be satisfied. All zeros: no condition, always satisfied. */
struct gap_where {
    struct gap_condition *first;
};

/* Adds the conditions of text, allocated in a; text must outlive w. Returns NULL, or the error in
 * text, a clause allocated in a. */
const char *gap_where_add(struct gap_where *w, struct arena *a, const char *text);
/* Returns whether loop l of run satisfies the conditions. l NULL: a run without loops. */
bool gap_where_holds(const struct gap_where *w, const struct gap_run *run,
                     const struct gap_loop *l);

#endif
