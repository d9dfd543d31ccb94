/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Base registers that a COMMON block would save (section 5.2, figure 6). */
#include "base/util.h"
#include "bounds/bounds.h"
#include "gaps/causes/homes.h"
#include "gaps/causes/facts.h"

#include <stdlib.h>
#include <string.h>

/* ---- savings ---- */

/* MA of a loop as it is, and with fewer base registers. */
struct saving {
    struct bound with, without;
    double y, less;
};

/* Computes the saving of `saved` base registers. Returns false if it is unknown. */
static bool find_saving(struct fact_writer *t, const struct source_loop *s, int saved,
                        struct saving *to)
{
    struct essential all = model_essential(t->l), less = all;
    less.counts.n[OP_Y] -= (double)saved * t->l->machine->overhead_increment;
    to->y = s->counts.n[OP_Y];
    to->less = less.counts.n[OP_Y];
    to->with = bound_ma(t->a, t->l->machine, &all, &t->l->path->recurrence, t->l->ma_k);
    to->without = bound_ma(t->a, t->l->machine, &less, &t->l->path->recurrence, t->l->ma_k);
    return is_known(to->with.cpl) && is_known(to->without.cpl) && to->less >= 0;
}

static const char *saving_text(struct fact_writer *t, const struct saving *s)
{
    return arena_printf(t->a, "y %s -> %s per pass, t_i %s -> %s, MA %s -> %s",
                        fact_number(t, s->y), fact_number(t, s->less),
                        fact_number(t, s->with.ti.value), fact_number(t, s->without.ti.value),
                        fact_number(t, s->with.cpl.value), fact_number(t, s->without.cpl.value));
}

/* ---- if all arrays were in one block ---- */

static bool first_of_base(const struct source_loop *s, size_t i)
{
    for (size_t o = 0; o < i; o++)
        if (s->refs[o].base == s->refs[i].base && strcmp(s->refs[o].array, s->refs[i].array) == 0)
            return false;
    return s->refs[i].base >= 0;
}

/* Base registers that references to one array use. */
static int bases_of_array(const struct source_loop *s, const char *array)
{
    int n = 0;
    for (size_t i = 0; i < s->n_refs; i++)
        n += first_of_base(s, i) && strcmp(s->refs[i].array, array) == 0;
    return n;
}

/* Returns the arrays by base register, "x; y, z". *would_do: the registers that suffice if all
 * arrays are in one COMMON block, at least those of each array. */
static const char *arrays_by_base(struct fact_writer *t, const struct source_loop *s, int *would_do)
{
    const char *list = NULL;
    *would_do = 0;
    for (int b = 0; b < s->bases; b++) {
        const char *one = NULL;
        for (size_t i = 0; i < s->n_refs; i++) {
            if (s->refs[i].base != b || !first_of_base(s, i))
                continue;
            int n = bases_of_array(s, s->refs[i].array);
            one = joined_text(t->a, one, ", ", s->refs[i].array);
            *would_do = n > *would_do ? n : *would_do;
        }
        if (one)
            list = joined_text(t->a, list, "; ", one);
    }
    return list;
}

/* Adds the saving if all arrays were in one block. because: why the calls do not place
 * them there; NULL = unknown. */
static void add_condition_facts(struct fact_writer *t, const struct source_loop *s,
                                const char *because)
{
    int would_do;
    struct saving saving;
    const char *list = arrays_by_base(t, s, &would_do);
    if (!list || would_do >= s->bases || s->stride == 0 ||
        !find_saving(t, s, s->bases - would_do, &saving))
        return;
    add_fact(t, FACT_BASES,
             "%d base registers (%s); %d would suffice if these arrays were in one COMMON block "
             "within %s "
             "bytes: %s%s%s",
             s->bases, list, would_do, fact_number(t, t->l->machine->displacement),
             saving_text(t, &saving), because ? "; now, " : "", because ? because : "");
}

/* ---- arrays that calls place in one block ---- */

enum { CALLS_NAMED = 3 };

/* A reference and its address in the block. */
struct block_reference {
    long walk;
    int base;
    double at;
};

static int by_address(const void *one, const void *other)
{
    const struct block_reference *a = one, *b = other;
    return ORDER_BY_TWO(a, b, walk, at);
}

static int bases_at(const struct machine *m, struct block_reference *at, size_t n)
{
    int bases = 0;
    double lowest = 0;
    if (n)
        qsort(at, n, sizeof *at, by_address);
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && at[i].walk == at[i - 1].walk;
        if (same && displacement_reaches(m->displacement, lowest, at[i].at))
            continue;
        bases++;
        lowest = at[i].at;
    }
    return bases;
}

static int bases_now(const struct block_reference *at, size_t n)
{
    int bases = 0;
    for (size_t i = 0; i < n; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first &= at[k].base != at[i].base;
        bases += first;
    }
    return bases;
}

static const struct home *one_of(const struct home *h, size_t n, const char *array)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(h[i].array, array) == 0)
            return &h[i];
    return NULL;
}

/* Counts the base registers of the arrays of n homes in one block: now, and if they were declared
 * there. */
