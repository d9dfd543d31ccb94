/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/iterations.h"

#include "base/array.h"

#include <stdlib.h>

enum {
    SUBSCRIPTS_MOST = 15,
    SYMBOLS_MOST = 32,
    PRODUCTS_MOST = 3,
    LARGE = 1 << 28 /* limit of coefficients */
};

/* An integer value that is not an iteration number, in both iterations. */
struct unknown {
    int node;
    int first, second; /* columns; one column if the value is equal in both iterations */
};
/* symbol * (second - first iteration number of a loop). */
struct product {
    int node, level, column;
};
/* The equations and inequalities of a test for a set of directions. */
struct question {
    struct iterations *v;
    struct integers *s;
    const int *way;
    int iteration[LEVELS_MOST]; /* columns: the number of the first iteration */
    int distance[LEVELS_MOST];  /* columns: the difference of the second one */
    struct unknown unknowns[SYMBOLS_MOST];
    int n_unknowns;
    struct product products[PRODUCTS_MOST];
    int n_products;
    bool lost; /* part of the problem has no linear form */
};

/* ---- how long a value stays the same ---- */

static bool is_scalar_symbol(const struct symbols *s, const void *detail)
{
    for (size_t i = 0; i < s->all.n; i++)
        if (s->all.at[i] == detail)
            return s->all.at[i]->kind == SYMBOL_SCALAR || s->all.at[i]->kind == SYMBOL_CONSTANT;
    return false;
}

/* Returns the outermost level from which on no loop, the innermost one not considered, changes the
 * name; at most depth - 1. */
static int level_of_name(const struct iterations *v, const struct symbol *y)
{
    int level = v->depth - 1;
    while (level > 0 && !reach_changes(v->body->reach, y, v->level[level - 1].nest->head,
                                       v->level[level - 1].nest->end))
        level--;
    return level;
}

/* Returns the level such that a value is equal in all iterations that agree in the loops outside
 * that level; depth: it varies in the innermost loop. */
static int level_of_value(const struct iterations *v, int node)
{
    if (node == FORM_ONE)
        return 0;
    const struct value *x = value_at(&v->body->values, node);
    int level = 0, deepest = v->depth;
    switch (x->kind) {
    case VALUE_CONSTANT:
        return 0;
    case VALUE_ENTRY:
        if (x->n_args == 0 && is_scalar_symbol(v->body->symbols, x->detail))
            return level_of_name(v, x->detail);
        return v->depth - 1;
    case VALUE_FORM:
        for (int i = 0; i < x->form->n; i++) {
            int of = x->form->at[i].power ? deepest : level_of_value(v, x->form->at[i].symbol);
            level = of > level ? of : level;
        }
        return level;
    case VALUE_OPERATION:
        for (int i = 0; i < x->n_args; i++) {
            int of = level_of_value(v, x->args[i]);
            level = of > level ? of : level;
        }
        return level;
    default:
        return deepest;
    }
}

/* Whether all symbols of a form are fixed while the loop of this level runs. */
static bool form_fixed(const struct iterations *v, const struct form *f, int level)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].power || level_of_value(v, f->at[i].symbol) > level)
            return false;
    return true;
}

/* ---- the nest ---- */

static bool is_small(int64_t c)
{
    return c > -LARGE && c < LARGE;
}

static void open_level(struct iterations *v, int k)
{
    struct body *b = v->body;
    struct level *l = &v->level[k];
    const struct stmt *head = b->unit->at[l->nest->head];
    l->node = -1;
    if (head->kind != STMT_DO || !head->name || !head->control[0] || !head->control[1])
        return;
    struct symbol *y = symbol_of(b->symbols, head->name);
    if (y->kind != SYMBOL_SCALAR || y->type != TYPE_INTEGER)
        return;
    struct form step = head->control[2]
                           ? value_form(&b->values, entry_evaluate(b, head->control[2]))
                           : form_constant(1);
    l->node = k == v->depth - 1 ? -1 : entry_value(b, y);
    l->first = value_form(&b->values, entry_evaluate(b, head->control[0]));
    l->last = value_form(&b->values, entry_evaluate(b, head->control[1]));
    l->known = form_is_constant(&step, &l->step) && l->step != 0 && is_small(l->step) &&
               form_fixed(v, &l->first, k);
    l->bounded = l->known && form_fixed(v, &l->last, k);
}

