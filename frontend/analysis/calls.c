/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/calls.h"

static const char no_place[] = "its position in the block is unknown";
static const char no_constant[] = "its subscripts are not constant";
static const char no_section[] = "the section may be copied";

struct finder {
    struct arena *arena;
    struct symbols *symbols;
    const struct unit *unit;
    const struct stmt *stmt;
    struct source_file *file;
    bool unknown; /* a call of an unknown routine has been listed */
};

/* ---- actual arguments ---- */

/* Whether the elements are in the COMMON block itself and not in the target of a pointer. */
static bool lies_there(const struct symbol *y)
{
    for (uint32_t i = 0; i < y->n_dims; i++)
        if (!y->dims[i].high)
            return false;
    return y->kind == SYMBOL_ARRAY;
}

static bool is_whole(const struct expr *range)
{
    for (uint32_t i = 0; i < range->n_args; i++)
        if (range->args[i])
            return false;
    return true;
}

/* Whether the elements of e are contiguous: ranges precede single subscripts, all ranges but the
 * last are whole, and none has a step. */
static bool is_contiguous(const struct expr *e)
{
    for (uint32_t i = 0; i < e->n_args; i++) {
        const struct expr *x = e->args[i], *before = i ? e->args[i - 1] : NULL;
        if (x->kind != EXPR_RANGE)
            continue;
        if ((x->n_args > 2 && x->args[2]) ||
            (before && (before->kind != EXPR_RANGE || !is_whole(before))))
            return false;
    }
    return true;
}

static struct expr *lowest_of(struct arena *a, const struct symbol *y, struct expr *e, uint32_t i)
{
    if (e->kind != EXPR_RANGE)
        return e;
    if (e->n_args && e->args[0])
        return e->args[0];
    struct expr *low = ARENA_NEW(a, struct expr);
    low->kind = EXPR_INTEGER;
    low->integer = i < y->n_dims ? y->dims[i].low_value : 1;
    return low;
}

/* Returns the first element of an element or section. */
static const struct expr *first_element(struct arena *a, const struct symbol *y,
                                        const struct expr *e)
{
    struct expr *first = ARENA_NEW(a, struct expr);
    *first = *e;
    first->args = ARENA_ARRAY(a, struct expr *, e->n_args + 1);
    for (uint32_t i = 0; i < e->n_args; i++)
        first->args[i] = lowest_of(a, y, e->args[i], i);
    return first;
}

static struct quantity offset_in(struct symbols *s, const struct common_storage *b,
                                 const struct symbol *y, const struct expr *e)
{
    int64_t offset;
    if (!y->placed || !b->placed || symbol_size(y) == 0)
        return missing(no_place);
    if (e->kind == EXPR_APPLY && !is_contiguous(e))
        return missing(no_section);
    if (!symbol_element(s, y, e->kind == EXPR_APPLY ? first_element(s->arena, y, e) : NULL,
                        &offset))
        return missing(no_constant);
    if (__builtin_add_overflow(offset, y->offset, &offset) ||
        __builtin_sub_overflow(offset, b->offset, &offset))
        return missing(no_place);
    return known((double)offset);
}

static const char *array_name(const struct expr *e)
{
    if (e->kind == EXPR_APPLY)
        e = e->left;
    return e->kind == EXPR_NAME ? e->name : NULL;
}

static void add_actual(struct finder *f, struct call *c, const struct expr *e, uint32_t i)
{
    const char *name = array_name(e);
    const struct symbol *y = name ? symbol_find(f->symbols, name) : NULL;
    const struct common_storage *b =
        y && lies_there(y) ? symbols_block(f->symbols, y->storage) : NULL;
    if (b)
        *ARENA_PUSH(f->arena, c->actuals, c->n_actuals) =
            (struct actual){.position = (int)i + 1,
                            .block = b->name,
                            .array = y->name,
                            .offset = offset_in(f->symbols, b, y, e)};
}

/* ---- calls ---- */

/* Whether a call passes every dummy argument of its own unit to its entry t in the same
 * position. */
static bool hands_on(struct symbols *s, const struct stmt *t, const struct expr *call)
{
    if (t->n_args != call->n_args)
        return false;
    for (uint32_t i = 0; i < t->n_args; i++) {
        const struct symbol *y = t->args[i] ? symbol_find(s, t->args[i]) : NULL;
        const struct expr *e = call->args[i];
        if (y && y->kind == SYMBOL_ARRAY && (e->kind != EXPR_NAME || e->name != y->name))
            return false;
    }
    return true;
}

