/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and stores of array elements in the symbolic execution of a body, and the values that loads
 * find within the iteration. */
#include "frontend/analysis/body.h"

#include "frontend/analysis/depend.h"

enum { ACCESSES_MOST = 10000 };

/* The addresses of the elements of an array during a loop: byte origin + the sum of subscript i *
 * scale[i]. */
struct array_shape {
    struct form origin;
    struct form *scale;
};

static struct form invariant_form(struct body *b, const struct expr *e)
{
    return e ? value_form(&b->values, entry_evaluate(b, e)) : form_constant(1);
}

/* Returns the elements between two successive indices of the next dimension. */
static bool scale_by_extent(struct body *b, struct form *scale, const struct dimension *d)
{
    if (d->extent_known)
        return form_scale(scale, scale, d->extent);
    if (!d->high)
        return false;
    struct form high = invariant_form(b, d->high), low = invariant_form(b, d->low), extent;
    struct form one = form_constant(1), old;
    form_copy(&old, scale);
    return form_add(&extent, &high, -1, &low) && form_add(&extent, &extent, 1, &one) &&
           form_multiply(b, scale, &old, &extent);
}

/* Adds factor * x * scale to sum. False if the product has no form. */
static bool add_product(struct body *b, struct form *sum, int64_t factor, const struct form *x,
                        const struct form *scale)
{
    int64_t c;
    struct form product;
    if (form_is_constant(scale, &c))
        return !__builtin_mul_overflow(c, factor, &c) && form_add(sum, sum, c, x);
    return form_multiply(b, &product, x, scale) && form_add(sum, sum, factor, &product);
}

static const struct array_shape *find_shape(struct body *b, const struct symbol *y)
{
    if (!y->placed || y->bytes == 0)
        return NULL;
    struct array_shape *s = ARENA_NEW(b->arena, struct array_shape);
    struct form scale = form_constant(y->bytes);
    s->scale = ARENA_ARRAY(b->arena, struct form, y->n_dims);
    s->origin = form_constant(y->offset);
    for (uint32_t i = 0; i < y->n_dims; i++) {
        struct form low = invariant_form(b, y->dims[i].low);
        if (y->dims[i].stride < 0)
            return NULL;
        if (y->dims[i].stride > 0)
            scale = form_constant(y->dims[i].stride);
        else if (i > 0 && !scale_by_extent(b, &scale, &y->dims[i - 1]))
            return NULL;
        form_copy(&s->scale[i], &scale);
        if (!add_product(b, &s->origin, -1, &low, &scale))
            return NULL;
    }
    return s;
}

static const struct array_shape *shape_in(struct body *b, struct symbol *y)
{
    if (y->shape_of != body_loop(b)) {
        y->shape = find_shape(b, y);
        y->shape_of = body_loop(b);
    }
    return y->shape;
}

/* Returns the byte offset of the element in its storage; NULL = it has no form. */
static const struct form *linearize(struct body *b, const struct symbol *y, const struct form *subs,
                                    int n)
{
    const struct array_shape *s = shape_in(b, symbol_of(b->symbols, y->name));
    if (!s || (uint32_t)n != y->n_dims)
        return NULL;
    struct form *bytes = ARENA_NEW(b->arena, struct form);
    form_copy(bytes, &s->origin);
    for (int i = 0; i < n; i++)
        if (!add_product(b, bytes, 1, &subs[i], &s->scale[i]))
            return NULL;
    return bytes;
}

/* Returns an access to y at the present position that is related to no other access yet. */
static struct access access_here(const struct body *b, const struct symbol *y)
{
    return (struct access){.array = y,
                           .position = b->position,
                           .first = b->position,
                           .last = b->position,
                           .stmt = b->stmt,
                           .hidden = -1,
                           .same = -1,
                           .source = -1,
                           .node = -1,
                           .line = -1,
                           .element = -1,
                           .earlier = -1,
                           .earlier_fresh = -1};
}

