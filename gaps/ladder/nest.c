/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outer loops: their own statements (residue) plus the inner loops weighted by iterations (section
 * 4.3: a residue is a separate block, counted once per iteration of its loop). */
#include "gaps/ladder/check.h"
#include "gaps/read.h"

#include <string.h>

/* Requires the loops of a file in source order, each before its inner loops. */
size_t loop_within(const struct model_build *b, size_t at, size_t from)
{
    const struct source_loop *outer = b->loops[at].source;
    for (size_t i = from > at ? from : at + 1; i < b->n; i++) {
        const struct source_loop *s = b->loops[i].source;
        if (strcmp(s->file, outer->file) != 0 || s->depth <= outer->depth)
            break;
        if (source_around(b->stored, s) == outer)
            return i;
    }
    return b->n;
}

/* Adds the bounds of inner to those of to, weighted by the ratio of their iterations. */
static void add_bounds(struct gap_thread *to, const struct gap_thread *inner)
{
    struct quantity n = q_div(known(inner->iterations), known(to->iterations), "no iteration");
    struct gap_ladder *l = &to->cpl;
    const struct gap_ladder *more = &inner->cpl;
    if (!(inner->iterations > 0))
        return;
    l->m = q_add(l->m, q_mul(n, more->m));
    l->ma = q_add(l->ma, q_mul(n, more->ma));
    l->mac = q_add(l->mac, q_mul(n, more->mac));
    l->macs = q_add(l->macs, q_mul(n, more->macs));
    to->muf = q_div(l->macs, l->measured, "measured is 0");
}

/* Adds the inner loop to the threads of to. Both are sorted by thread. */
static void add_threads(struct nest_threads *to, const struct nest_threads *inner)
{
    size_t k = 0;
    for (size_t i = 0; i < to->n; i++) {
        while (k < inner->n && inner->threads[k].thread < to->threads[i].thread)
            k++;
        if (k < inner->n && inner->threads[k].thread == to->threads[i].thread &&
            to->threads[i].iterations > 0) {
            add_bounds(&to->threads[i], &inner->threads[k]);
            to->flops[i] += inner->flops[k];
        }
    }
    if (!to->no_inner)
        to->no_inner = inner->no_inner;
    if (!to->no_flops)
        to->no_flops = inner->no_flops;
}

static bool own_threads(struct arena *a, struct runs *r, const struct table_row *of, size_t at,
                        struct nest_threads *to)
{
    const struct model_loop *l = &of->build->loops[at];
    struct loop_samples s;
    struct notes remarks = {0};
    if (!runs_samples(r, a, of->run->id, l->source->id, &s))
        return false;
    to->n = s.n;
    to->own = threads_of(a, &of->base[at], l, &s, a, &remarks);
    to->threads = ARENA_ARRAY(a, struct gap_thread, s.n + 1);
    if (s.n)
        memcpy(to->threads, to->own, s.n * sizeof *to->own);
    to->flops = ARENA_ARRAY(a, double, s.n + 1);
    for (size_t i = 0; i < s.n; i++)
        if (is_known(to->own[i].tnf))
            to->flops[i] = to->own[i].tnf.value * s.at[i].iterations;
        else
            to->no_flops = to->own[i].tnf.missing;
    if (l->source->innermost ? l->source->excluded : !l->source->residue)
        to->no_flops = "the essential operations of this loop or of an inner loop are unknown";
    return true;
}

bool nest_threads_of(struct arena *a, struct runs *r, const struct table_row *of, size_t at,
                     struct nest_threads *to)
{
    const struct model_build *b = of->build;
    *to = (struct nest_threads){0};
    if (!own_threads(a, r, of, at, to))
        return false;
    for (size_t i = loop_within(b, at, 0); i < b->n; i = loop_within(b, at, i + 1)) {
        struct nest_threads inner;
        if (!nest_threads_of(a, r, of, i, &inner))
            return false;
        add_threads(to, &inner);
        if (!inner.n && !to->no_inner)
            to->no_inner = arena_printf(
                a, "inner loop %s was not measured in this run, so its iterations are unknown",
                b->loops[i].source->id);
    }
    return true;
}

/* ---- rows ---- */

/* Returns the average over threads of the rung with that offset in struct gap_ladder. */
static struct quantity average(const struct nest_threads *t, struct quantity iterations,
                               size_t rung)
{
    struct quantity sum = known(0);
    for (size_t i = 0; i < t->n; i++) {
        const char *ladder = (const char *)&t->threads[i].cpl;
        sum = q_add(
            sum, q_mul(*(const struct quantity *)(ladder + rung), known(t->threads[i].iterations)));
    }
    return q_div(sum, iterations, "no iteration was run");
}

static struct quantity kept(struct arena *a, struct quantity q)
{
    return is_known(q) ? q : missing(arena_strdup(a, q.missing));
}

static void set_row(struct arena *a, const struct nest_threads *t, struct gap_loop *row)
{
    row->cpl.m = kept(a, average(t, row->iterations, offsetof(struct gap_ladder, m)));
    row->cpl.ma = kept(a, average(t, row->iterations, offsetof(struct gap_ladder, ma)));
    row->cpl.mac = kept(a, average(t, row->iterations, offsetof(struct gap_ladder, mac)));
    row->cpl.macs = kept(a, average(t, row->iterations, offsetof(struct gap_ladder, macs)));
    double flops = 0;
    for (size_t i = 0; i < t->n; i++)
        flops += t->flops[i];
    row->tnf = q_div(known(flops), row->iterations, "no iteration was run");
    if (t->no_flops || t->no_inner)
        row->tnf = missing(arena_strdup(a, t->no_flops ? t->no_flops : t->no_inner));
    if (t->no_inner)
        row->cpl.m = row->cpl.ma = row->cpl.mac = row->cpl.macs =
            missing(arena_strdup(a, t->no_inner));
    if (t->no_inner && is_known(row->balanced))
        row->balanced = row->actual = row->cpl.macs;
    set_gaps(row);
}

bool add_inner_loops(struct arena *a, struct runs *r, const struct table_row *of,
                     struct gap_run *to)
{
    const struct model_build *b = of->build;
    bool ok = true;
    for (size_t i = to->n; ok && i-- > 0;) {
        struct gap_loop *row = &to->loops[i];
        const struct model_loop *l = row->place < 0 ? NULL : &b->loops[row->place];
        struct nest_threads t;
        struct arena scratch = {0};
        if (!l || l->source->innermost || !row->measured)
            continue;
        ok = nest_threads_of(&scratch, r, of, (size_t)row->place, &t);
        if (ok) {
            set_row(a, &t, row);
            check_ladder(a, l, &(struct measuring){.error = measuring_error}, row);
        }
        arena_free(&scratch);
    }
    return ok;
}
