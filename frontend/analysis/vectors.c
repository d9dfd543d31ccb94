/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend/analysis/vectors.h"

#include "frontend/analysis/depend.h"

#include <stdlib.h>

enum { SYMBOLS_MOST = 32, PRODUCTS_MOST = 3 };

/* An integer value that is no iteration number, in both iterations. */
struct unknown {
    int node;
    int first, second; /* columns; the same one where it has not changed in between */
};
/* symbol * (second - first iteration number of a loop). */
struct product {
    int node, level, column;
};
/* One question: the equations and inequalities for a set of directions. */
struct question {
    struct vectors *v;
    struct integers *s;
    const int *way;
    int iteration[LEVELS_MOST]; /* columns: the first iteration's number, */
    int distance[LEVELS_MOST];  /* what the second one adds to it */
    struct unknown unknowns[SYMBOLS_MOST];
    int n_unknowns;
    struct product products[PRODUCTS_MOST];
    int n_products;
    bool lost; /* something could not be said */
};

/* ---- how long a value stays the same ---- */

static bool is_scalar_symbol(const struct symbols *s, const void *detail)
{
    for (size_t i = 0; i < s->all.n; i++)
        if (s->all.at[i] == detail)
            return s->all.at[i]->kind == SYMBOL_SCALAR || s->all.at[i]->kind == SYMBOL_CONSTANT;
    return false;
}

/* The outermost level whose loop does not change a name; depth: all but the
 * innermost do. */
static int level_of_name(const struct vectors *v, const struct symbol *y)
{
    int level = v->depth - 1;
    while (level > 0 && !reach_changes(v->body->reach, y, v->level[level - 1].nest->head,
                                       v->level[level - 1].nest->end))
        level--;
    return level;
}

/* The value is one in all iterations that are the same in the loops before this level;
 * depth: it differs even within the innermost loop. */
static int level_of_value(const struct vectors *v, int node)
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
static bool form_fixed(const struct vectors *v, const struct form *f, int level)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].power || level_of_value(v, f->at[i].symbol) > level)
            return false;
    return true;
}

/* ---- the nest ---- */

static void open_level(struct vectors *v, int k)
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
    l->known = form_is_constant(&step, &l->step) && l->step != 0 && form_fixed(v, &l->first, k);
    l->bounded = l->known && form_fixed(v, &l->last, k);
}

