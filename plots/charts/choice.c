/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/choice.h"
#include "base/util.h"

#include <string.h>

/* Returns the weight of a loop in the choice: its cycles; 0 for an outer loop, because its cycles
 * are mostly those of its inner loops; negative for a loop without cycles, larger for a higher
 * bound. */
static double weight(const struct gap_loop *l)
{
    const struct quantity rungs[] = {l->cpl.measured, l->cpl.macs, l->cpl.mac, l->cpl.ma, l->cpl.m};
    if (l->measured && is_known(l->cycles))
        return l->outer ? 0 : l->cycles.value;
    for (size_t i = 0; i < COUNT_OF(rungs); i++)
        if (is_known(rungs[i]))
            return -1 / (1 + rungs[i].value);
    return -2;
}

/* Returns whether a is chosen before b. Loops with a bound come first. */
static bool is_better_choice(const struct gap_loop *a, const struct gap_loop *b)
{
    bool x = is_known(a->cpl.m), y = is_known(b->cpl.m);
    return x != y ? x : weight(a) > weight(b);
}

static const struct gap_loop *heaviest(const struct gap_run *r,
                                       bool (*fits)(const struct gap_loop *l))
{
    const struct gap_loop *best = NULL;
    for (size_t i = 0; i < r->n; i++)
        if (fits(&r->loops[i]) && (!best || is_better_choice(&r->loops[i], best)))
            best = &r->loops[i];
    return best;
}

/* Adds all rows of the loop, unless the loop was added before. */
static void add_loop(struct arena *a, struct choice *c, const struct gap_table *t, size_t run,
                     const char *loop, bool (*fits)(const struct gap_loop *l))
{
    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->at[i].loop->loop, loop) == 0)
            return;
    for (; run < t->n; run++)
        for (size_t i = 0; i < t->at[run].n; i++) {
            const struct gap_loop *l = &t->at[run].loops[i];
            if (strcmp(l->loop, loop) == 0 && fits(l))
                *ARENA_PUSH(a, c->at, c->n) = (struct chosen){&t->at[run], l};
        }
}

static void add_heaviest(struct arena *a, struct choice *c, const struct gap_table *t,
                         bool (*fits)(const struct gap_loop *l))
{
    for (int measured = 1; measured >= 0; measured--)
        for (size_t i = 0; i < t->n && !c->n; i++) {
            const struct gap_loop *l = heaviest(&t->at[i], fits);
            if (l && l->measured >= measured)
                *ARENA_PUSH(a, c->at, c->n) = (struct chosen){&t->at[i], l};
        }
}

struct choice choose_rows(struct arena *a, const struct plot_facts *f,
                          bool (*fits)(const struct gap_loop *l))
{
    struct choice c = {.by_time = !f->loops_named};
    if (!f->loops_named)
        add_heaviest(a, &c, f->table, fits);
    else
        for (size_t t = 0; t < f->table->n; t++)
            for (size_t i = 0; i < f->table->at[t].n; i++)
                add_loop(a, &c, f->table, t, f->table->at[t].loops[i].loop, fits);
    return c;
}

const char *choice_text(struct arena *a, const struct choice *c, size_t most, const char *text)
{
    if (c->n > most)
        return arena_printf(a,
                            "%sDrawn: the first %zu of %zu; choose others with --run and --loop. ",
                            text, most, c->n);
    if (c->by_time)
        return arena_printf(a, "%sDrawn: the loop with the most %s; choose others with --loop. ",
                            text,
                            c->n && c->at[0].loop->measured ? "time" : "cycles per iteration");
    return text;
}
