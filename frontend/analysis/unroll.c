/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/unroll.h"

#include "frontend/analysis/lower.h"

/* ---- which loops can be unrolled ---- */

/* Returns whether an expression has an index of an array statement for another dimension than the
 * first: the number of its values is unknown. */
static bool has_hidden_scalar(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_NAME)
        return e->name[0] == HIDDEN_NAME && e->name[1] != '1';
    bool has = has_hidden_scalar(e->left) || has_hidden_scalar(e->right);
    for (uint32_t i = 0; !has && i < e->n_args; i++)
        has = has_hidden_scalar(e->args[i]);
    return has;
}

/* Returns whether the iterations of a loop may end in another way than at its end, or its
 * statements are executed an unknown number of times. */
static bool is_irregular(const struct stmt *t)
{
    return t->n_targets || t->kind == STMT_EXIT || t->kind == STMT_CYCLE ||
           t->kind == STMT_RETURN || t->kind == STMT_STOP || t->kind == STMT_GOTO_ASSIGNED ||
           has_hidden_scalar(t->lhs);
}

/* Returns the number of statements of loop i after all loops inside it were unrolled; more than
 * UNROLL_STATEMENTS_MOST if one of them cannot be unrolled. *next: the loop after those inside. */
static size_t unrolled_size(const struct unrolling *u, size_t i, size_t *next)
{
    const size_t too_many = UNROLL_STATEMENTS_MOST + 1;
    const struct nest *n = &u->nests->at.at[i];
    size_t size = n->end - n->head + 1;
    *next = i + 1;
    while (*next < u->nests->at.n && u->nests->at.at[*next].head <= n->last) {
        size_t inner = *next, of_inner = unrolled_size(u, inner, next);
        int64_t trip = u->trips[inner];
        if (trip < 0 || trip > UNROLL_TRIP_MOST || of_inner > UNROLL_STATEMENTS_MOST)
            return too_many;
        size += of_inner * (size_t)trip;
    }
    return size;
}

static bool can_be_unrolled(const struct unrolling *u, size_t i)
{
    const struct nest *n = &u->nests->at.at[i];
    size_t next;
    if (n->innermost || u->unit->at[n->head]->kind != STMT_DO ||
        unrolled_size(u, i, &next) > UNROLL_STATEMENTS_MOST)
        return false;
    for (size_t k = n->head; k <= n->end; k++)
        for (const struct stmt *t = u->unit->at[k]; t; t = t->action)
            if (is_irregular(t))
                return false;
    return true;
}

int unroll_level(const struct unrolling *u, size_t i)
{
    if (!can_be_unrolled(u, i))
        return -1;
    int level = 0;
    for (int o = u->nests->at.at[i].parent; o >= 0; o = u->nests->at.at[o].parent)
        level += can_be_unrolled(u, (size_t)o);
    return level;
}

/* ---- the copy ---- */

struct unroller {
    const struct unrolling *of;
    struct arena *arena;
    ARRAY(struct stmt *) out;
    ARRAY(size_t) heads;
};

/* Appends a new statement at the position of another one. */
static struct stmt *put_new(struct unroller *r, const struct stmt *like, enum stmt_kind kind)
{
    struct stmt *t = ARENA_NEW(r->arena, struct stmt);
    t->kind = kind;
    t->at = t->end = like->at;
    t->source = like->source;
    t->file = like->file;
    t->line = t->end_line = like->line;
    *array_push(&r->out) = t;
    return t;
}

/* Appends a statement without its label. */
static void put_unlabelled(struct unroller *r, struct stmt *t)
{
    if (t->label) {
        struct stmt *copy = ARENA_NEW(r->arena, struct stmt);
        *copy = *t;
        copy->label = 0;
        t = copy;
    }
    *array_push(&r->out) = t;
}

static struct expr *new_expr(struct unroller *r, enum expr_kind kind)
{
    struct expr *e = ARENA_NEW(r->arena, struct expr);
    e->kind = kind;
    return e;
}

