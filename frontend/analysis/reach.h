/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a scalar holds when a loop begins, as far as straight-line code before
 * the loop shows it. */
#ifndef ANALYSIS_REACH_H
#define ANALYSIS_REACH_H

#include "frontend/analysis/definitions.h"
#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"

/* A dummy argument of the unit, where its lists of arguments name it. */
struct dummy_place {
    const char *name, *entry;
    size_t statement;
    int position;            /* from 1 */
    const struct nest *loop; /* for who asks: the last one whose facts took it */
};

struct reach {
    const struct unit *unit;
    const struct nests *nests;
    struct definitions definitions;
    ARRAY(size_t) calls;               /* statements that call or read */
    ARRAY(size_t) joins;               /* statements with a label that something jumps to */
    ARRAY(struct dummy_place) dummies; /* by name, as interned, then in order */
    size_t *holder;                    /* of each statement: what opened the IF or SELECT arm around
                                          it; its own index = none */
};

void reach_open(struct reach *r, const struct unit *u, const struct nests *n, struct symbols *s);
void reach_free(struct reach *r);

/* The assignment whose right side the scalar equals when the loop begins; NULL
 * = none is known. */
const struct stmt *reach_value(const struct reach *r, const struct symbol *y, size_t loop,
                               size_t *statement);
/* Whether anything may change the scalar in statements first to last. */
bool reach_changes(const struct reach *r, const struct symbol *y, size_t first, size_t last);

/* The n places of a dummy argument of that name, in order. */
struct dummy_place *reach_dummies(const struct reach *r, const char *name, size_t *n);

#endif
