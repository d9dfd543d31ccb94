/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gap A (section 5.1): the operations of the program other than flops at peak rate. */
#include "bounds/bounds.h"
#include "gaps/causes/facts.h"
#include "gaps/read.h"

#include <ctype.h>
#include <string.h>

static struct quantity ma_with(struct fact_writer *t, const struct essential *e)
{
    return bound_ma(t->a, t->l->machine, e, &t->l->path->recurrence, t->l->ma_k).cpl;
}

/* Returns the noun for the number of loads and stores. */
static const char *memory_noun(const struct counts *c)
{
    if (c->n[OP_LFL] + c->n[OP_SFL] != 1)
        return "loads and stores";
    return c->n[OP_LFL] == 1 ? "load" : c->n[OP_SFL] == 1 ? "store" : "load or store";
}

static void add_memory_facts(struct fact_writer *t, const struct counts *c)
{
    double memory = c->n[OP_LFL] + c->n[OP_SFL], flops = counts_tnf(c);
    if (memory > 0 && flops > 0)
        add_fact(t, FACT_MEMORY, "%s %s (lfl %s + sfl %s) for TNF %s: %s per flop",
                 fact_number(t, memory), memory_noun(c), fact_number(t, c->n[OP_LFL]),
                 fact_number(t, c->n[OP_SFL]), fact_number(t, flops),
                 fact_number(t, memory / flops));
    else if (memory > 0)
        add_fact(t, FACT_MEMORY, "lfl %s + sfl %s and no flop: the loop only moves data",
                 fact_number(t, c->n[OP_LFL]), fact_number(t, c->n[OP_SFL]));
}

/* Adds MA without the recurrence, if the recurrence is a reduction that could be reordered. */
static void add_reduction_facts(struct fact_writer *t)
{
    struct essential e = essential_of(t->l->source, true);
    struct quantity ma =
        bound_ma(t->a, t->l->machine, &e, &t->l->source->reassociated, t->l->ma_k).cpl;
    if (!t->l->reassociate && is_known(ma) && is_known(t->loop->cpl.ma) &&
        ma.value < t->loop->cpl.ma.value * (1 - 1e-9) && !t->l->source->n_blocks)
        add_fact(t, FACT_REDUCTION,
                 "a reduction must keep its order; if it may be reordered (-ffast-math, kma "
                 "--reassociate), MA is %s (%s less)",
                 fact_number(t, ma.value), fact_number(t, t->loop->cpl.ma.value - ma.value));
}

static void add_unpaired_facts(struct fact_writer *t, const struct counts *c)
{
    double alone = c->n[OP_FA] + c->n[OP_FM] + c->n[OP_FMISC];
    if (alone > 0)
        add_fact(
            t, FACT_UNPAIRED,
            "of TNF %s, %s %s in no multiply-add pair: fa %s, fm %s, fmisc %s; in pairs: 2 x fma "
            "%s",
            fact_number(t, counts_tnf(c)), fact_number(t, alone), alone == 1 ? "is" : "are",
            fact_number(t, c->n[OP_FA]), fact_number(t, c->n[OP_FM]),
            fact_number(t, c->n[OP_FMISC]), fact_number(t, c->n[OP_FMA]));
}

static void add_overhead_facts(struct fact_writer *t, const struct counts *c)
{
    struct essential all = model_essential(t->l), bare = all;
    struct quantity k = essential_k(t->l->machine, &all, t->l->ma_k);
    if (!is_known(k) || c->n[OP_X] + c->n[OP_Y] == 0)
        return;
    bare.counts.n[OP_X] = bare.counts.n[OP_Y] = 0;
    struct quantity with = ma_with(t, &all), without = ma_with(t, &bare);
    if (is_known(with) && is_known(without) && without.value < with.value)
        add_fact(t, FACT_OVERHEAD,
                 "loop overhead per pass (k = %s): x %s, y %s; without it MA is %s (%s less)",
                 fact_number(t, k.value), fact_number(t, c->n[OP_X]), fact_number(t, c->n[OP_Y]),
                 fact_number(t, without.value), fact_number(t, with.value - without.value));
}

/* ---- copies ---- */

/* Returns text in lower case without blanks and comment. */
static const char *bare_text(struct arena *a, const char *text)
{
    char *to = arena_strdup(a, text);
    size_t n = 0;
    for (; *text && *text != '!'; text++)
        if (*text != ' ' && *text != '\t' && *text != '\r')
            to[n++] = (char)tolower((unsigned char)*text);
    to[n] = 0;
    return to;
}

static bool counted_on(const struct source_loop *s, long line)
{
    for (size_t i = 0; i < s->n_ops; i++)
        if (s->ops[i].line == line)
            return true;
    return false;
}

/* Returns the only other reference on the line of store w if it is a load, otherwise NULL. */
static const struct reference *only_load(const struct source_loop *s, const struct reference *w)
{
    const struct reference *found = NULL;
    for (size_t i = 0; i < s->n_refs; i++) {
        const struct reference *r = &s->refs[i];
        if (r == w || r->line != w->line)
            continue;
        if (found || r->write || r->use == REF_INDEX)
            return NULL;
        found = r;
    }
    return found;
}

/* Returns whether the line is only "w = r". */
static bool is_copy(struct fact_writer *t, const struct reference *w, const struct reference *r)
{
    const char *line = runs_source_line(t->g->r, t->a, t->l->source->file, w->line);
    if (!line || !w->text || !r->text)
        return false;
    const char *have = bare_text(t->a, line);
    const char *want = bare_text(t->a, arena_printf(t->a, "%s=%s", w->text, r->text));
    have += strspn(have, "0123456789");
    return strcmp(have, want) == 0;
}

static void add_copies_facts(struct fact_writer *t, const struct source_loop *s)
{
    const char *list = NULL;
    size_t n = 0;
    for (size_t i = 0; i < s->n_refs; i++) {
        const struct reference *w = &s->refs[i];
        const struct reference *r = w->use == REF_STORE ? only_load(s, w) : NULL;
        if (!r || counted_on(s, w->line) || !is_copy(t, w, r))
            continue;
        n++;
        list = joined_text(t->a, list, ", ",
                           arena_printf(t->a, "%s = %s in line %ld (1 store, %d load)", w->text,
                                        r->text, w->line, r->use == REF_LOAD));
    }
    if (n)
        add_fact(t, FACT_COPIES, "%zu statement%s only cop%s an element: %s", n, n == 1 ? "" : "s",
                 n == 1 ? "ies" : "y", list);
}

void add_gap_a_facts(struct fact_writer *t)
{
    if (!t->l)
        return;
    const struct source_loop *s = t->l->source;
    struct quantity td = bound_td(&t->l->path->recurrence);
    struct essential e = model_essential(t->l);
    struct rates r = essential_rates(t->l->machine, &e, t->l->ma_k);
    add_limit_facts(t, "MA", t->l->machine, &r, td);
    if (is_known(td) && td.value > 0 && td.value >= t->loop->cpl.ma.value * (1 - 1e-9))
        add_recurrence_facts(t, &t->l->path->recurrence, "iteration", 1);
    add_reduction_facts(t);
    add_memory_facts(t, &e.counts);
    add_unpaired_facts(t, &e.counts);
    add_overhead_facts(t, &e.counts);
    add_copies_facts(t, s);
    add_fusing_facts(t);
    add_bases_facts(t, s);
}