static struct access subscripted(struct body *b, const struct symbol *y, const struct expr *e)
{
    struct access a = access_here(b, y);
    a.expr = e;
    a.n_subs = (int)e->n_args;
    note_kind(b, y);
    a.subs = ARENA_ARRAY(b->arena, struct form, e->n_args + 1);
    b->in_subscript++;
    for (uint32_t i = 0; i < e->n_args; i++) {
        if (e->args[i]->kind == EXPR_RANGE) {
            b->excluded = "it works on array sections";
            a.subs[i] = form_symbol(opaque(b, (struct value_type){TYPE_INTEGER, 4}));
        } else
            a.subs[i] = value_form(&b->values, evaluate(b, e->args[i]));
    }
    a.bytes = linearize(b, y, a.subs, a.n_subs);
    a.linear = a.bytes;
    b->in_subscript--;
    a.family = depend_family(&a);
    related_place(b, &a);
    return a;
}

/* Whether both accesses refer to one element in the same iteration. */
static bool same_now(struct relation r)
{
    return r.touch == TOUCH_ALWAYS || r.touch == TOUCH_NOW ||
           (r.touch == TOUCH_AT && r.distance == 0);
}

static bool same_type(const struct access *a, const struct access *b)
{
    return a->array->type == b->array->type && a->array->bytes == b->array->bytes;
}

static void add_access(struct body *b, struct access a)
{
    *array_push(&b->accesses) = a;
    related_add(b);
}

/* Whether no iteration executes both x and a, so that a cannot have the value of x. */
static bool is_elsewhere(const struct body *b, const struct access *x, const struct access *a)
{
    return x->write && regions_exclusive(&b->regions, x->position, a->position);
}

static bool gives_value(struct body *b, int i, void *context)
{
    const struct access *x = &b->accesses.at[i], *a = context;
    return depend_share(x, a) && same_now(depend_relate(b, x, a)) && !is_elsewhere(b, x, a);
}

static bool may_change(struct body *b, int i, void *context)
{
    const struct access *x = &b->accesses.at[i], *a = context;
    if (!x->write || !depend_share(x, a))
        return false;
    struct relation r = depend_relate(b, x, a);
    return r.touch == TOUCH_UNKNOWN && r.ways & WAY_SAME;
}

/* Returns the latest of the first n accesses of this iteration that has the value of the element;
 * -1 = none, or the access *hidden may have changed it since. *hidden = -1: no such access. */
static int find_value(struct body *b, const struct access *a, size_t n, int *hidden)
{
    struct access of = *a;
    int found = related_same(b, a);
    while (found >= 0 && ((size_t)found >= n || is_elsewhere(b, &b->accesses.at[found], a)))
        found = b->accesses.at[found].earlier;
    int other = related_last(b, a, found, (int)n, RELATED_LOOSE, gives_value, &of);
    found = other > found ? other : found;
    *hidden = -1;
    if (found < 0)
        return -1;
    *hidden = related_last(b, a, found, (int)n, RELATED_STORES, may_change, &of);
    return *hidden < 0 && same_type(&b->accesses.at[found], a) ? found : -1;
}

/* Whether an iteration may execute a without the access that gave x its value. */
static bool may_lack(const struct body *b, const struct access *x, const struct access *a)
{
    const struct access *from = x->same >= 0 && !x->write ? &b->accesses.at[x->same] : x;
    return from->write && regions_skip(&b->regions, x->position, from->position, a->position);
}

/* Returns the value of the element that access a refers to; found has the latest one. If that is a
 * store in a block that does not contain a, the value may also be the previous one. */
static int value_found(struct body *b, const struct access *a, int found)
{
    int hidden, node = b->accesses.at[found].node;
    while (found >= 0 && may_lack(b, &b->accesses.at[found], a)) {
        found = find_value(b, a, (size_t)found, &hidden);
        node = joined(b, node,
                      found >= 0 ? b->accesses.at[found].node
                                 : opaque(b, (struct value_type){a->array->type, a->array->bytes}));
    }
    return node;
}

static void lift(struct body *b, int access)
{
    struct access *x = &b->accesses.at[access];
    struct access *first = x->same >= 0 ? &b->accesses.at[x->same] : x;
    if (first->write)
        return;
    first->last = b->position;
}

/* Returns the node of an element that does not change during the loop: one node for all references
 * to it. */
