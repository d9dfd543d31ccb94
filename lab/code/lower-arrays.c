/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Array expressions: loops over the elements, for assignments to whole arrays and sections and
 * for arguments of reductions. */
#include "lab/code/lower.h"

static bool has_range(const struct expr *e)
{
    for (uint32_t k = 0; k < e->n_args; k++)
        if (e->args[k]->kind == EXPR_RANGE)
            return true;
    return false;
}

static bool is_array_name(struct lower *l, const struct expr *e)
{
    return e->kind == EXPR_NAME && symbol_of(&l->symbols, e->name)->kind == SYMBOL_ARRAY;
}

/* Returns whether e calls an intrinsic function that is applied to each element. */
static bool is_elemental(struct lower *l, const struct expr *e)
{
    const struct symbol *y = symbol_of(&l->symbols, e->left->name);
    const struct intrinsic *f = intrinsic_find(y->name);
    return symbol_applied(y, e) == SYMBOL_INTRINSIC && f && intrinsic_is_elemental(f);
}

/* Returns the first whole array or section in e that determines its shape; NULL = e is scalar. */
static const struct expr *find_shaped(struct lower *l, const struct expr *e)
{
    const struct expr *found = NULL;
    switch (e->kind) {
    case EXPR_NAME:
        return is_array_name(l, e) ? e : NULL;
    case EXPR_UNARY:
    case EXPR_PAREN:
        return find_shaped(l, e->left);
    case EXPR_BINARY:
        found = find_shaped(l, e->left);
        return found ? found : find_shaped(l, e->right);
    case EXPR_APPLY:
        if (e->left->kind != EXPR_NAME)
            return NULL;
        if (is_array_name(l, e->left))
            return has_range(e) ? e : NULL;
        for (uint32_t k = 0; is_elemental(l, e) && k < e->n_args && !found; k++)
            found = find_shaped(l, e->args[k]);
        return found;
    default:
        return NULL;
    }
}

bool lower_is_array(struct lower *l, const struct expr *e)
{
    return find_shaped(l, e);
}

/* ---- shapes ---- */

static struct value last_subscript(struct lower *l, const struct variable *v, uint32_t k)
{
    if (v->stride[k + 1].kind == VALUE_NOTHING)
        return v->stride[k + 1];
    struct value n = lower_arithmetic(l, NULL, OPERATOR_DIVIDE, v->stride[k + 1], v->stride[k]);
    n = lower_arithmetic(l, NULL, OPERATOR_PLUS, n, v->low[k]);
    return lower_arithmetic(l, NULL, OPERATOR_MINUS, n, lower_constant(1));
}

/* Returns the number of elements of a range or a whole dimension: (last - first + step)/step. */
static struct value element_count(struct lower *l, const struct variable *v, uint32_t k,
                                  const struct expr *range)
{
    const struct expr *step = range && range->n_args > 2 ? range->args[2] : NULL;
    struct value first = range && range->args[0] ? lower_expr(l, range->args[0]) : v->low[k];
    struct value last = range && range->n_args > 1 && range->args[1] ? lower_expr(l, range->args[1])
                                                                     : last_subscript(l, v, k);
    struct value by = step ? lower_expr(l, step) : lower_constant(1);
    if (last.kind == VALUE_NOTHING) {
        lower_error(l, range, "the upper bound of '%s' is unknown here", v->symbol->name);
        return last;
    }
    struct value n = lower_arithmetic(l, NULL, OPERATOR_MINUS, last, first);
    n = lower_arithmetic(l, NULL, OPERATOR_PLUS, n, by);
    n = lower_arithmetic(l, step, OPERATOR_DIVIDE, n, by);
    n.fresh = false;
    return n;
}

bool lower_shape(struct lower *l, const struct expr *e, struct lower_elements *s)
{
    const struct expr *of = find_shaped(l, e);
    *s = (struct lower_elements){0};
    if (!of) {
        lower_error(l, e, "expected an array here");
        return false;
    }
    const struct expr *name = of->kind == EXPR_APPLY ? of->left : of;
    const struct variable *v = lower_variable(l, name->name);
    uint32_t n = v->symbol->n_dims;
    if (!v->object || !v->stride || n > LOWER_RANK_MOST ||
        (of->kind == EXPR_APPLY && of->n_args != n)) {
        lower_error(l, of, "the shape of '%s' is unknown", name->name);
        return false;
    }
    for (uint32_t k = 0; k < n; k++) {
        const struct expr *sub = of->kind == EXPR_APPLY ? of->args[k] : NULL;
        if (sub && sub->kind != EXPR_RANGE)
            continue;
        s->count[s->rank] = element_count(l, v, k, sub);
        if (s->count[s->rank++].kind == VALUE_NOTHING)
            return false;
    }
    return true;
}

/* ---- loops ---- */

static void open_dimension(struct lower *l, struct lower_elements *s, uint32_t k)
{
    struct construct *c = &s->loops[k];
    struct value i = {
        .type = lower_integer, .kind = VALUE_REGISTER, .reg = ir_register(l->p, LAB_IPU)};
    *c = (struct construct){.kind = CONSTRUCT_OTHER, .after = lower_block(l), .loop = -1};
    s->index[k] = i;
    lower_move(l, i.reg, lower_constant(0));
    lower_loop_open(l, c, NULL, lower_constant(0), lower_constant(1), s->count[k]);
    l->p->loops.at[c->loop].index = i.reg;
}

static void close_dimension(struct lower *l, struct lower_elements *s, uint32_t k)
{
    struct value i = s->index[k];
    lower_move(l, i.reg, lower_binary(l, LAB_ADD8, lower_integer, i, lower_constant(1)));
    lower_loop_close(l, &s->loops[k]);
}