static void open_levels(struct iterations *v)
{
    struct body *b = v->body;
    const struct nests *n = b->nests;
    for (int l = (int)b->loop; l >= 0 && v->depth < LEVELS_MOST; l = n->at.at[l].parent)
        v->depth++;
    v->level = ARENA_ARRAY(b->arena, struct level, (size_t)v->depth);
    int k = v->depth;
    for (int l = (int)b->loop; k > 0; l = n->at.at[l].parent)
        v->level[--k].nest = &n->at.at[l];
    for (k = 0; k < v->depth; k++)
        open_level(v, k);
}

struct iterations *iterations_of(struct body *b)
{
    if (!b->iterations) {
        b->iterations = ARENA_NEW(b->arena, struct iterations);
        *b->iterations = (struct iterations){.body = b};
        b->iterations->system = xmalloc(sizeof *b->iterations->system);
        open_levels(b->iterations);
    }
    return b->iterations;
}

void iterations_free(struct iterations *v)
{
    if (v)
        array_release(v->system);
}

/* ---- values as sums of unknowns ---- */

static bool same_before(const struct question *q, int level)
{
    for (int k = 0; k < level; k++)
        if (q->way[k] != WAY_SAME)
            return false;
    return true;
}

static int column_of(struct question *q, int node, bool second)
{
    for (int i = 0; i < q->n_unknowns; i++)
        if (q->unknowns[i].node == node)
            return second ? q->unknowns[i].second : q->unknowns[i].first;
    if (q->n_unknowns == SYMBOLS_MOST) {
        q->s->full = true;
        return 0;
    }
    struct unknown *u = &q->unknowns[q->n_unknowns++];
    u->node = node;
    u->first = integers_unknown(q->s);
    u->second = same_before(q, level_of_value(q->v, node)) ? u->first : integers_unknown(q->s);
    return second ? u->second : u->first;
}

static int level_of_variable(const struct iterations *v, int node)
{
    for (int k = 0; k < v->depth; k++)
        if (v->level[k].node == node)
            return k;
    return -1;
}

static void add_iteration(const struct question *q, struct row *r, int level, bool second,
                          int64_t factor)
{
    r->at[q->iteration[level]] += factor;
    if (second)
        r->at[q->distance[level]] += factor;
}

/* Adds a product that both iterations contain: the difference contains only the distance of the
 * iterations. */
static void add_product(struct question *q, struct row *r, int node, int level, bool second,
                        int64_t factor)
{
    if (!second)
        return; /* the second iteration contributes the difference */
    if (q->way[level] == WAY_SAME)
        return;
    for (int i = 0; i < q->n_products; i++)
        if (q->products[i].node == node && q->products[i].level == level) {
            r->at[q->products[i].column] += factor;
            return;
        }
    int column = integers_unknown(q->s);
    if (q->n_products < PRODUCTS_MOST)
        q->products[q->n_products++] = (struct product){node, level, column};
    r->at[column] += factor;
}

/* Splits a product of a DO variable and a symbol that is constant in all iterations into its
 * factors. */
static bool split_product(const struct question *q, int node, int *symbol, int *level)
{
    const struct value *x = node == FORM_ONE ? NULL : value_at(&q->v->body->values, node);
    if (!x || !value_is_product(x))
        return false;
    for (int i = 0; i < 2; i++) {
        *level = level_of_variable(q->v, x->args[i]);
        *symbol = x->args[1 - i];
        if (*level >= 0 && q->v->level[*level].known &&
            form_fixed(q->v, &q->v->level[*level].first, 0) && level_of_value(q->v, *symbol) == 0)
            return true;
    }
    return false;
}

static bool has_term(const struct form *f, const struct form_term *t)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].symbol == t->symbol && f->at[i].power == t->power &&
            f->at[i].coefficient == t->coefficient)
            return true;
    return false;
}

/* Adds factor * f, f being the form in one of the iterations; like: the corresponding form of the
 * other one. */