static void count_bases(struct fact_writer *t, const struct source_loop *s, const struct home *h,
                        size_t n, int *now, int *then)
{
    struct block_reference *at = ARENA_ARRAY(t->a, struct block_reference, s->n_refs + 1);
    size_t all = 0;
    for (size_t i = 0; i < s->n_refs; i++) {
        const struct reference *r = &s->refs[i];
        for (size_t k = 0; r->walk && r->base >= 0 && k < n; k++)
            if (strcmp(h[k].array, r->array) == 0)
                at[all++] = (struct block_reference){r->walk, r->base,
                                                     h[k].first->offset.value + (double)r->start};
    }
    *now = bases_now(at, all);
    *then = bases_at(t->l->machine, at, all);
}

/* "xx, yy are x, y (bytes 0, 8000) of COMMON /b/" */
static const char *homes_text(struct fact_writer *t, const struct home *h, size_t n)
{
    const char *arrays = NULL, *actuals = NULL, *bytes = NULL, *block = h->first->block;
    for (size_t i = 0; i < n; i++) {
        arrays = joined_text(t->a, arrays, ", ", h[i].array);
        actuals = joined_text(t->a, actuals, ", ", h[i].first->array);
        bytes =
            joined_text(t->a, bytes, ", ", arena_printf(t->a, "%.0f", h[i].first->offset.value));
    }
    return arena_printf(t->a, "%s are %s (from bytes %s on) of %s", arrays, actuals, bytes,
                        *block ? arena_printf(t->a, "COMMON /%s/", block) : "blank COMMON");
}

static const char *calls_text(struct fact_writer *t, const struct homes *h)
{
    const char *list = NULL;
    for (size_t i = 0; i < h->n_calls && i < CALLS_NAMED; i++)
        list = joined_text(t->a, list, ", ",
                           arena_printf(t->a, "%s:%ld", h->calls[i]->file, h->calls[i]->line));
    return arena_printf(t->a, "in the call%s at %s%s", h->n_calls == 1 ? "" : "s", list,
                        h->n_calls <= CALLS_NAMED
                            ? ""
                            : arena_printf(t->a, " and %zu more", h->n_calls - CALLS_NAMED));
}

/* Returns the arrays without a home, with the first reason. */
static const char *others_text(struct fact_writer *t, const struct homes *h)
{
    const char *list = NULL, *why = NULL;
    for (size_t i = 0; i < h->n; i++) {
        if (h->at[i].first)
            continue;
        list = joined_text(t->a, list, ", ", h->at[i].array);
        why = why ? why : h->at[i].why;
    }
    return list ? arena_printf(t->a, "; not %s: %s", list, why) : "";
}

/* Returns whether references of two of the arrays have the same stride. */
static bool walk_alike(const struct source_loop *s, const struct home *h, size_t n)
{
    for (size_t i = 0; i < s->n_refs; i++)
        for (size_t k = 0; s->refs[i].walk && k < i; k++)
            if (s->refs[k].walk == s->refs[i].walk && one_of(h, n, s->refs[i].array) &&
                one_of(h, n, s->refs[k].array) && strcmp(s->refs[k].array, s->refs[i].array) != 0)
                return true;
    return false;
}

/* Returns why none of them can share a base register. */
static const char *why_apart(struct fact_writer *t, const struct source_loop *s,
                             const struct home *h, size_t n)
{
    if (!walk_alike(s, h, n))
        return "the loop accesses each with a different stride";
    return arena_printf(t->a,
                        "too far apart for base registers, which reach %s bytes in both directions",
                        fact_number(t, t->l->machine->displacement));
}

/* Adds the fact about the arrays of one block. Returns false if there is none. */
static bool add_block_facts(struct fact_writer *t, const struct source_loop *s,
                            const struct homes *all, const struct home *h, size_t n)
{
    int now, then;
    struct saving saving;
    if (n < 2)
        return false;
    count_bases(t, s, h, n, &now, &then);
    const char *where = homes_text(t, h, n), *calls = calls_text(t, all);
    if (then >= now)
        add_fact(
            t, FACT_SHARED,
            "dummy arguments %s %s, but %s: declared there they would take %d base registers, as "
            "now%s",
            where, calls, why_apart(t, s, h, n), then, others_text(t, all));
    else if (find_saving(t, s, now - then, &saving))
        add_fact(
            t, FACT_SHARED,
            "dummy arguments %s %s: declared there they would share %d base register%s instead of "
            "%d: %s%s",
            where, calls, then, then == 1 ? "" : "s", now, saving_text(t, &saving),
            others_text(t, all));
    return true;
}

void add_bases_facts(struct fact_writer *t, const struct source_loop *s)
{
    struct homes h = find_homes(t->a, t->build, s);
    bool any = false;
    const char *because = NULL;
    if (!(t->l->machine->overhead_increment > 0))
        return; /* as many as now */
    for (size_t i = 0, n; i < h.n && h.at[i].first; i += n) {
        for (n = 1; i + n < h.n && h.at[i + n].first; n++)
            if (strcmp(h.at[i + n].first->block, h.at[i].first->block) != 0)
                break;
        any |= add_block_facts(t, s, &h, &h.at[i], n);
    }
    for (size_t i = 0; !because && i < h.n; i++)
        because = h.at[i].why;
    if (!any)
        add_condition_facts(t, s, because);
}
