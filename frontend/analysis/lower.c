/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/lower.h"

#include "frontend/analysis/intrinsics.h"

/* A DO CONCURRENT that is open in the source. */
struct open_do {
    bool masked; /* an inserted IF must be closed before its END DO */
};
struct lowering {
    struct arena *arena;
    struct symbols *symbols;
    ARRAY(struct stmt *) out;
    ARRAY(struct open_do) open;
    ARRAY(long) targets; /* labels that DO statements name */
    const char *hidden;  /* name of the running index */
    bool any;
};

/* ---- expressions ---- */

static struct expr *new_expr(struct lowering *l, enum expr_kind kind, const struct expr *like)
{
    struct expr *e = ARENA_NEW(l->arena, struct expr);
    e->kind = kind;
    if (like) {
        e->at = like->at;
        e->end = like->end;
    }
    return e;
}

static struct expr *integer(struct lowering *l, int64_t n)
{
    struct expr *e = new_expr(l, EXPR_INTEGER, NULL);
    e->integer = n;
    return e;
}

static struct expr *binary(struct lowering *l, enum operator op, struct expr *x, struct expr *y)
{
    struct expr *e = new_expr(l, EXPR_BINARY, NULL);
    e->op = op;
    e->left = x;
    e->right = y;
    return e;
}

static struct expr *name(struct lowering *l, const char *text)
{
    struct expr *e = new_expr(l, EXPR_NAME, NULL);
    e->name = text;
    return e;
}

/* Returns the index of section dimension k, from 1. The first index varies. */
static struct expr *index_of(struct lowering *l, int k)
{
    const char *text = arena_printf(l->arena, "%c%d", HIDDEN_NAME, k);
    return name(l, k == 1 ? l->hidden : name_of(l->symbols->names, text, 2 + (k > 9)));
}

struct section {
    struct expr *low, *high, *stride; /* high NULL = unknown; stride NULL = 1 */
};

static struct section section_of(struct lowering *l, const struct symbol *y, uint32_t dim,
                                 const struct expr *range)
{
    const struct dimension *d = dim < y->n_dims ? &y->dims[dim] : NULL;
    struct section s = {0};
    if (range) {
        s.low = range->n_args > 0 ? range->args[0] : NULL;
        s.high = range->n_args > 1 ? range->args[1] : NULL;
        s.stride = range->n_args > 2 ? range->args[2] : NULL;
    }
    if (!s.low)
        s.low = d && d->low ? (struct expr *)d->low : integer(l, 1);
    if (!s.high)
        s.high = d ? (struct expr *)d->high : NULL;
    return s;
}

static struct expr *section_element(struct lowering *l, struct section s, int k)
{
    struct expr *index = index_of(l, k);
    if (s.stride)
        index = binary(l, OPERATOR_TIMES, index, s.stride);
    return binary(l, OPERATOR_PLUS, s.low, index);
}

static const struct symbol *array_of(const struct lowering *l, const struct expr *e)
{
    const struct symbol *y = e->kind == EXPR_NAME ? symbol_find(l->symbols, e->name) : NULL;
    return y && y->kind == SYMBOL_ARRAY ? y : NULL;
}

static bool is_section(const struct lowering *l, const struct expr *e)
{
    return e->kind == EXPR_RANGE || array_of(l, e);
}

/* Returns an element of an array or section. The source text remains its text. */
static struct expr *element(struct lowering *l, const struct symbol *y, const struct expr *e)
{
    bool whole = e->kind == EXPR_NAME;
    struct expr *to = new_expr(l, EXPR_APPLY, e);
    int k = 0;
    to->text = expr_text(l->arena, e);
    to->left = whole ? (struct expr *)e : e->left;
    to->n_args = whole ? y->n_dims : e->n_args;
    to->args = ARENA_ARRAY(l->arena, struct expr *, to->n_args + 1);
    for (uint32_t i = 0; i < to->n_args; i++) {
        struct expr *sub = whole ? NULL : e->args[i];
        const struct symbol *vector = sub ? array_of(l, sub) : NULL;
        if (vector)
            to->args[i] = element(l, vector, sub);
        else if (whole || sub->kind == EXPR_RANGE)
            to->args[i] = section_element(l, section_of(l, y, i, sub), ++k);
        else
            to->args[i] = sub;
        k += vector != NULL;
    }
    return to;
}