static void add_form(struct question *q, struct row *r, const struct form *f,
                     const struct form *like, bool second, int64_t factor)
{
    struct iterations *v = q->v;
    for (int i = 0; i < f->n; i++) {
        const struct form_term *t = &f->at[i];
        int level = level_of_variable(v, t->symbol), symbol;
        if (!is_small(t->coefficient) || !is_small(factor)) {
            q->s->full = true;
            return;
        }
        int64_t c = t->coefficient * factor;
        if (t->symbol == FORM_ONE && t->power == 0)
            r->constant += c;
        else if (t->symbol == FORM_ONE)
            add_iteration(q, r, v->depth - 1, second, c);
        else if (t->power == 1 && has_term(like, t) && level_of_value(v, t->symbol) == 0)
            add_product(q, r, t->symbol, v->depth - 1, second, c);
        else if (t->power == 1) {
            r->at[integers_unknown(q->s)] = 1;
            q->lost = true;
        } else if (level >= 0 && v->level[level].known) {
            add_form(q, r, &v->level[level].first, &v->level[level].first, second, c);
            add_iteration(q, r, level, second, c * v->level[level].step);
        } else if (has_term(like, t) && split_product(q, t->symbol, &symbol, &level))
            add_product(q, r, symbol, level, second, c * v->level[level].step);
        else
            r->at[column_of(q, t->symbol, second)] += c;
    }
}

/* ---- the question ---- */

static void ask_bounds(struct question *q, int k, bool second)
{
    const struct level *l = &q->v->level[k];
    struct row *r = integers_row(q->s, ROW_POSITIVE);
    add_iteration(q, r, k, second, 1);
    if (!l->bounded)
        return;
    int64_t sign = l->step > 0 ? 1 : -1;
    r = integers_row(q->s, ROW_POSITIVE);
    add_form(q, r, &l->last, &l->last, second, sign);
    add_form(q, r, &l->first, &l->first, second, -sign);
    add_iteration(q, r, k, second, -sign * l->step);
}

static void ask_way(struct question *q, int k)
{
    int way = q->way[k];
    if (way == WAY_ANY)
        return;
    struct row *r = integers_row(q->s, way == WAY_SAME ? ROW_ZERO : ROW_POSITIVE);
    r->at[q->distance[k]] = way == WAY_EARLIER ? -1 : 1;
    r->constant = way == WAY_SAME ? 0 : -1;
}

/* Adds the conditions of products: a product with a nonzero symbol differs if the iterations
 * differ. */
static void ask_products(struct question *q, unsigned signs)
{
    for (int i = 0; i < q->n_products; i++) {
        int way = q->way[q->products[i].level];
        if (way == WAY_ANY)
            continue;
        struct row *r = integers_row(q->s, ROW_POSITIVE);
        r->at[q->products[i].column] = signs >> i & 1 ? -1 : 1;
        r->constant = -1;
    }
}

static void begin(struct question *q, struct iterations *v, const int *way, bool bounds)
{
    *q = (struct question){.v = v, .s = v->system, .way = way};
    q->s->unknowns = q->s->n = 0;
    q->s->rational = q->s->full = false;
    for (int k = 0; k < v->depth; k++) {
        q->iteration[k] = integers_unknown(q->s);
        q->distance[k] = integers_unknown(q->s);
    }
    for (int k = 0; k < v->depth; k++) {
        struct row *r = integers_row(q->s, ROW_WATCHED);
        r->watch = k;
        r->at[q->distance[k]] = 1;
        ask_way(q, k);
        if (bounds) {
            ask_bounds(q, k, false);
            if (!same_before(q, k + 1))
                ask_bounds(q, k, true);
        }
    }
}

/* Handles equal strides that are a symbol, with a difference that is an integer multiple of it. */
static bool symbolic_distance(const struct iterations *v, const struct form *first,
                              const struct form *second, int64_t *distance)
{
    struct form stride = form_part(first, 1), other = form_part(second, 1), apart;
    struct form a = form_part(first, 0), b = form_part(second, 0);
    int64_t c;
    if (stride.n == 0 || form_is_constant(&stride, &c) || !form_same(&stride, &other) ||
        !form_fixed(v, &stride, 0) || !form_fixed(v, &a, 0) || !form_fixed(v, &b, 0))
        return false;
    return form_add(&apart, &a, -1, &b) && form_ratio(&apart, &stride, distance) &&
           llabs(*distance) < INT32_MAX / 4;
}

/* Adds the equation first - second = 0, or, for different arrays, the condition that the elements
 * overlap. */
static void ask_equal(struct question *q, const struct form *first, const struct form *second)
{
    struct row *r = integers_row(q->s, ROW_ZERO);
    int64_t distance;
    if (symbolic_distance(q->v, first, second, &distance)) {
        r->at[q->distance[q->v->depth - 1]] = 1;
        r->constant = -distance;
        return;
    }
    add_form(q, r, first, second, false, 1);
    add_form(q, r, second, first, true, -1);
}