static int constant_element(struct body *b, const struct access *a)
{
    int *subs = ARENA_ARRAY(b->arena, int, (size_t)a->n_subs + 1);
    for (int i = 0; i < a->n_subs; i++)
        subs[i] = value_of_form(&b->values, &a->subs[i], (struct value_type){TYPE_INTEGER, 4});
    return value_like(&b->values, (struct value){.kind = VALUE_ENTRY,
                                                 .detail = a->array,
                                                 .of_symbol = true,
                                                 .type = {a->array->type, a->array->bytes},
                                                 .args = subs,
                                                 .n_args = a->n_subs});
}

/* Excludes a loop with too many references: their lists need memory, and their pairs time
 * (related.c). */
static bool too_many(struct body *b)
{
    if (b->accesses.n < ACCESSES_MOST)
        return false;
    b->excluded =
        arena_printf(b->arena, "it has more than %d references to arrays; split it", ACCESSES_MOST);
    return true;
}

int load_element(struct body *b, const struct symbol *y, const struct expr *e)
{
    if (too_many(b))
        return opaque(b, (struct value_type){y->type, y->bytes});
    struct access a = subscripted(b, y, e);
    int found = find_value(b, &a, b->accesses.n, &a.hidden);
    if (found >= 0) {
        a.same = b->accesses.at[found].same >= 0 && !b->accesses.at[found].write
                     ? b->accesses.at[found].same
                     : found;
        a.node = value_found(b, &a, found);
        lift(b, a.same);
    } else if (array_is_constant(b, y) && access_invariant(b, &a))
        a.node = constant_element(b, &a);
    else
        a.node = value_new(&b->values, (struct value){.kind = VALUE_LOAD,
                                                      .type = {y->type, y->bytes},
                                                      .access = (int)b->accesses.n,
                                                      .expr = e,
                                                      .stmt = b->stmt,
                                                      .first = b->position,
                                                      .last = b->position});
    add_access(b, a);
    return a.node;
}

void store_element(struct body *b, const struct symbol *y, const struct expr *e, int node)
{
    if (too_many(b))
        return;
    struct access a = subscripted(b, y, e);
    a.write = true;
    a.node = node;
    add_access(b, a);
}

void change_unseen(struct body *b, const struct symbol *y)
{
    struct access a = access_here(b, y);
    a.write = true;
    a.wild = true;
    add_access(b, a);
}

void change_symbol(struct body *b, const struct symbol *y)
{
    if (y->kind == SYMBOL_ARRAY)
        change_unseen(b, y);
    else if (y->kind == SYMBOL_SCALAR && y->slot >= 0)
        b->now[y->slot] = opaque(b, (struct value_type){y->type, y->bytes});
    for (size_t i = 0; y->type == TYPE_DERIVED && i < b->symbols->all.n; i++)
        if (b->symbols->all.at[i]->whole == y)
            change_symbol(b, b->symbols->all.at[i]);
}

/* Marks the scalars and arrays in an actual argument as changed. */
static void argument_effects(struct body *b, const struct expr *e)
{
    const struct expr *name = e->kind == EXPR_APPLY ? e->left : e;
    if (e->kind == EXPR_KEYWORD) {
        argument_effects(b, e->left);
        return;
    }
    if (!name || name->kind != EXPR_NAME)
        return;
    change_symbol(b, symbol_of(b->symbols, name->name));
}

/* Whether the name is the DO variable of this loop or an enclosing one, which a called procedure
 * may not change. */
static bool is_do_variable(const struct body *b, const struct symbol *y)
{
    const struct nests *n = b->nests;
    for (int l = (int)b->loop; l >= 0; l = n->at.at[l].parent) {
        const struct stmt *head = b->unit->at[n->at.at[l].head];
        if (head->kind == STMT_DO && head->name == y->name)
            return true;
    }
    return false;
}

void call_effects(struct body *b, const struct expr *call)
{
    for (uint32_t i = 0; call && i < call->n_args; i++)
        argument_effects(b, call->args[i]);
    for (size_t i = 0; i < b->scalars.n; i++) {
        const struct symbol *y = b->scalars.at[i].symbol;
        if (y->common && !is_do_variable(b, y))
            b->now[i] = opaque(b, (struct value_type){y->type, y->bytes});
    }
    change_unseen(b, NULL);
}