void lower_open_elements(struct lower *l, struct lower_elements *s)
{
    for (uint32_t k = s->rank; k-- > 0;)
        open_dimension(l, s, k);
    s->outer = l->elements;
    l->elements = s;
}

void lower_close_elements(struct lower *l, struct lower_elements *s)
{
    l->elements = s->outer;
    for (uint32_t k = 0; k < s->rank; k++)
        close_dimension(l, s, k);
}

/* ---- assignments ---- */

/* Returns whether from reads the array y, except the element that to assigns. */
static bool overlaps(struct lower *l, const struct expr *to, const struct symbol *y,
                     const struct expr *from)
{
    if (!from || expr_same(to, from))
        return false;
    const struct symbol *z = from->kind == EXPR_NAME ? symbol_of(&l->symbols, from->name) : NULL;
    if (z && z->kind == SYMBOL_ARRAY && z->storage == y->storage &&
        (z == y || z->shared || y->shared))
        return true;
    if (overlaps(l, to, y, from->left) ||
        ((from->kind == EXPR_BINARY) && overlaps(l, to, y, from->right)))
        return true;
    for (uint32_t k = 0; k < from->n_args; k++)
        if (overlaps(l, to, y, from->args[k]))
            return true;
    return false;
}

/* Evaluates the scalar subexpressions of from that read the assigned array before the array
 * changes. Reports an error and returns false if the array is also read as an array. */
static bool evaluate_before(struct lower *l, const struct expr *to, const struct symbol *y,
                            const struct expr *from, struct lower_elements *s)
{
    if (!from || expr_same(to, from) || !overlaps(l, to, y, from))
        return true;
    if (!lower_is_array(l, from)) {
        struct value v = lower_expr(l, from);
        v.fresh = false;
        *ARENA_PUSH(l->arena, s->once, s->n_once) = (struct lower_once){from, v};
        return true;
    }
    if (from->kind == EXPR_NAME || (from->kind == EXPR_APPLY && has_range(from))) {
        lower_error(l, from, "'%s' is read and assigned to as an array: write a DO loop", y->name);
        return false;
    }
    bool good = from->kind == EXPR_APPLY || evaluate_before(l, to, y, from->left, s);
    if (from->kind == EXPR_BINARY)
        good = good && evaluate_before(l, to, y, from->right, s);
    for (uint32_t k = 0; good && k < from->n_args; k++)
        good = evaluate_before(l, to, y, from->args[k], s);
    return good;
}

/* Assigns V = (/ a, b, c /) after computing all values. */
static void assign_list(struct lower *l, const struct expr *to, const struct expr *list)
{
    struct value *all = ARENA_ARRAY(l->arena, struct value, list->n_args + 1);
    struct lower_elements one = {.outer = l->elements}, *outer = l->elements, shape;
    for (uint32_t k = 0; k < list->n_args; k++) {
        const struct expr *e = list->args[k];
        if (e->kind == EXPR_IMPLIED_DO || lower_is_array(l, e)) {
            lower_error(l, e, "in kfc's subset, a list of computed values contains only scalars");
            return;
        }
        all[k] = lower_expr(l, e);
        all[k].fresh = false;
    }
    if (!lower_shape(l, to, &shape))
        return;
    if (shape.rank != 1 ||
        (shape.count[0].kind == VALUE_INTEGER && shape.count[0].integer != list->n_args)) {
        lower_error(l, list, "a list of %u values is assigned to an array of another shape",
                    list->n_args);
        return;
    }
    one.rank = 1;
    l->elements = &one;
    for (uint32_t k = 0; k < list->n_args; k++) {
        one.index[0] = lower_constant(k);
        lower_assign(l, to, all[k]);
    }
    l->elements = outer;
}

void lower_assign_array(struct lower *l, const struct expr *to, const struct expr *from)
{
    if (from->kind == EXPR_LIST) {
        assign_list(l, to, from);
        return;
    }
    const struct expr *name = to->kind == EXPR_APPLY ? to->left : to;
    struct lower_elements loops, before = {0};
    const struct symbol *y = symbol_of(&l->symbols, name->name);
    if (!evaluate_before(l, to, y, from, &before))
        return;
    if (!lower_is_array(l, from) && before.n_once == 0) {
        struct value v = lower_expr(l, from);
        v.fresh = false;
        *ARENA_PUSH(l->arena, before.once, before.n_once) = (struct lower_once){from, v};
    }
    if (!lower_shape(l, to, &loops))
        return;
    loops.once = before.once;
    loops.n_once = before.n_once;
    lower_open_elements(l, &loops);
    lower_assign(l, to, lower_expr(l, from));
    lower_close_elements(l, &loops);
}

/* ---- arguments ---- */

bool lower_contiguous(struct lower *l, const struct expr *e, struct ir_place *place)
{
    struct lower_elements first = {.outer = l->elements}, *outer = l->elements;
    bool partial = false, gap = false;
    struct lower_type t;
    for (uint32_t k = 0; k < e->n_args; k++) {
        const struct expr *sub = e->args[k];
        bool range = sub->kind == EXPR_RANGE;
        bool whole = range && !sub->args[0] && !(sub->n_args > 1 && sub->args[1]);
        bool step = range && sub->n_args > 2 && sub->args[2];
        gap |= step || (range && partial);
        partial |= !whole;
        if (range && first.rank < LOWER_RANK_MOST)
            first.index[first.rank++] = lower_constant(0);
    }
    if (gap) {
        lower_error(l, e,
                    "the elements of this array section are not contiguous: copy it to an array "
                    "and pass that");
        return false;
    }
    l->elements = &first;
    bool good = lower_place(l, e, place, &t);
    l->elements = outer;
    return good;
}