static bool is_entry(const struct stmt *t)
{
    return t->kind == STMT_SUBROUTINE || t->kind == STMT_FUNCTION || t->kind == STMT_ENTRY;
}

static bool calls_itself(const struct finder *f, const char *callee, const struct expr *call)
{
    for (size_t i = 0; i < f->unit->n; i++) {
        const struct stmt *t = f->unit->at[i];
        if (is_entry(t) && t->name == callee)
            return hands_on(f->symbols, t, call);
    }
    return false;
}

static struct call call_of(const struct finder *f, const struct symbol *callee)
{
    return (struct call){.file = f->stmt->file ? f->stmt->file : f->file->file,
                         .caller = f->unit->name,
                         .callee = callee->from ? callee->from->name : callee->name,
                         .line = f->stmt->line};
}

static void add_call(struct finder *f, struct symbol *callee, const struct call *c)
{
    if (c->n_actuals == 0 && callee->called)
        return;
    callee->called |= c->n_actuals == 0;
    *ARENA_PUSH(f->arena, f->file->calls, f->file->n_calls) = *c;
}

/* Lists a call of an unknown procedure, a dummy argument or a procedure of a type, once for a
 * unit. */
static void call_unknown(struct finder *f)
{
    const struct symbol any = {.name = CALLEE_UNKNOWN};
    if (!f->unknown)
        *ARENA_PUSH(f->arena, f->file->calls, f->file->n_calls) = call_of(f, &any);
    f->unknown = true;
}

/* Lists a call. call: its reference with arguments; NULL = without arguments. */
static void call_with(struct finder *f, struct symbol *callee, const struct expr *call)
{
    if (callee->dummy) {
        call_unknown(f);
        return;
    }
    if (call && call->n_args && calls_itself(f, callee->name, call))
        return;
    struct call c = call_of(f, callee);
    for (uint32_t i = 0; call && i < call->n_args; i++)
        add_actual(f, &c, call->args[i], i);
    add_call(f, callee, &c);
}

static void name_passed(struct finder *f, struct symbol *callee)
{
    struct call c = call_of(f, callee);
    c.by_name = true;
    add_call(f, callee, &c);
}

/* ---- where calls are written ---- */

static void look(struct finder *f, const struct expr *e);

static void look_at(struct finder *f, struct expr *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        look(f, list[i]);
}

static void look(struct finder *f, const struct expr *e)
{
    if (!e)
        return;
    struct symbol *y;
    bool applied = e->kind == EXPR_APPLY && e->left->kind == EXPR_NAME;
    if (applied) {
        y = symbol_of(f->symbols, e->left->name);
        if (symbol_applied(y, e) == SYMBOL_FUNCTION)
            call_with(f, y, e);
    } else if (e->kind == EXPR_NAME) {
        y = symbol_find(f->symbols, e->name);
        if (y && y->kind == SYMBOL_FUNCTION && !y->dummy)
            name_passed(f, y);
    } else if (e->kind != EXPR_MEMBER || e->left->kind != EXPR_NAME) {
        look(f, e->left);
    }
    look(f, e->right);
    look_at(f, e->args, e->n_args);
    if (e->control)
        look_at(f, e->control, 3);
}

static void look_at_call(struct finder *f, const struct expr *e)
{
    bool applied = e->kind == EXPR_APPLY;
    const struct expr *callee = applied ? e->left : e;
    if (callee->kind == EXPR_NAME)
        call_with(f, symbol_of(f->symbols, callee->name), applied ? e : NULL);
    else
        call_unknown(f);
    if (applied)
        look_at(f, e->args, e->n_args);
}

static void look_at_statement(struct finder *f, const struct stmt *t)
{
    f->stmt = t;
    if (t->kind == STMT_CALL && t->lhs)
        look_at_call(f, t->lhs);
    else
        look(f, t->lhs);
    look(f, t->rhs);
    look(f, t->cond);
    look_at(f, t->list, t->n_list);
    look_at(f, t->control, 3);
    for (uint32_t i = 0; i < t->n_items; i++)
        look(f, t->items[i].value);
}

void calls_find(struct arena *a, struct symbols *s, const struct unit *u, struct source_file *file)
{
    struct finder f = {.arena = a, .symbols = s, .unit = u, .file = file};
    for (size_t i = 0; i < u->n; i++)
        for (const struct stmt *t = u->at[i]; t; t = t->action)
            if (stmt_kind_executable(t->kind))
                look_at_statement(&f, t);
}