static bool has_section(const struct lowering *l, const struct expr *e)
{
    for (uint32_t i = 0; i < e->n_args; i++)
        if (e->args[i] && is_section(l, e->args[i]))
            return true;
    return false;
}

/* Whether a function is elemental. */
static bool elemental(const struct symbol *y, const struct expr *e)
{
    enum symbol_kind kind = symbol_applied(y, e);
    return kind == SYMBOL_STATEMENT_FUNCTION ||
           (kind == SYMBOL_INTRINSIC && intrinsic_is_elemental(intrinsic_find(y->name)));
}

static struct expr *elementwise(struct lowering *l, struct expr *e)
{
    const struct symbol *y = array_of(l, e);
    if (y)
        return element(l, y, e);
    if (e->kind == EXPR_APPLY && e->left->kind == EXPR_NAME) {
        y = array_of(l, e->left);
        if (y)
            return has_section(l, e) ? element(l, y, e) : e;
        if (!elemental(symbol_of(l->symbols, e->left->name), e))
            return e;
    } else if (e->kind != EXPR_UNARY && e->kind != EXPR_BINARY && e->kind != EXPR_PAREN)
        return e;
    struct expr *to = ARENA_NEW(l->arena, struct expr);
    *to = *e;
    if (e->kind != EXPR_APPLY) {
        to->left = elementwise(l, e->left);
        to->right = e->right ? elementwise(l, e->right) : NULL;
        return to;
    }
    to->args = ARENA_ARRAY(l->arena, struct expr *, e->n_args + 1);
    for (uint32_t i = 0; i < e->n_args; i++)
        to->args[i] = elementwise(l, e->args[i]);
    return to;
}

/* ---- statements ---- */

static struct stmt *put(struct lowering *l, const struct stmt *like, enum stmt_kind kind)
{
    struct stmt *t = ARENA_NEW(l->arena, struct stmt);
    *t = (struct stmt){.kind = kind,
                       .file = like->file,
                       .line = like->line,
                       .end_line = like->end_line,
                       .at = like->at,
                       .end = like->end,
                       .source = like->source};
    *array_push(&l->out) = t;
    return t;
}

/* Adds the head of a loop with independent iterations (rule 8). */
static struct stmt *put_do(struct lowering *l, const struct stmt *like, const char *index)
{
    struct stmt *hint = put(l, like, STMT_DIRECTIVE);
    hint->name = "dir$";
    hint->text = "ivdep";
    struct stmt *t = put(l, like, STMT_DO);
    t->name = index;
    l->any = true;
    return t;
}

/* Adds DO index = 0, ... over the first section of the assigned array. */
static void put_section_do(struct lowering *l, const struct stmt *like, const struct expr *to)
{
    const struct expr *array = to->kind == EXPR_NAME ? to : to->left;
    const struct symbol *y = array_of(l, array);
    struct section s = {0};
    for (uint32_t i = 0; to->kind == EXPR_APPLY && i < to->n_args && !s.low; i++) {
        const struct symbol *vector = array_of(l, to->args[i]);
        if (to->args[i]->kind == EXPR_RANGE)
            s = section_of(l, y, i, to->args[i]);
        else if (vector)
            s = section_of(l, vector, 0, NULL);
    }
    if (!s.low)
        s = section_of(l, y, 0, NULL);
    struct stmt *t = put_do(l, like, l->hidden);
    t->control[0] = integer(l, 0);
    t->control[1] = s.high ? binary(l, OPERATOR_MINUS, s.high, s.low)
                           : name(l, name_of(l->symbols->names, "%n", 2));
    if (s.high && s.stride)
        t->control[1] = binary(l, OPERATOR_DIVIDE, t->control[1], s.stride);
}

static bool is_array_assignment(const struct lowering *l, const struct stmt *t)
{
    if (t->kind != STMT_ASSIGN || !t->lhs)
        return false;
    const struct expr *to = t->lhs;
    const struct symbol *y = array_of(l, to);
    if (!y && to->kind == EXPR_APPLY && has_section(l, to))
        y = array_of(l, to->left);
    return y && y->type != TYPE_CHARACTER && y->n_dims > 0;
}

static void put_assignment(struct lowering *l, const struct stmt *t)
{
    struct stmt *to = put(l, t, STMT_ASSIGN);
    to->lhs = elementwise(l, t->lhs);
    to->rhs = elementwise(l, t->rhs);
}

