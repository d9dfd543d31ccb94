/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a scalar at the begin of a loop, if straight-line code before the loop determines
 * it. */
#ifndef ANALYSIS_REACH_H
#define ANALYSIS_REACH_H

#include "frontend/analysis/definitions.h"
#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"

/* A position of a dummy argument in the argument lists of the unit. */
struct dummy_place {
    const char *name, *entry;
    size_t statement;
    int position;            /* from 1 */
    const struct nest *loop; /* for the caller: the last loop whose facts include it */
};

struct reach {
    const struct unit *unit;
    const struct nests *nests;
    struct definitions definitions;
    ARRAY(size_t) calls;               /* statements with calls or input */
    ARRAY(size_t) joins;               /* statements whose label is the target of a jump */
    ARRAY(struct dummy_place) dummies; /* by name, as interned, then in order */
    size_t *holder;                    /* of each statement: what opened the IF or SELECT arm around
                                          it; its own index = none */
};

void reach_open(struct reach *r, const struct unit *u, const struct nests *n, struct symbols *s);
void reach_free(struct reach *r);

/* Returns the assignment whose right side is the scalar's value at the begin of the loop; NULL =
 * unknown. */
const struct stmt *reach_value(const struct reach *r, const struct symbol *y, size_t loop,
                               size_t *statement);
/* Whether statements first to last may change the scalar. */
bool reach_changes(const struct reach *r, const struct symbol *y, size_t first, size_t last);

/* Returns the n positions of a dummy argument of that name, in order. */
struct dummy_place *reach_dummies(const struct reach *r, const char *name, size_t *n);

#endif
