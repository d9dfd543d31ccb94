/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initial values of variables, for DATA statements (lower-data.c) and arrays that are PARAMETER. */
#ifndef LAB_CODE_LOWER_INITIAL_H
#define LAB_CODE_LOWER_INITIAL_H

#include "lab/code/lower.h"

/* The values of a DATA statement in order. */
struct lower_stream {
    const struct expr *list; /* a LIST, or one value */
    bool forever;            /* that one value is repeated without limit */
    uint32_t next;
    int64_t left; /* remaining repetitions of the current value */
    const struct expr *value;
};
/* An index of an implied DO, with its bounds. */
struct lower_implied_index {
    struct variable *v;
    const struct value *before;
    struct value now;
    int64_t last, step;
};

/* Returns whether the list has another value, which is then s->value. */
bool lower_has_more_values(struct lower *l, struct lower_stream *s);
/* Sets the index of an implied DO to its first value. Returns false after a message. */
bool lower_open_index(struct lower *l, const struct expr *e, struct lower_implied_index *c);
bool lower_index_in_range(const struct lower_implied_index *c);
/* Counts an initial value. Reports an error and returns false if the file has too many. */
bool lower_count_initial(struct lower *l, const struct expr *at);
/* Returns the list with its implied DOs expanded. */
const struct expr *lower_expand_list(struct lower *l, const struct expr *e);
int64_t lower_element_bytes(const struct variable *v);
/* Returns whether v can have an initial value; reports an error if it cannot. */
bool lower_check_target(struct lower *l, const struct expr *e, const struct variable *v);
/* Gives the next value of s to the element of v at that offset in bytes. Returns false after a
 * message. */
bool lower_put_next(struct lower *l, const struct variable *v, int64_t offset,
                    const struct expr *at, struct lower_stream *s);
/* Gives all elements of v their values. Returns false after a message. */
bool lower_initialize(struct lower *l, const struct expr *e, const struct variable *v,
                      struct lower_stream *s);

#endif