static struct stmt *put_if(struct lowering *l, const struct stmt *like, struct expr *cond)
{
    struct stmt *t = put(l, like, STMT_IF_THEN);
    t->cond = cond;
    return t;
}

/* Replaces an array assignment by a loop. mask: NULL = none. */
static void array_assignment(struct lowering *l, const struct stmt *t, struct expr *mask)
{
    put_section_do(l, t, t->lhs);
    if (mask)
        put_if(l, t, elementwise(l, mask));
    put_assignment(l, t);
    if (mask)
        put(l, t, STMT_END_IF);
    put(l, t, STMT_END_DO);
}

/* Replaces WHERE to END WHERE by one loop with an IF. Returns the index of END WHERE; first = the
 * block is unchanged because it contains other statements than assignments. */
static size_t where_block(struct lowering *l, const struct unit *u, size_t first)
{
    size_t end = first + 1;
    const struct stmt *model = NULL;
    for (; end < u->n && u->at[end]->kind != STMT_END_WHERE; end++) {
        enum stmt_kind kind = u->at[end]->kind;
        if (kind == STMT_ASSIGN && is_array_assignment(l, u->at[end]))
            model = model ? model : u->at[end];
        else if (kind != STMT_ELSE_WHERE && kind != STMT_DIRECTIVE)
            return first;
    }
    if (!model || end == u->n)
        return first;
    put_section_do(l, u->at[first], model->lhs);
    put_if(l, u->at[first], elementwise(l, u->at[first]->cond));
    for (size_t i = first + 1; i < end; i++) {
        const struct stmt *t = u->at[i];
        if (t->kind == STMT_ASSIGN)
            put_assignment(l, t);
        else if (t->kind == STMT_ELSE_WHERE)
            put(l, t, t->cond ? STMT_ELSE_IF : STMT_ELSE)->cond =
                t->cond ? elementwise(l, t->cond) : NULL;
    }
    put(l, u->at[end], STMT_END_IF);
    put(l, u->at[end], STMT_END_DO);
    return end;
}

/* Returns the index of a FORALL or DO CONCURRENT that is the first subscript of its first
 * assignment, which moves through contiguous memory. */
static const struct expr *fastest(const struct stmt *head, const struct stmt *body)
{
    const struct expr *first = NULL;
    const struct expr *sub = body && body->kind == STMT_ASSIGN && body->lhs &&
                                     body->lhs->kind == EXPR_APPLY && body->lhs->n_args
                                 ? body->lhs->args[0]
                                 : NULL;
    for (uint32_t i = 0; i < head->n_list; i++) {
        const struct expr *c = head->list[i];
        if (c->kind != EXPR_KEYWORD || !c->left || c->left->kind != EXPR_RANGE)
            continue;
        if (!first || (sub && sub->kind == EXPR_NAME && sub->name == c->name))
            first = c;
    }
    return first;
}

/* Adds the head of the loop and the IF of a mask. False if there is no index. */
static bool put_indexed_do(struct lowering *l, const struct stmt *head, const struct stmt *body,
                           bool *masked)
{
    const struct expr *c = fastest(head, body);
    *masked = false;
    if (!c || c->left->n_args < 2 || !c->left->args[0] || !c->left->args[1])
        return false;
    struct stmt *t = put_do(l, head, c->name);
    for (uint32_t i = 0; i < 3; i++)
        t->control[i] = i < c->left->n_args ? c->left->args[i] : NULL;
    t->label = head->label;
    t->target = head->target;
    for (uint32_t i = 0; i < head->n_list; i++)
        t->n_indices += head->list[i]->kind == EXPR_KEYWORD;
    for (uint32_t i = 0; i < head->n_list; i++)
        if (head->list[i]->kind != EXPR_KEYWORD && head->target == 0 && !*masked) {
            put_if(l, head, head->list[i]);
            *masked = true;
        }
    return true;
}

static bool forall(struct lowering *l, const struct stmt *t)
{
    bool masked;
    if (!t->action || t->action->kind != STMT_ASSIGN || is_array_assignment(l, t->action) ||
        !put_indexed_do(l, t, t->action, &masked))
        return false;
    *array_push(&l->out) = t->action;
    if (masked)
        put(l, t, STMT_END_IF);
    put(l, t, STMT_END_DO);
    return true;
}