/* Appends an assignment to the variable of a DO statement. */
static void put_index(struct unroller *r, const struct stmt *head, struct expr *value)
{
    struct stmt *t = put_new(r, head, STMT_ASSIGN);
    t->lhs = new_expr(r, EXPR_NAME);
    t->lhs->name = head->name;
    t->rhs = value;
}

/* Returns index + step. */
static struct expr *next_value(struct unroller *r, const struct stmt *head)
{
    struct expr *sum = new_expr(r, EXPR_BINARY);
    sum->op = OPERATOR_PLUS;
    sum->left = new_expr(r, EXPR_NAME);
    sum->left->name = head->name;
    sum->right = head->control[2];
    if (!sum->right) {
        sum->right = new_expr(r, EXPR_INTEGER);
        sum->right->integer = 1;
    }
    sum->depth = sum->right->depth + 1;
    sum->nest = sum->right->nest + 1;
    return sum;
}

static void put_inner(struct unroller *r, size_t i, size_t *next);

/* Appends the body of loop i with its inner loops unrolled. *next: the loop after those inside. */
static void put_body(struct unroller *r, size_t i, size_t *next)
{
    const struct nests *nests = r->of->nests;
    const struct nest *n = &nests->at.at[i];
    *next = i + 1;
    for (size_t k = n->head + 1; k <= n->last; k++) {
        if (*next < nests->at.n && nests->at.at[*next].head == k) {
            k = nests->at.at[*next].end;
            put_inner(r, *next, next);
        } else
            put_unlabelled(r, r->of->unit->at[k]);
    }
}

static void put_inner(struct unroller *r, size_t i, size_t *next)
{
    const struct stmt *head = r->of->unit->at[r->of->nests->at.at[i].head];
    put_index(r, head, head->control[0]);
    for (int64_t t = 0; t < r->of->trips[i]; t++) {
        put_body(r, i, next);
        put_index(r, head, next_value(r, head));
    }
    if (r->of->trips[i] == 0)
        unrolled_size(r->of, i, next);
}

/* Appends loop i with unrolled inner loops and an END DO of its own. A label that also ends loops
 * around it follows. *next: the loop after those inside. */
static void put_outer(struct unroller *r, size_t i, size_t *next)
{
    const struct nest *n = &r->of->nests->at.at[i];
    const struct stmt *end = r->of->unit->at[n->end];
    struct stmt *head = ARENA_NEW(r->arena, struct stmt);
    *head = *r->of->unit->at[n->head];
    head->target = 0;
    head->construct = NULL;
    *array_push(&r->out) = head;
    *array_push(&r->heads) = i;
    put_body(r, i, next);
    put_new(r, end, STMT_END_DO);
    if (end->label)
        put_new(r, end, STMT_CONTINUE)->label = end->label;
}

const struct unit *unroll_loops(const struct unrolling *u, int level, size_t *heads)
{
    struct unroller r = {.of = u, .arena = u->symbols->arena};
    size_t next = 0;
    for (size_t k = 0; k < u->unit->n; k++) {
        const struct nest *n = next < u->nests->at.n ? &u->nests->at.at[next] : NULL;
        if (!n || n->head != k)
            *array_push(&r.out) = u->unit->at[k];
        else if (unroll_level(u, next) == level) {
            k = n->end;
            put_outer(&r, next, &next);
        } else {
            *array_push(&r.out) = u->unit->at[k];
            *array_push(&r.heads) = next++;
        }
    }
    struct unit *to = ARENA_NEW(r.arena, struct unit);
    *to = *u->unit;
    to->n = r.out.n;
    to->at = ARENA_ARRAY(r.arena, struct stmt *, to->n + 1);
    for (size_t i = 0; i < to->n; i++)
        to->at[i] = r.out.at[i];
    for (size_t i = 0; i < r.heads.n; i++)
        heads[i] = r.heads.at[i];
    array_free(&r.out);
    array_free(&r.heads);
    return to;
}
