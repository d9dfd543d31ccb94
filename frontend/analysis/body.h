/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One iteration of a loop as values and array accesses, from symbolic execution of the body, once
 * through each arm of each branch. Inner loops are skipped; the variables that they change are
 * unknown after them. */
#ifndef ANALYSIS_BODY_H
#define ANALYSIS_BODY_H

#include "facts/facts.h"
#include "frontend/analysis/nests.h"
#include "frontend/analysis/reach.h"
#include "frontend/analysis/related.h"
#include "frontend/analysis/values.h"

/* A reference to an array, in the order of the iteration. */
struct access {
    const struct symbol *array; /* NULL = any array in COMMON (a call may change it) */
    bool write;
    bool wild; /* a call or input may change all of the array */
    int node;  /* value loaded or stored */
    int position;
    const struct stmt *stmt; /* where it is written */
    const struct expr *expr;
    struct form *subs; /* a form a subscript, as written */
    int n_subs;
    bool linear; /* whether the byte offset in its storage has a form: */
    const struct form *bytes;
    uint32_t family; /* of one array and other families: never surely one element; 0 = of all */
    int hidden;      /* a store of this iteration that may have changed the element since it
                        was loaded or stored; -1 = none */
    int same;        /* the first access to this element in this iteration whose value
                        it has; -1 = none */
    int first, last; /* positions of all accesses that have this value */

    /* by related.c */
    int line, element; /* numbers; -1 = it is on no line */
    int64_t offset;    /* on its line, in iterations */
    int earlier;       /* access to its element before it; -1 = none */
    int earlier_fresh; /* of a load that found no value: the one before; -1 = none */

    /* by reuse_find */
    enum ref_use use;
    const char *why; /* one clause, in the arena */
    int source;      /* access whose value it has from `distance` iterations
                        before; -1 = none */
    long distance;
    bool replaced; /* a store whose value never needs to be in memory: each iteration that runs it
                    * stores another one there before anything may read it */
};

/* A scalar that the body changes. */
struct scalar {
    struct symbol *symbol;
    bool resolved; /* its value when iteration t begins is: */
    struct form begin;
    int carried; /* node of that value */
    int final;   /* node of the value when the iteration is over */
};

/* Values that a search for a reduction looks at (scalars.c). */
struct chain_marks {
    struct chain_mark *at; /* by value */
    size_t n;
    int turn; /* of this search; marks of others do not count */
    ARRAY(int) pending;
};

struct iterations;
/* Releases what depend.c asked of the nest; NULL: nothing. (iterations.h) */
void iterations_free(struct iterations *v);

/* A dummy of a statement function while it is expanded. */
struct binding {
    const char *name;
    int node;
    const struct binding *next;
};

struct body {
    struct arena *arena;
    struct symbols *symbols;
    const struct unit *unit;
    const struct nests *nests;
    const struct reach *reach;
    size_t loop; /* index in nests */
    struct regions regions;
    struct values values;
    ARRAY(struct access) accesses;
    struct related related; /* of the accesses */
    ARRAY(struct scalar) scalars;
    struct form step; /* of the DO variable; n = 0: none */
    struct form span; /* last less first value of the DO variable; known: its step is a */
    bool span_known;  /* constant, too */
    bool trip_known;
    int64_t trip;       /* iterations */
    ARRAY(int) written; /* storages of arrays that the body may change */
    bool calls;         /* something is called */
    double integer_ops;
    struct notes notes;
    bool kind_unknown;   /* an operand has a kind that is unknown: 4 bytes are assumed */
    bool type_unknown;   /* likewise a type */
    const char *unknown; /* what has a type that is unknown, with the reason; NULL = nothing */
    struct chain_marks *chain_marks; /* for scalars.c */
    struct iterations *iterations;   /* of the nest, for depend.c; NULL = not asked yet */
    const char *excluded;            /* why there is no bound; NULL = there is one */

    /* while the body runs */
    int *now; /* node of each scalar's value; NULL = not begun */
    bool reachable;
    int position;
    const struct stmt *stmt;
    int in_subscript, in_constant; /* how deep */
    long inlined;                  /* statement functions expanded */
    const struct binding *bound;
};

/* Runs the loop's body. Requires symbols, nests and reach of the unit. */
void body_run(struct body *b);
/* Makes it ready for another loop of the unit; the room of its lists is kept. */
void body_next(struct body *b);
void body_free(struct body *b);

static inline const struct nest *body_loop(const struct body *b)
{
    return &b->nests->at.at[b->loop];
}

/* How a note begins on what is left out. */
static inline const char *body_without(const struct body *b)
{
    return body_loop(b)->innermost ? "the bound excludes" : "the counts exclude";
}

/* evaluate.c: the node of an expression's value; of a value in another type, e being
 * what is written. */
int evaluate(struct body *b, const struct expr *e);
int evaluate_as(struct body *b, const struct expr *e, struct value_type type);
int convert(struct body *b, int node, struct value_type type, const struct expr *e);
/* A scalar's value when the loop begins. */
int entry_value(struct body *b, struct symbol *y);
/* An expression's value when the loop begins. */
int entry_evaluate(struct body *b, const struct expr *e);
bool form_multiply(struct body *b, struct form *product, const struct form *x,
                   const struct form *y);
/* Whether it is a product of two symbols of a form. */
bool value_is_product(const struct value *v);
int opaque(struct body *b, struct value_type type);

/* unknown.c: what has a type that is unknown. A value that differs from iteration to iteration and
 * is needed as a number leaves the loop without counts. */
int unknown_value(struct body *b, const struct expr *e);
/* It as a number of a known type. */
int number_of_unknown(struct body *b, int node, struct value_type type);
/* An operation on two of which the type of at least one is unknown; on one: x = y. */
int unknown_pair(struct body *b, const struct expr *e, int x, int y);
/* A function of the language that is given an unknown value. */
int unknown_call(struct body *b, const struct expr *e, int arg, struct value_type result);
/* A conversion between two real kinds, one of which may be what an unknown kind was taken for. */
void doubt_conversion(struct body *b, int node, bool may_be_unknown);
/* The assignment to e has a type that is unknown. */
void unknown_target(struct body *b, const struct expr *e);
/* Whether a name, or an element of a name, is meant that has characters. */
bool is_substring(const struct body *b, const struct expr *e);

/* Notes that the kind or the type of y is unknown, if it is. */
void note_kind(struct body *b, const struct symbol *y);
/* One of the two, by the way the iteration took. */
int joined(struct body *b, int x, int y);
/* node + what, which does not change in the loop; sum is what it is written as. */
int add_invariant(struct body *b, const struct expr *sum, int node, const struct expr *what,
                  struct value_type type);

/* Whether nothing in the body can change the array. */
bool array_is_constant(const struct body *b, const struct symbol *y);

/* access.c: the value of an array element; a store to one; what may be
 * changed out of sight. */
int load_element(struct body *b, const struct symbol *y, const struct expr *e);
void store_element(struct body *b, const struct symbol *y, const struct expr *e, int node);
void change_unseen(struct body *b, const struct symbol *y);
/* All of a variable may change, its components too. */
void change_symbol(struct body *b, const struct symbol *y);
/* A call may change its arguments and COMMON. */
void call_effects(struct body *b, const struct expr *call);

/* inner.c: a loop inside of this one may have run. */
void inner_effects(struct body *b, const struct nest *inner);

/* One note of each text. */
void body_note(struct body *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
