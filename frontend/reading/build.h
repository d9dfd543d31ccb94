/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of parse.y: one function for each action. */
#ifndef READING_BUILD_H
#define READING_BUILD_H

#include "base/array.h"
#include "frontend/reading/cards.h"

#include <stdlib.h>

/* Source offsets of a token or rule. */
struct span {
    uint32_t at, end;
};
/* Expressions in the arena. */
struct exprs {
    struct expr **at;
    uint32_t n, room;
};

/* The statement that is being parsed. */
struct parser {
    struct arena *arena;
    struct names *names;
    struct logical *logical;
    void *scanner;
    struct stmt *stmt;
    int start;       /* start token that the scanner returns next; 0 = already returned */
    bool size_first; /* the tail begins with *8 */
    size_t pos;      /* bytes of the logical text that were scanned */
    ARRAY(struct item) items;
    ARRAY(const char *) words; /* dummy names */
    ARRAY(long) labels;
    struct exprs dims;   /* of a DIMENSION attribute */
    struct exprs values; /* DATA: a LIST a set */
    const char *block;   /* COMMON: current block */
    uint32_t set;        /* DATA, EQUIVALENCE: current set */
    const char *wrong;   /* message of the first error; NULL = none */
    struct span wrong_at;
    bool records; /* RECORD or STRUCTURE was read: a.b may be a field */
    bool deep;    /* an expression is deeper than deepest */
    uint32_t deepest;
};

/* Scanner. */
static inline void build_token(struct parser *p, struct span *where, size_t n)
{
    const uint32_t *at = p->logical->at + p->pos;
    where->at = at[0];
    where->end = n ? at[n - 1] + 1 : at[0];
    p->pos += n;
}
void build_untoken(struct parser *p, size_t n);
size_t build_only(struct parser *p, struct span *where, size_t n, size_t kept);
size_t build_word(struct parser *p, struct span *where, size_t n);
const char *build_name(struct parser *p, const char *text, size_t n);
struct expr *build_integer(struct parser *p, const char *text, struct span where);
struct expr *build_real(struct parser *p, const char *text, struct span where);
struct expr *build_text(struct parser *p, const char *text, size_t n, struct span where);
/* A character constant with a kind prefix: ck_'x', 4_"x". */
struct expr *build_kind_text(struct parser *p, const char *text, size_t n, struct span where);
struct expr *build_logical(struct parser *p, int value, struct span where);

/* Expressions. */
struct expr *build_named(struct parser *p, const char *name, struct span where);
struct expr *build_apply(struct parser *p, struct expr *left, struct exprs args, struct span where);
struct expr *build_member(struct parser *p, struct expr *left, const char *name, struct span where);
struct expr *build_unary(struct parser *p, enum operator op, const char *user, struct expr *left,
                         struct span where);
struct expr *build_binary(struct parser *p, enum operator op, const char *user, struct expr *left,
                          struct expr *right, struct span where);
/* One expression in parentheses is itself; two are a complex constant. */
struct expr *build_paren(struct parser *p, struct exprs inside, struct span where);
struct expr *build_implied_do(struct parser *p, struct exprs items, const char *name,
                              struct expr *first, struct expr *last, struct expr *step,
                              struct span where);
/* An implied DO with a type before the index; the type is the last of the items. */
struct expr *build_typed_do(struct parser *p, struct exprs items, const char *name,
                            struct expr *first, struct expr *last, struct expr *step,
                            struct span where);
struct expr *build_list(struct parser *p, struct exprs args, struct span where);
struct expr *build_range(struct parser *p, struct expr *first, struct expr *last, struct expr *step,
                         struct span where);
struct expr *build_keyword(struct parser *p, const char *name, struct expr *value,
                           struct span where);
struct expr *build_star(struct parser *p, struct span where);
struct expr *build_label_argument(struct parser *p, struct expr *label, struct span where);
struct expr *build_repeat(struct parser *p, struct expr *times, struct expr *value,
                          struct span where);
struct exprs exprs_add(struct parser *p, struct exprs list, struct expr *e);

/* Declared items. */
void build_item(struct parser *p, const char *name, struct exprs dims, struct expr *size,
                struct expr *value, struct span where);
void build_size(struct parser *p, struct expr *size, struct exprs args);
void build_attribute(struct parser *p, const char *name, struct exprs args, struct span where);
void build_block(struct parser *p, const char *name);
void build_reference(struct parser *p, struct expr *ref);
void build_data_values(struct parser *p, struct exprs values, struct span where);
void build_next_set(struct parser *p);
void build_cray_pointer(struct parser *p, const char *pointer);
void build_implicit(struct parser *p, const char *type, struct expr *size, struct exprs first,
                    struct exprs letters, bool two, struct span where);
void build_implicit_none(struct parser *p, const char *none, struct span where);

/* Statements. */
void build_assignment(struct parser *p, struct expr *lhs, struct expr *rhs);
void build_do(struct parser *p, const char *name, struct expr *first, struct expr *last,
              struct expr *step);
void build_condition(struct parser *p, struct expr *cond);
void build_label(struct parser *p, struct expr *label);
void build_goto(struct parser *p, enum stmt_kind kind, struct expr *selector);
void build_assign_label(struct parser *p, struct expr *label, const char *to_name,
                        struct span where);
/* ASSIGN in free form, where TO is a separate word. */
void build_assign_to(struct parser *p, struct expr *label, const char *to, const char *name,
                     struct span where);
void build_call(struct parser *p, struct expr *callee);
void build_io(struct parser *p, struct exprs controls, struct exprs items);
void build_stmt_name(struct parser *p, const char *name);
void build_dummy(struct parser *p, const char *name);
void build_suffix(struct parser *p, const char *name, struct exprs args, struct span where);

/* Copies the collected items, labels and dummy arguments into the statement. */
void build_finish(struct parser *p);
/* Records an error at where, unless one was recorded before. */
void build_wrong(struct parser *p, struct span where, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