void vectors_open(struct vectors *v, struct body *b)
{
    const struct nests *n = b->nests;
    *v = (struct vectors){.body = b, .system = ARENA_NEW(b->arena, struct integers)};
    for (int l = (int)b->loop; l >= 0 && v->depth < LEVELS_MOST; l = n->at.at[l].parent)
        v->depth++;
    int k = v->depth;
    for (int l = (int)b->loop; k > 0; l = n->at.at[l].parent)
        v->level[--k].nest = &n->at.at[l];
    for (k = 0; k < v->depth; k++)
        open_level(v, k);
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

static int level_of_variable(const struct vectors *v, int node)
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

/* A product that both iterations have; in the difference only how far the iteration
 * goes remains. */
static void add_product(struct question *q, struct row *r, int node, int level, bool second,
                        int64_t factor)
{
    if (!second)
        return; /* the second one brings the difference */
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

/* symbol * DO variable, the symbol the same in all iterations: which is which. */
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

/* factor * f, f as it is in one of the iterations; like: the form that stands against
 * it in the other one. */
static void add_form(struct question *q, struct row *r, const struct form *f,
                     const struct form *like, bool second, int64_t factor)
{
    struct vectors *v = q->v;
    for (int i = 0; i < f->n; i++) {
        const struct form_term *t = &f->at[i];
        int64_t c = t->coefficient * factor;
        int level = level_of_variable(v, t->symbol), symbol;
        q->s->full |= t->coefficient > INT32_MAX || t->coefficient < -INT32_MAX;
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

/* A product with a symbol that is not 0 differs if the iteration does. */
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

static void begin(struct question *q, struct vectors *v, const int *way, bool bounds)
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
            ask_bounds(q, k, true);
        }
    }
}

/* One stride that is a symbol, and a whole multiple of it between the two. */
static bool symbolic_distance(const struct vectors *v, const struct form *first,
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

/* first - second = 0; or, of different arrays, the elements overlap. */
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

/* Whether bytes are all multiples of the elements' one size. */
static bool aligned(const struct access *x, const struct access *y)
{
    int bytes = x->array->bytes;
    if (bytes == 0 || bytes != y->array->bytes)
        return false;
    for (int i = 0; i < x->bytes->n; i++)
        if (x->bytes->at[i].coefficient % bytes)
            return false;
    for (int i = 0; i < y->bytes->n; i++)
        if (y->bytes->at[i].coefficient % bytes)
            return false;
    return true;
}

static bool by_bytes(const struct access *x, const struct access *y)
{
    return x->array != y->array || x->n_subs != y->n_subs;
}

/* Equations of subscript i; of all for i < 0. */
static void ask_subscripts(struct question *q, const struct access *x, const struct access *y,
                           int i)
{
    if (by_bytes(x, y)) {
        if (x->linear && y->linear && aligned(x, y))
            ask_equal(q, x->bytes, y->bytes);
        else if (x->linear && y->linear)
            ask_overlap(q, x, y);
        return;
    }
    for (int k = 0; k < x->n_subs; k++)
        if (i < 0 || i == k)
            ask_equal(q, &x->subs[k], &y->subs[k]);
}

struct asked {
    const struct access *first, *second;
    int subscript; /* -1 = all */
    bool bounds, rational;
};

/* The best that any sign of the products allows; q holds the last system. */
static enum solution ask(struct question *q, struct vectors *v, const struct asked *a,
                         const int *way)
{
    enum solution best = SOLUTION_NONE;
    unsigned signs = 0, all = 1;
    for (signs = 0; signs < all; signs++) {
        v->questions++;
        begin(q, v, way, a->bounds);
        ask_subscripts(q, a->first, a->second, a->subscript);
        ask_products(q, signs);
        all = 1u << q->n_products;
        q->s->rational = a->rational;
        enum solution s = integers_solve(q->s);
        best = s > best ? s : best;
        if (best == SOLUTION_EXISTS)
            break;
    }
    return best;
}

/* ---- which test it was ---- */

/* What a subscript depends on. */
struct shape {
    int levels;            /* loops whose iteration it depends on */
    int64_t first, second; /* coefficients in the last of these */
    bool symbolic, affine;
};

static const int anywhere[LEVELS_MOST] = {WAY_ANY, WAY_ANY, WAY_ANY, WAY_ANY,
                                          WAY_ANY, WAY_ANY, WAY_ANY, WAY_ANY};

/* Loops whose iteration number a symbol is a factor of, as bits. */
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

static struct shape shape_of(struct vectors *v, const struct form *first, const struct form *second)
{
    struct shape s = {.affine = true};
    struct question q;
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

static const char *test_name(const struct shape *s)
{
    static const char *const names[2][6] = {
        {"ZIV", "strong SIV", "weak-zero SIV", "weak-crossing SIV", "weak SIV", "MIV"},
        {"symbolic ZIV", "symbolic strong SIV", "symbolic weak-zero SIV",
         "symbolic weak-crossing SIV", "symbolic weak SIV", "symbolic MIV"}};
    int name = s->levels == 0            ? 0
               : s->levels > 1           ? 5
               : s->first == s->second   ? 1
               : !s->first || !s->second ? 2
               : s->first == -s->second  ? 3
                                         : 4;
    return s->affine ? names[s->symbolic][name] : "not affine";
}

static const struct form *subscript(const struct access *a, const struct access *other, int i)
{
    return by_bytes(a, other) ? a->bytes : &a->subs[i];
}

static int subscripts(const struct access *x, const struct access *y)
{
    return by_bytes(x, y) ? x->linear && y->linear : x->n_subs;
}

/* The test that shows for one subscript that there is no solution; NULL = none. */
static const char *rule_out(struct vectors *v, struct asked a, const struct shape *s)
{
    struct question q;
    a.bounds = a.rational = false;
    if (ask(&q, v, &a, anywhere) == SOLUTION_NONE)
        return s->levels == 0 || (s->levels == 1 && s->first == s->second) ? test_name(s) : "GCD";
    a.bounds = a.rational = true;
    if (ask(&q, v, &a, anywhere) == SOLUTION_NONE)
        return s->levels < 2 ? test_name(s) : s->symbolic ? "symbolic Banerjee" : "Banerjee";
    a.rational = false;
    if (ask(&q, v, &a, anywhere) == SOLUTION_NONE)
        return s->levels < 2 ? test_name(s) : "exact integer test";
    return NULL;
}

static const char *never(struct vectors *v, struct asked a)
{
    struct question q;
    int n = subscripts(a.first, a.second);
    for (int i = 0; i < n; i++) {
        struct shape s =
            shape_of(v, subscript(a.first, a.second, i), subscript(a.second, a.first, i));
        a.subscript = n > 1 ? i : -1;
        const char *name = rule_out(v, a, &s);
        if (name)
            return name;
    }
    a.subscript = -1;
    a.bounds = a.rational = true;
    return ask(&q, v, &a, anywhere) == SOLUTION_NONE ? "Fourier-Motzkin, coupled subscripts"
                                                     : "exact integer test";
}

/* The name where they may touch: one subscript's own, or that of the last resort. */
static const char *maybe(struct vectors *v, const struct asked *a, bool certain)
{
    int n = subscripts(a->first, a->second), moving = 0;
    const char *name = n ? "ZIV" : "overlay";
    bool strong = true;
    for (int i = 0; i < n; i++) {
        struct shape s =
            shape_of(v, subscript(a->first, a->second, i), subscript(a->second, a->first, i));
        if (!s.affine)
            return "not affine";
        if (s.levels == 0 && !s.symbolic)
            continue;
        strong &= s.levels < 2 && s.first == s.second;
        moving++;
        name = test_name(&s);
        if (s.levels > 1)
            moving = 2;
    }
    if (moving > 1 && !strong)
        return certain ? "exact integer test" : "Fourier-Motzkin, not ruled out";
    return name;
}

/* ---- directions ---- */

static void add_vector(struct vectors *v, struct vector_list *l, const int *way, bool back)
{
    struct vector *x = array_push(&l->at);
    const struct integers *s = v->system;
    *x = (struct vector){.way = {0}};
    for (int k = 0; k < v->depth; k++)
        x->way[k] = !back                 ? way[k]
                    : way[k] == WAY_LATER ? WAY_EARLIER
                    : way[k] == WAY_SAME  ? WAY_SAME
                                          : WAY_LATER;
    for (int i = 0; i < s->n; i++) {
        int64_t d;
        if (s->row[i].kind != ROW_WATCHED || !watched_constant(s, &s->row[i], &d))
            continue;
        x->known[s->row[i].watch] = true;
        x->distance[s->row[i].watch] = back ? -d : d;
    }
}

struct search {
    struct vectors *v;
    struct asked asked;
    struct vector_list *forth, *back;
    bool certain;
    bool now; /* one iteration may run both */
    int way[LEVELS_MOST];
};

static bool is_back(const struct search *s)
{
    for (int k = 0; k < s->v->depth; k++)
        if (s->way[k] != WAY_SAME)
            return s->way[k] == WAY_EARLIER;
    return false;
}

static bool is_now(const struct search *s)
{
    for (int k = 0; k < s->v->depth; k++)
        if (s->way[k] != WAY_SAME)
            return false;
    return true;
}

/* Directions level by level: what is ruled out is not refined. */
static void search(struct search *s, int level)
{
    static const int ways[] = {WAY_LATER, WAY_SAME, WAY_EARLIER};
    struct question q;
    enum solution found = ask(&q, s->v, &s->asked, s->way);
    if (found == SOLUTION_NONE)
        return;
    if (level == s->v->depth) {
        bool back = is_back(s);
        if ((back && s->asked.first == s->asked.second) || (!s->now && is_now(s)))
            return;
        s->certain &= found == SOLUTION_EXISTS;
        add_vector(s->v, back ? s->back : s->forth, s->way, back);
        return;
    }
    for (int i = 0; i < 3; i++) {
        s->way[level] = ways[i];
        search(s, level + 1);
    }
    s->way[level] = WAY_ANY;
}

/* Two vectors that differ in the directions of one loop are one. */
static bool merge_pair(struct vector *a, const struct vector *b, int depth)
{
    int differ = -1;
    for (int k = 0; k < depth; k++) {
        bool same = a->way[k] == b->way[k] && a->known[k] == b->known[k] &&
                    (!a->known[k] || a->distance[k] == b->distance[k]);
        if (!same && differ >= 0)
            return false;
        if (!same)
            differ = k;
    }
    if (differ < 0)
        return true;
    a->way[differ] |= b->way[differ];
    a->known[differ] = false;
    return true;
}

static void merge(struct vector_list *l, int depth)
{
    bool any = true;
    while (any) {
        any = false;
        for (size_t i = 0; i < l->at.n; i++)
            for (size_t k = l->at.n; k-- > i + 1;)
                if (merge_pair(&l->at.at[i], &l->at.at[k], depth)) {
                    l->at.at[k] = l->at.at[--l->at.n];
                    any = true;
                }
    }
}

void vectors_relate(struct vectors *v, const struct access *first, const struct access *second,
                    struct vector_list *forth, struct vector_list *back)
{
    struct search s = {.v = v,
                       .asked = {first, second, -1, true, false},
                       .forth = forth,
                       .back = back,
                       .certain = true,
                       .now =
                           first != second && !regions_exclusive(&v->body->regions, first->position,
                                                                 second->position)};
    for (int k = 0; k < LEVELS_MOST; k++)
        s.way[k] = WAY_ANY;
    search(&s, 0);
    struct question q;
    bool any =
        forth->at.n + back->at.n > 0 || (!s.now && ask(&q, v, &s.asked, anywhere) != SOLUTION_NONE);
    forth->test = back->test = any ? maybe(v, &s.asked, s.certain) : never(v, s.asked);
    merge(forth, v->depth);
    merge(back, v->depth);
}