/* Replaces FORALL to END FORALL. Returns the index of END FORALL, or first, as where_block. */
static size_t forall_block(struct lowering *l, const struct unit *u, size_t first)
{
    size_t end = first + 1;
    bool masked;
    for (; end < u->n && u->at[end]->kind != STMT_END_FORALL; end++)
        if (u->at[end]->kind != STMT_ASSIGN || is_array_assignment(l, u->at[end]))
            return first;
    if (end == u->n || !put_indexed_do(l, u->at[first], u->at[first + 1], &masked))
        return first;
    for (size_t i = first + 1; i < end; i++)
        *array_push(&l->out) = u->at[i];
    if (masked)
        put(l, u->at[end], STMT_END_IF);
    put(l, u->at[end], STMT_END_DO);
    return end;
}

static bool ends_a_do(const struct lowering *l, long label)
{
    for (size_t i = 0; i < l->targets.n; i++)
        if (l->targets.at[i] == label)
            return true;
    return false;
}

/* Puts the statement's label before the loop, for jumps, or after it, for a DO
 * that ends there. */
static void put_label(struct lowering *l, const struct stmt *t, bool after)
{
    if (t->label && ends_a_do(l, t->label) == after)
        put(l, t, STMT_CONTINUE)->label = t->label;
}

/* Replaces a statement that is not part of a block. False if it remains. */
static bool replace(struct lowering *l, const struct stmt *t)
{
    bool guarded = t->kind == STMT_IF && t->action && is_array_assignment(l, t->action);
    bool where = t->kind == STMT_WHERE && t->action && is_array_assignment(l, t->action);
    if (t->kind == STMT_FORALL) {
        size_t n = l->out.n;
        put_label(l, t, false);
        if (!forall(l, t)) {
            l->out.n = n;
            return false;
        }
        put_label(l, t, true);
        return true;
    }
    if (!guarded && !where && !is_array_assignment(l, t))
        return false;
    put_label(l, t, false);
    if (guarded)
        put_if(l, t, t->cond);
    array_assignment(l, guarded || where ? t->action : t, where ? t->cond : NULL);
    if (guarded)
        put(l, t, STMT_END_IF);
    put_label(l, t, true);
    return true;
}

/* Handles DO and END DO statements, and the inserted IF of a masked DO CONCURRENT. */
static bool loop_statement(struct lowering *l, const struct unit *u, size_t i)
{
    struct stmt *t = u->at[i];
    bool masked = false;
    switch (t->kind) {
    case STMT_DO_CONCURRENT:
        if (!put_indexed_do(l, t, i + 1 < u->n ? u->at[i + 1] : NULL, &masked))
            *array_push(&l->out) = t;
        break;
    case STMT_DO:
    case STMT_DO_WHILE:
    case STMT_DO_FOREVER:
        *array_push(&l->out) = t;
        break;
    case STMT_END_DO:
        if (l->open.n && l->open.at[--l->open.n].masked)
            put(l, t, STMT_END_IF);
        *array_push(&l->out) = t;
        return true;
    default:
        return false;
    }
    if (t->target)
        *array_push(&l->targets) = t->target;
    else
        *array_push(&l->open) = (struct open_do){masked};
    return true;
}

bool assigns_array(struct symbols *s, const struct stmt *t)
{
    struct lowering l = {.arena = s->arena, .symbols = s};
    return t->kind == STMT_ASSIGN && is_array_assignment(&l, t);
}

const struct unit *lower_arrays(struct symbols *s, const struct unit *u)
{
    struct lowering l = {.arena = s->arena, .symbols = s};
    l.hidden = name_of(s->names, "%1", 2);
    for (size_t i = 0; i < u->n; i++) {
        size_t end = i;
        if (u->at[i]->kind == STMT_WHERE_BLOCK)
            end = where_block(&l, u, i);
        else if (u->at[i]->kind == STMT_FORALL_BLOCK)
            end = forall_block(&l, u, i);
        if (end == i && !loop_statement(&l, u, i) && !replace(&l, u->at[i]))
            *array_push(&l.out) = u->at[i];
        i = end;
    }
    struct unit *to = NULL;
    if (l.any) {
        to = ARENA_NEW(s->arena, struct unit);
        *to = *u;
        to->n = l.out.n;
        to->at = ARENA_ARRAY(s->arena, struct stmt *, l.out.n + 1);
        for (size_t i = 0; i < l.out.n; i++)
            to->at[i] = l.out.at[i];
    }
    array_free(&l.out);
    array_free(&l.open);
    array_free(&l.targets);
    return to ? to : u;
}
