/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The DO loops of a unit, and the conditional parts of an innermost loop. */
#ifndef ANALYSIS_NESTS_H
#define ANALYSIS_NESTS_H

#include "base/array.h"
#include "frontend/ast.h"

/* Statements are identified by their index in the unit. */
struct nest {
    size_t head; /* DO statement */
    size_t last; /* last statement of the body: includes a labelled one, excludes END DO */
    size_t end;  /* labelled statement or END DO */
    int parent;  /* enclosing loop; -1 = none */
    int depth;   /* 1 = outermost */
    bool innermost;
    bool independent; /* a directive asserts independence (rule 8) */
};
struct nests {
    ARRAY(struct nest) at; /* in order of their heads */
};

/* A set of directions from one iteration of a loop to another one. */
enum { WAY_LATER = 1, WAY_SAME = 2, WAY_EARLIER = 4, WAY_ANY = 7 };

static inline bool stmt_is_do(enum stmt_kind k)
{
    return k == STMT_DO || k == STMT_DO_WHILE || k == STMT_DO_FOREVER || k == STMT_DO_CONCURRENT;
}
/* Whether a directive asserts that the iterations of the next loop are independent, as CDIR$ IVDEP
 * does. */
bool nest_asserts_independence(const struct stmt *t);
/* Finds the loops of a unit, whose blocks must nest (blocks.c). */
void nests_find(struct nests *n, const struct unit *u);
void nests_free(struct nests *n);

/* Returns the innermost loop whose body or end contains the statement; -1 = none. */
int nests_around(const struct nests *n, size_t statement);

/* Returns the loop that begins with statement i, in a walk through the statements of a loop; NULL =
 * none. *next: index of the next loop to consider, at first the one after the walked loop. A loop
 * that is found advances it past the loops inside. */
const struct nest *nests_inner(const struct nests *n, size_t *next, size_t i);

/* Positions in a loop's body: statement i of the unit has position 2i, the action of a logical IF
 * 2i + 1. */
static inline int position_of(size_t statement)
{
    return 2 * (int)statement;
}

/* A part of a body that not every iteration executes. */
struct region {
    int first, last;     /* positions */
    int construct;       /* two regions of one IF exclude each other; -1 = of none */
    long line, end_line; /* of its statements */
    long decided;        /* line of the condition or jump on which it depends; 0 = several */
};
/* An arm of an IF or SELECT CASE, which is a region, too. */
struct arm_range {
    int first, last; /* positions */
    int construct;
    int parent;           /* innermost arm around it; -1 = none */
    size_t construct_end; /* last statement of the arms of its construct */
};
struct regions {
    ARRAY(struct region) at;      /* by first position, outer before inner */
    ARRAY(struct arm_range) arms; /* likewise */
    ARRAY(int) innermost;         /* arm of each statement from begin on; -1 = none */
    size_t begin;
};
/* Finds the regions of the loop's own statements. */
void regions_find(struct regions *r, const struct unit *u, const struct nests *n, size_t loop);
void regions_free(struct regions *r);
/* Returns the next range of statements that a forward jump skips; the caller begins with {0}.
 * Ranges are the rest of each arm that the jump leaves, and the statements after the construct of
 * that arm. Other arms of the construct are not included, because no iteration with the jump
 * executes them. False after the last range. */
struct skipped {
    size_t first, last;
    size_t next; /* where the search continues */
    int arm;     /* the arm that is considered next; -1 = none */
};
bool regions_skipped(const struct regions *r, size_t from, size_t target, struct skipped *s);
/* Whether no iteration executes both positions. */
bool regions_exclusive(const struct regions *r, int one, int other);
/* Whether an iteration may execute the position outside and neither of the two inside. */
bool regions_skip(const struct regions *r, int one, int two, int outside);

#endif
