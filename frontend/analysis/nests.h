/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The DO loops of a unit, and what of an innermost one is conditional. */
#ifndef ANALYSIS_NESTS_H
#define ANALYSIS_NESTS_H

#include "base/array.h"
#include "frontend/ast.h"

/* Statements are meant by their index in the unit. */
struct nest {
    size_t head; /* DO statement */
    size_t last; /* last statement of the body: the labelled one is in, END DO not */
    size_t end;  /* labelled statement or END DO */
    int parent;  /* the loop around it; -1 = none */
    int depth;   /* 1 = outermost */
    bool innermost;
    bool independent; /* a directive says so (rule 8) */
};
struct nests {
    ARRAY(struct nest) at; /* in order of their heads */
};

/* Directions as a set: of one iteration of a loop from another one. */
enum { WAY_LATER = 1, WAY_SAME = 2, WAY_EARLIER = 4, WAY_ANY = 7 };

static inline bool stmt_is_do(enum stmt_kind k)
{
    return k == STMT_DO || k == STMT_DO_WHILE || k == STMT_DO_FOREVER || k == STMT_DO_CONCURRENT;
}
/* Whether a directive asserts that the passes of the next loop are independent: CDIR$ IVDEP and its
 * kin. */
bool nest_asserts_independence(const struct stmt *t);
/* Requires a unit whose blocks nest (blocks.c); leaves its loops. */
void nests_find(struct nests *n, const struct unit *u);
void nests_free(struct nests *n);

/* The innermost loop whose body or end holds the statement; -1 = none does. */
int nests_around(const struct nests *n, size_t statement);

/* The loop that begins with statement i, in a walk through the statements of the
 * loop before *next; NULL = none does. *next: index of the first loop that may come
 * (at first the one behind the loop's own), then behind all that the one found holds. */
const struct nest *nests_inner(const struct nests *n, size_t *next, size_t i);

/* Positions in a loop's body: statement i of the unit stands at 2i, what a
 * logical IF there guards at 2i + 1. */
static inline int position_of(size_t statement)
{
    return 2 * (int)statement;
}

/* Part of a body that not every iteration runs. */
struct region {
    int first, last;     /* positions */
    int construct;       /* two regions of one IF exclude each other; -1 = of none */
    long line, end_line; /* of its statements */
    long decided;        /* of the condition or jump on which it depends; 0 = of several */
};
struct regions {
    ARRAY(struct region) at; /* by first position, outer before inner */
};
/* Of the loop's own statements. */
void regions_find(struct regions *r, const struct unit *u, const struct nests *n, size_t loop);
void regions_free(struct regions *r);
/* Statements that a jump skips, forward from one statement to another, in turn; {0} at first: what
 * follows it in each arm that it leaves, and what follows the construct of that arm. The other arms
 * of the construct are not among them: no iteration that comes to the jump runs those. False after
 * the last. */
struct skipped {
    size_t first, last;
    size_t next; /* where the search goes on */
};
bool regions_skipped(const struct regions *r, size_t from, size_t target, struct skipped *s);
/* Whether no iteration runs both positions. */
bool regions_exclusive(const struct regions *r, int one, int other);
/* Whether an iteration may run the position outside and neither of two inside. */
bool regions_skip(const struct regions *r, int one, int two, int outside);

#endif
