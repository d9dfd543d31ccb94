/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/advice.h"

#include "gaps/causes/tell.h"
#include "gaps/read.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- telling ---- */

void tell(struct teller *t, enum fact_kind kind, const char *fmt, ...)
{
    static const char *const codes[] = {
#define FACT(NAME, code, meaning) code,
#include "gaps/causes/facts.def"
#undef FACT
    };
    va_list ap;
    va_start(ap, fmt);
    const char *text = arena_vprintf(t->a, fmt, ap);
    va_end(ap);
    *ARENA_PUSH(t->a, t->to->facts, t->to->n) = (struct advice_fact){codes[kind], text};
}

const char *told(struct teller *t, double value)
{
    char text[QUANTITY_TEXT];
    return arena_strdup(t->a, quantity_text(known(value), text));
}

const char *joined_text(struct arena *a, const char *list, const char *glue, const char *text)
{
    return list ? arena_printf(a, "%s%s%s", list, glue, text) : text;
}

/* ---- the gaps of a loop ---- */

static const struct {
    char gap;
    const char *what; /* from which rung to which */
    void (*facts)(struct teller *t);
} gap_kinds[] = {
    {'A', "MA - M", tell_gap_a},
    {'C', "MAC - MA", tell_gap_c},
    {'S', "MACS - MAC", tell_gap_s},
    {'P', "measured - MACS", tell_gap_p},
};
enum { GAP_KINDS = sizeof gap_kinds / sizeof *gap_kinds };

static struct quantity gap_of(const struct gap_loop *l, size_t kind)
{
    const struct quantity all[] = {l->gap.a, l->gap.c, l->gap.s, l->gap.p};
    return all[kind];
}

/* Cycles of a run: all digits, for a reader calculates along. */
static const char *whole(struct teller *t, struct quantity q)
{
    return q.value < 1000 ? told(t, q.value) : arena_printf(t->a, "%.10g", q.value);
}

static const char *headline(struct teller *t, const struct advice *v, const char *what)
{
    const char *cpl = told(t, v->cpl.value), *s = v->cpl.value == 1 ? "" : "s";
    if (!is_known(v->share))
        return arena_printf(t->a, "gap %c (%s) is %s cycle%s an iteration", v->gap, what, cpl, s);
    return arena_printf(t->a,
                        "gap %c (%s) is %s cycle%s an iteration; x %s iterations = %s of the run's "
                        "%s%s cycles, %s%%",
                        v->gap, what, cpl, s, whole(t, t->loop->iterations), whole(t, v->cycles),
                        t->loop->partial ? "at least " : "", whole(t, t->run->cycles),
                        told(t, 100 * v->share.value));
}

/* The ladder averages over blocks that were skipped; facts do not. */
static void tell_weighted(struct teller *t)
{
    const struct gap_ladder base = model_ladder(t->a, t->l, NULL);
    const struct gap_ladder *now = &t->loop->cpl;
    bool differs = (is_known(base.ma) && base.ma.value != now->ma.value) ||
                   (is_known(base.mac) && base.mac.value != now->mac.value);
    if (differs)
        tell(t, FACT_WEIGHTED,
             "the gap is that of an average iteration; the numbers below are those of one "
             "that skips nothing (MA %s, MAC %s)",
             is_known(base.ma) ? told(t, base.ma.value) : "-",
             is_known(base.mac) ? told(t, base.mac.value) : "-");
}

static int greater_gap(const void *a, const void *b)
{
    const struct advice *x = a, *y = b;
    if (x->cpl.value != y->cpl.value)
        return x->cpl.value < y->cpl.value ? 1 : -1;
    return (x->gap > y->gap) - (x->gap < y->gap);
}

static void weigh_gap(struct teller *t, struct advice *v)
{
    v->cycles = q_mul(v->cpl, t->loop->iterations);
    v->share = q_div(v->cycles, t->run->cycles, "the run has no cycles");
}

static struct loop_advice gaps_of(struct teller *t)
{
    struct loop_advice list = {.loop = t->loop, .at = ARENA_ARRAY(t->a, struct advice, GAP_KINDS)};
    for (size_t i = 0; i < GAP_KINDS; i++) {
        struct quantity gap = gap_of(t->loop, i);
        if (!is_known(gap) || gap.value <= 1e-9)
            continue;
        struct advice *v = &list.at[list.n++];
        *v = (struct advice){.gap = gap_kinds[i].gap, .cpl = gap};
        weigh_gap(t, v);
        v->headline = headline(t, v, gap_kinds[i].what);
    }
    qsort(list.at, list.n, sizeof *list.at, greater_gap);
    return list;
}

static void tell_facts(struct teller *t, struct advice *v)
{
    t->to = v;
    if (t->l && v->gap != 'P')
        tell_weighted(t);
    for (size_t i = 0; i < GAP_KINDS; i++)
        if (gap_kinds[i].gap == v->gap)
            gap_kinds[i].facts(t);
}

static struct teller teller_of(const struct gaps *g, struct arena *a, const struct gap_run *run,
                               const struct gap_loop *loop)
{
    /* Facts are of a loop's own statements, the gaps of an outer one hold the loops within. */
    return (struct teller){.g = g,
                           .a = a,
                           .run = run,
                           .loop = loop,
                           .build = g->of[run - g->table.at].build,
                           .l = loop->outer ? NULL : gaps_model_loop(g, run, loop)};
}

bool gaps_advice(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct loop_advice *to)
{
    struct teller t = teller_of(g, a, run, loop);
    *to = gaps_of(&t);
    for (size_t i = 0; i < to->n; i++)
        tell_facts(&t, &to->at[i]);
    return true;
}

/* ---- ranking ---- */

static int more_worth(const void *a, const void *b)
{
    const struct loop_advice *x = a, *y = b;
    double v = is_known(x->at->share) ? x->at->cycles.value : -1;
    double w = is_known(y->at->share) ? y->at->cycles.value : -1;
    if (v != w)
        return v < w ? 1 : -1;
    if (x->at->cpl.value != y->at->cpl.value)
        return x->at->cpl.value < y->at->cpl.value ? 1 : -1;
    return (x->loop > y->loop) - (x->loop < y->loop);
}

bool gaps_ranking(const struct gaps *g, struct arena *a, const struct gap_run *run,
                  struct loop_advice **list, size_t *n)
{
    *list = ARENA_ARRAY(a, struct loop_advice, run->n + 1);
    *n = 0;
    for (size_t i = 0; i < run->n; i++) {
        struct loop_advice one;
        if (run->run && !run->loops[i].measured)
            continue;
        if (!gaps_advice(g, a, run, &run->loops[i], &one))
            return false;
        if (one.n)
            (*list)[(*n)++] = one;
    }
    qsort(*list, *n, sizeof **list, more_worth);
    return true;
}
