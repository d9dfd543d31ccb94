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
    bool wild; /* a call or input, which may change all of the array */
    int node;  /* value loaded or stored */
    int position;
    const struct stmt *stmt; /* its source text */
    const struct expr *expr;
    struct form *subs; /* a form for each subscript, as written */
    int n_subs;
    bool linear; /* the byte offset in its storage has a form: */
    const struct form *bytes;
    uint32_t family; /* of one array and other families: never surely one element; 0 = of all */
    int hidden;      /* a store of this iteration that may have changed the element since it
                        was loaded or stored; -1 = none */
    int same;        /* the first access to this element in this iteration whose value
                        it has; -1 = none */
    int first, last; /* positions of all accesses that have this value */

    /* by related.c */
    int line, element; /* numbers of the group and line; -1 = no line */
    int64_t offset;    /* on its line, in iterations */
    int earlier;       /* previous access to its element; -1 = none */
    int earlier_fresh; /* of a load that found no value: the previous such load; -1 = none */

    /* by reuse_find */
    enum ref_use use;
    const char *why; /* one clause, in the arena */
    int source;      /* access whose value it has from `distance` iterations
                        before; -1 = none */
    long distance;
    bool replaced; /* a store whose value never needs to be in memory: each iteration that runs it
                    * stores another one there before anything may read it */
};

/* A scalar that the body assigns. */
struct scalar {
    struct symbol *symbol;
    bool resolved; /* its value at the begin of iteration t: */
    struct form begin;
    int carried; /* node of that value */
    int final;   /* node of the value at the end of the iteration */
};

/* Values that a search for a reduction has visited (scalars.c). */
struct chain_marks {
    struct chain_mark *at; /* by value */
    size_t n;
    int turn; /* mark of the current search */
    ARRAY(int) pending;
};

struct iterations;
/* Frees the dependence tests of the nest (iterations.h). NULL is allowed. */
void iterations_free(struct iterations *v);

/* A dummy argument of a statement function during its expansion. */
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
    bool calls;         /* the body contains a call */
    double integer_ops;
    struct notes notes;
    bool kind_unknown;               /* an operand has an unknown kind: 4 bytes are assumed */
    bool type_unknown;               /* an operand has an unknown type */
    const char *unknown;             /* operand of unknown type, with the reason; NULL = none */
    struct chain_marks *chain_marks; /* for scalars.c */
    struct iterations *iterations;   /* of the nest, for depend.c; NULL = not yet used */
    const char *excluded;            /* why there is no bound; NULL = there is one */

    /* state of the symbolic execution */
    int *now; /* node of each scalar's value; NULL = not begun */
    bool reachable;
    int position;
    const struct stmt *stmt;
    int in_subscript, in_constant; /* how deep */
    long inlined;                  /* number of expanded statement functions */
    const struct binding *bound;
};

/* Executes the loop's body symbolically. Requires symbols, nests and reach of the unit. */
void body_run(struct body *b);
/* Clears it for another loop of the unit; the memory of its lists is kept. */
void body_next(struct body *b);
void body_free(struct body *b);

static inline const struct nest *body_loop(const struct body *b)
{
    return &b->nests->at.at[b->loop];
}

/* Excludes the loop if t is an assigned GO TO or was not read; the reason gives its error. */
void body_exclude_unclear(struct body *b, const struct stmt *t);
/* Returns the begin of a note about excluded work. */
static inline const char *body_without(const struct body *b)
{
    return body_loop(b)->innermost ? "the bound excludes" : "the counts exclude";
}

/* evaluate.c: the node of an expression's value; of a value in another type, e being
 * what is written. */
int evaluate(struct body *b, const struct expr *e);
int evaluate_as(struct body *b, const struct expr *e, struct value_type type);
int convert(struct body *b, int node, struct value_type type, const struct expr *e);
/* Returns the node of a scalar's value at the begin of the loop. */
int entry_value(struct body *b, struct symbol *y);
/* Returns the node of an expression's value at the begin of the loop. */
int entry_evaluate(struct body *b, const struct expr *e);
bool form_multiply(struct body *b, struct form *product, const struct form *x,
                   const struct form *y);
/* Whether the node is a product of two symbols of a form. */
bool value_is_product(const struct value *v);
int opaque(struct body *b, struct value_type type);

/* unknown.c: what has a type that is unknown. A value that differs from iteration to iteration and
 * is needed as a number leaves the loop without counts. */
int unknown_value(struct body *b, const struct expr *e);
/* Requires the value as a number of a known type. */
int number_of_unknown(struct body *b, int node, struct value_type type);
/* Returns an operation with an operand of unknown type; with a single operand, x = y. */
int unknown_pair(struct body *b, const struct expr *e, int x, int y);
/* Returns an intrinsic function of a value of unknown type. */
int unknown_call(struct body *b, const struct expr *e, int arg, struct value_type result);
/* Handles a conversion between two real kinds, one of which may be assumed for an unknown kind. */
void doubt_conversion(struct body *b, int node, bool may_be_unknown);
/* Handles an assignment to e whose type is unknown. */
void unknown_target(struct body *b, const struct expr *e);
/* Whether e is a name, or an element of a name, of type CHARACTER. */
bool is_substring(const struct body *b, const struct expr *e);

/* Notes that the kind or the type of y is unknown, if it is. */
void note_kind(struct body *b, const struct symbol *y);
/* Returns the join of two values, which depends on the path of the iteration. */
int joined(struct body *b, int x, int y);
/* Returns node + what, an invariant; sum is its expression. */
int add_invariant(struct body *b, const struct expr *sum, int node, const struct expr *what,
                  struct value_type type);

/* Whether the body cannot change the array. */
bool array_is_constant(const struct body *b, const struct symbol *y);

/* access.c: the value of an array element, a store to an element, and changes by unknown code. */
int load_element(struct body *b, const struct symbol *y, const struct expr *e);
void store_element(struct body *b, const struct symbol *y, const struct expr *e, int node);
void change_unseen(struct body *b, const struct symbol *y);
/* The whole variable may change, including its components. */
void change_symbol(struct body *b, const struct symbol *y);
/* A call may change its arguments and COMMON. */
void call_effects(struct body *b, const struct expr *call);

/* inner.c: an inner loop may have been executed. */
void inner_effects(struct body *b, const struct nest *inner);

/* Adds an operation at the present position; e: its expression, NULL = none. Returns its value. */
int body_operation(struct body *b, enum work work, const void *detail, struct value_type type,
                   const int *args, int n, const struct expr *e);
/* Adds a note, unless there is one with the same text. */
void body_note(struct body *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
