/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of one iteration of a loop as a graph: equal operations on equal
 * values are one node (rule 2), so a node counts once however often it is
 * written. Nodes come in order: arguments before those that use them. */
#ifndef ANALYSIS_VALUES_H
#define ANALYSIS_VALUES_H

#include "frontend/analysis/forms.h"
#include "frontend/analysis/symbols.h"

enum value_kind {
    VALUE_CONSTANT, /* floating-point, logical or character constant, as written */
    VALUE_ENTRY,    /* a scalar's value at the begin of the loop, or another invariant */
    VALUE_CARRIED,  /* a scalar's value at the begin of the iteration */
    VALUE_LOAD,     /* an array element */
    VALUE_FORM,     /* an integer in affine form */
    VALUE_OPERATION,
    VALUE_JOINED, /* one of its arguments, depending on the path of the iteration */
    VALUE_OPAQUE, /* unknown: result of a call or input */
};

enum work {
#define WORK(NAME, class, meaning) WORK_##NAME,
#include "frontend/analysis/works.def"
#undef WORK
    WORKS
};

struct value_type {
    enum base_type type;
    int bytes;
};

struct value {
    enum value_kind kind;
    enum work work;     /* OPERATION */
    const void *detail; /* OPERATION: operator or function; ENTRY: symbol, else expression */
    bool of_symbol;     /* ENTRY */
    struct value_type type;
    int *args;
    int n_args;
    const struct form *form; /* FORM */
    int slot;                /* CARRIED: of the scalar */
    int access;              /* LOAD: the first reference to the element */
    const struct expr *expr; /* position of its first occurrence, */
    const struct stmt *stmt;
    int first, last; /* least and greatest position it is written at (body.h) */

    /* by mark_variant */
    bool variant; /* changes between iterations */
    bool live;    /* used by an operation, a store or the next iteration */
    int uses;     /* by live values, stores and the next iteration */
};

struct values {
    struct arena *arena;
    ARRAY(struct value) all;
    uint32_t *slots; /* index + 1 by hash; open addressing */
    size_t room;
};

/* Removes all nodes; keeps the memory. */
void values_clear(struct values *v);
void values_free(struct values *v);
/* Returns a new node that value_like never returns. */
int value_new(struct values *v, struct value like);
/* The node that is like this one in kind, work, detail, type, arguments, form;
 * a new one if there is none. Arguments and form are copied. */
int value_like(struct values *v, struct value like);
/* The node of an integer form; the form's symbol itself where it is just one. */
int value_of_form(struct values *v, const struct form *f, struct value_type type);
/* Returns the form of an integer node. */
struct form value_form(const struct values *v, int node);
bool value_is_integer(const struct values *v, int node, int64_t *c);
bool value_is_constant(const struct values *v, int node);

static inline struct value *value_at(const struct values *v, int node)
{
    return &v->all.at[node];
}
/* Whether the node is an operation that may count as essential. */
bool value_counts(const struct value *v);

#endif