static void ask_overlap(struct question *q, const struct access *x, const struct access *y)
{
    for (int i = 0; i < 2; i++) {
        int sign = i ? -1 : 1;
        struct row *r = integers_row(q->s, ROW_POSITIVE);
        add_form(q, r, x->bytes, y->bytes, false, sign);
        add_form(q, r, y->bytes, x->bytes, true, -sign);
        r->constant += (i ? y->array->bytes : x->array->bytes) - 1;
    }
}

static int64_t constant_of(const struct form *f)
{
    return f->n && f->at[0].symbol == FORM_ONE && f->at[0].power == 0 ? f->at[0].coefficient : 0;
}

static bool goes_by(const struct form *f, int bytes)
{
    for (int i = constant_of(f) != 0; i < f->n; i++)
        if (f->at[i].coefficient % bytes)
            return false;
    return true;
}

bool compared_whole(const struct access *x, const struct access *y)
{
    int bytes = x->array->bytes;
    int64_t apart;
    return bytes > 0 && bytes == y->array->bytes && goes_by(x->bytes, bytes) &&
           goes_by(y->bytes, bytes) &&
           !__builtin_sub_overflow(constant_of(x->bytes), constant_of(y->bytes), &apart) &&
           apart % bytes == 0;
}

bool compared_by_bytes(const struct access *x, const struct access *y)
{
    return x->array != y->array || x->n_subs != y->n_subs;
}

/* Adds the equations of subscript i; i < 0: of all subscripts. */
static void ask_subscripts(struct question *q, const struct access *x, const struct access *y,
                           int i)
{
    if (compared_by_bytes(x, y)) {
        if (x->linear && y->linear && compared_whole(x, y))
            ask_equal(q, x->bytes, y->bytes);
        else if (x->linear && y->linear)
            ask_overlap(q, x, y);
        return;
    }
    for (int k = 0; k < x->n_subs; k++)
        if (i < 0 || i == k)
            ask_equal(q, &x->subs[k], &y->subs[k]);
}

/* ---- whether to ask ---- */

static bool mentions(const struct form *f, int symbol)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].symbol == symbol && f->at[i].power == 0)
            return true;
    return false;
}

/* Whether the bounds of the outer loops, levels of them, do not contain a symbol. */
static bool is_free(const struct iterations *v, int levels, int symbol)
{
    for (int k = 0; k < levels; k++) {
        const struct level *l = &v->level[k];
        if ((l->known && (l->node == symbol || mentions(&l->first, symbol))) ||
            (l->bounded && mentions(&l->last, symbol)))
            return false;
    }
    return true;
}

static bool divides(const struct form *f, int power, int64_t c)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].power == power && f->at[i].coefficient % c != 0)
            return false;
    return true;
}

/* The differences of subscripts in one iteration. */
struct differences {
    int n;
    struct form at[SUBSCRIPTS_MOST];
};

static bool elsewhere(const struct differences *d, int but, int symbol)
{
    for (int i = 0; i < d->n; i++)
        if (i != but && mentions(&d->at[i], symbol))
            return true;
    return false;
}

/* Whether the difference contains a symbol without known bounds: the subscripts can then be equal
 * for any two iterations. */
static bool is_absorbed(const struct iterations *v, const struct differences *d, int i,
                        const struct form *x, const struct form *y)
{
    for (int k = 0; k < d->at[i].n; k++) {
        const struct form_term *t = &d->at[i].at[k];
        if (t->symbol != FORM_ONE && t->power == 0 && is_free(v, v->depth, t->symbol) &&
            !elsewhere(d, i, t->symbol) && divides(&d->at[i], 0, t->coefficient) &&
            divides(x, 1, t->coefficient) && divides(y, 1, t->coefficient))
            return true;
    }
    return false;
}

/* Whether the difference and the stride are constants, so that no further test can decide more. */
static bool is_decided(const struct form *difference, const struct form *first)
{
    int64_t c;
    if (!form_is_constant(difference, &c))
        return false;
    for (int i = 0; i < first->n && c != 0; i++)
        if (first->at[i].power == 1 && first->at[i].symbol != FORM_ONE)
            return false;
    return true;
}

/* Whether the number of iterations depends on a symbol that occurs only in the bounds of the
 * innermost loop. */
static bool is_unlimited(const struct iterations *v)
{
    const struct level *l = &v->level[v->depth - 1];
    struct form span;
    if (!l->bounded || !form_add(&span, &l->last, -1, &l->first))
        return true;
    for (int i = 0; i < span.n; i++)
        if (span.at[i].symbol != FORM_ONE && is_free(v, v->depth - 1, span.at[i].symbol))
            return true;
    return false;
}

