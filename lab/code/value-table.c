/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value numbers, and the registers that hold the values. */
#include "lab/code/values.h"

#include <string.h>

/* Real registers have slots before the virtual ones. */
enum { REAL_SLOTS = 5 * LAB_VIRTUAL };
static size_t register_slot(lab_reg r)
{
    uint32_t n = lab_reg_number(r);
    return n < LAB_VIRTUAL ? lab_reg_unit(r) * (size_t)LAB_VIRTUAL + n
                           : REAL_SLOTS + (size_t)n - LAB_VIRTUAL;
}

static size_t count_slots(const struct values *v)
{
    return REAL_SLOTS + (size_t)v->p->n_virtual;
}

static value_number *acquire_table(const struct values *v)
{
    if (v->pool->clean.n > 0)
        return v->pool->clean.at[--v->pool->clean.n];
    value_number *of = xmalloc(count_slots(v) * sizeof *of);
    memset(of, 0, count_slots(v) * sizeof *of);
    return of;
}

void vn_start(struct values *v, struct arena *a, struct ir_procedure *p, struct values_pool *pool)
{
    *v = (struct values){.arena = a, .p = p, .pool = pool};
    v->of = acquire_table(v);
    memset(array_push(&v->known), 0, sizeof *v->known.at);
}

#define COPY(to, from)                                                                             \
    do {                                                                                           \
        array_reserve(&(to), (from).n + 1);                                                        \
        if ((from).n > 0)                                                                          \
            memcpy((to).at, (from).at, (from).n * sizeof *(from).at);                              \
        (to).n = (from).n;                                                                         \
    } while (0)

static void clear_stores(struct values *v)
{
    for (size_t i = 0; i < v->memory.n; i++)
        v->memory.at[i].store = -1;
}

void vn_copy(struct values *to, const struct values *from)
{
    *to = (struct values){.arena = from->arena, .p = from->p, .pool = from->pool};
    to->condition = from->condition;
    to->of = acquire_table(to);
    for (size_t h = 0; h < from->holders.n; h++)
        to->of[register_slot(from->holders.at[h].reg)] =
            from->of[register_slot(from->holders.at[h].reg)];
    COPY(to->known, from->known);
    COPY(to->holders, from->holders);
    COPY(to->computed, from->computed);
    COPY(to->memory, from->memory);
    clear_stores(to);
}

void vn_move(struct values *to, struct values *from)
{
    *to = *from;
    *from = (struct values){0};
    clear_stores(to);
}

void vn_free(struct values *v)
{
    for (size_t h = 0; h < v->holders.n; h++)
        v->of[register_slot(v->holders.at[h].reg)] = 0;
    if (v->of)
        *array_push(&v->pool->clean) = v->of;
    v->of = NULL;
    array_free(&v->known);
    array_free(&v->holders);
    array_free(&v->computed);
    array_free(&v->memory);
    array_free(&v->code);
}

void vn_free_pool(struct values_pool *pool)
{
    for (size_t i = 0; i < pool->clean.n; i++)
        array_release(pool->clean.at[i]);
    array_free(&pool->clean);
}

value_number vn_new(struct values *v)
{
    value_number n = (value_number)v->known.n;
    struct value_facts *k = array_push(&v->known);

    *k = (struct value_facts){.first = -1, .last = -1};
    k->sum.n = 1;
    k->sum.roots[0] = (struct linear_term){n, 1};
    return n;
}

value_number vn_of(struct values *v, lab_reg r)
{
    value_number *n = &v->of[register_slot(r)];

    if (*n == 0)
        vn_set(v, r, vn_new(v));
    return *n;
}

void vn_set(struct values *v, lab_reg r, value_number n)
{
    int32_t at = (int32_t)v->holders.n;
    struct value_facts *k = &v->known.at[n];

    v->of[register_slot(r)] = n;
    *array_push(&v->holders) = (struct register_holder){r, -1};
    if (k->last >= 0)
        v->holders.at[k->last].next = at;
    else
        k->first = at;
    k->last = at;
}

void vn_prefer(struct values *v, lab_reg r, value_number n)
{
    int32_t at = (int32_t)v->holders.n;
    struct value_facts *k = &v->known.at[n];

    v->of[register_slot(r)] = n;
    *array_push(&v->holders) = (struct register_holder){r, k->first};
    k->first = at;
    k->last = k->last >= 0 ? k->last : at;
}

lab_reg vn_holder(const struct values *v, value_number n)
{
    for (int32_t h = v->known.at[n].first; h >= 0; h = v->holders.at[h].next)
        if (v->of[register_slot(v->holders.at[h].reg)] == n)
            return v->holders.at[h].reg;
    return 0;
}

/* ---- sums ---- */
static bool add_root(struct sum *s, value_number of, int64_t k)
{
    return linear_terms_add(s->roots, &s->n, SUM_ROOTS, (struct linear_term){of, k});
}

bool sum_add(struct sum *to, const struct sum *s, int64_t times)
{
    to->c = (int64_t)((uint64_t)to->c + (uint64_t)s->c * (uint64_t)times);
    for (int r = 0; r < s->n; r++)
        if (!add_root(to, s->roots[r].of, (int64_t)((uint64_t)s->roots[r].scale * (uint64_t)times)))
            return false;
    return true;
}

static bool same_sum(const struct sum *a, const struct sum *b)
{
    if (a->c != b->c || a->n != b->n)
        return false;
    for (int r = 0; r < a->n; r++)
        if (a->roots[r].of != b->roots[r].of || a->roots[r].scale != b->roots[r].scale)
            return false;
    return true;
}

/* Returns the first value that a search examines. */
static value_number first_known(const struct values *v)
{
    return v->known.n > VALUES_KNOWN ? (value_number)(v->known.n - VALUES_KNOWN) : 1;
}

value_number vn_sum(struct values *v, const struct sum *s)
{
    for (value_number n = first_known(v); n < v->known.n; n++)
        if (same_sum(&v->known.at[n].sum, s))
            return n;
    value_number n = vn_new(v);
    v->known.at[n].sum = *s;
    return n;
}

lab_reg vn_root(struct values *v, value_number root, int64_t *more)
{
    lab_reg r = vn_holder(v, root);

    *more = 0;
    for (value_number n = first_known(v); n < v->known.n && r == 0; n++) {
        const struct sum *s = &v->known.at[n].sum;
        if (s->n != 1 || s->roots[0].of != root || s->roots[0].scale != 1)
            continue;
        r = vn_holder(v, n);
        *more = -s->c;
    }
    return r;
}

static bool same_computation(const struct computed *a, const struct computed *b)
{
    return a->what == b->what && a->scale == b->scale && a->number == b->number &&
           memcmp(a->s, b->s, sizeof a->s) == 0 && a->imm == b->imm && a->symbol == b->symbol;
}

value_number vn_computed(struct values *v, const struct computed *c, bool *found)
{
    for (size_t i = 0; i < v->computed.n; i++)
        if (same_computation(&v->computed.at[i], c)) {
            *found = true;
            return v->computed.at[i].value;
        }
    *found = false;
    v->computed.n =
        vn_halve(v->computed.at, sizeof *v->computed.at, v->computed.n, VALUES_COMPUTED);
    struct computed *n = array_push(&v->computed);
    *n = *c;
    n->value = vn_new(v);
    return n->value;
}
