/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions on runs and loops, as --where gives them:
 *     KEY OP VALUE [and KEY OP VALUE]...
 * KEY names a text or number of a run or loop, OP is one of != < <= > >= = ~. VALUE ends before
 * the word "and", or it stands in quotes, ' or ". Numbers compare as numbers, texts byte by byte;
 * ~ holds where the text looks like VALUE, in which * is any characters and ? any one. What is
 * missing satisfies no condition. */
#ifndef GAPS_WHERE_H
#define GAPS_WHERE_H

#include "gaps/gaps.h"

struct gap_condition;
/* All of them must hold. An empty list is all zeroes and holds always. */
struct gap_where {
    struct gap_condition *first;
};

/* Adds the conditions of text, made in a; text must stay. NULL, or what is wrong with it, made in
 * a, one clause without the text itself. */
const char *gap_where_add(struct gap_where *w, struct arena *a, const char *text);
/* The conditions hold for loop l of run. l NULL: for a run without loops. */
bool gap_where_holds(const struct gap_where *w, const struct gap_run *run,
                     const struct gap_loop *l);

#endif