bool iterations_reach(struct iterations *v, int64_t distance)
{
    int way[LEVELS_MOST];
    if (is_unlimited(v))
        return true;
    for (int k = 0; k < v->depth; k++)
        way[k] = WAY_SAME;
    way[v->depth - 1] = WAY_LATER;
    v->questions++;
    struct question q;
    begin(&q, v, way, true);
    struct row *r = integers_row(q.s, ROW_ZERO);
    r->at[q.distance[v->depth - 1]] = 1;
    r->constant = -distance;
    return integers_solve(q.s) != SOLUTION_NONE;
}

bool iterations_tell(const struct iterations *v, const struct access *x, const struct access *y)
{
    struct differences d;
    bool bytes = compared_by_bytes(x, y);
    if (bytes && (!x->linear || !y->linear || !compared_whole(x, y)))
        return x->linear && y->linear;
    const struct form *first = bytes ? x->bytes : x->subs, *second = bytes ? y->bytes : y->subs;
    for (d.n = 0; d.n < (bytes ? 1 : x->n_subs) && d.n < SUBSCRIPTS_MOST; d.n++)
        if (!form_add(&d.at[d.n], &first[d.n], -1, &second[d.n]))
            return true;
    for (int i = 0; i < d.n; i++)
        if (!is_decided(&d.at[i], &first[i]) && !is_absorbed(v, &d, i, &first[i], &second[i]))
            return true;
    return false;
}

/* Solves the problem for each sign of the products and returns the most permissive result. */
enum solution iterations_ask(struct iterations *v, const struct asked *a, const int *way)
{
    enum solution best = SOLUTION_NONE;
    unsigned signs = 0, all = 1;
    struct question q;
    for (signs = 0; signs < all; signs++) {
        v->questions++;
        begin(&q, v, way, a->bounds);
        ask_subscripts(&q, a->first, a->second, a->subscript);
        ask_products(&q, signs);
        all = 1u << q.n_products;
        q.s->rational = a->rational;
        enum solution s = integers_solve(q.s);
        best = s > best ? s : best;
        if (best == SOLUTION_EXISTS)
            break;
    }
    return best;
}

bool iterations_distance(const struct iterations *v, int level, int64_t *distance)
{
    const struct integers *s = v->system;
    for (int i = 0; i < s->n; i++)
        if (s->row[i].kind == ROW_WATCHED && s->row[i].watch == level)
            return watched_constant(s, &s->row[i], distance);
    return false;
}

/* ---- shapes ---- */

/* Returns, as bits, the loops whose iteration number is multiplied by a symbol. */
static unsigned symbolic_levels(const struct question *q, const struct form *f)
{
    unsigned levels = 0;
    int symbol, level;
    for (int i = 0; i < f->n; i++)
        if (f->at[i].power == 1 && f->at[i].symbol != FORM_ONE)
            levels |= 1u << (q->v->depth - 1);
        else if (split_product(q, f->at[i].symbol, &symbol, &level))
            levels |= 1u << level;
    return levels;
}

struct shape iterations_shape(struct iterations *v, const struct form *first,
                              const struct form *second)
{
    struct shape s = {.affine = true};
    struct question q;
    static const int anywhere[LEVELS_MOST] = {WAY_ANY, WAY_ANY, WAY_ANY, WAY_ANY,
                                              WAY_ANY, WAY_ANY, WAY_ANY, WAY_ANY};
    begin(&q, v, anywhere, false);
    struct row x = {0}, y = {0};
    add_form(&q, &x, first, second, false, 1);
    add_form(&q, &y, second, first, false, 1);
    unsigned levels = symbolic_levels(&q, first) | symbolic_levels(&q, second);
    s.symbolic = levels != 0;
    for (int k = 0; k < v->depth; k++)
        if (x.at[q.iteration[k]] || y.at[q.iteration[k]]) {
            levels |= 1u << k;
            s.first = x.at[q.iteration[k]];
            s.second = y.at[q.iteration[k]];
        }
    s.levels = __builtin_popcount(levels);
    for (int i = 0; i < q.n_unknowns; i++) {
        int level = level_of_value(v, q.unknowns[i].node), c = q.unknowns[i].first;
        s.affine &= level < v->depth;
        s.symbolic |= x.at[c] != y.at[c] || level > 0;
    }
    s.affine &= !q.lost;
    return s;
}
