/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/read.h"
#include "base/util.h"

#include "bounds/data.h"
#include "bounds/streams.h"
#include "bounds/explain.h"
#include "bounds/source-path.h"
#include "gaps/hot/coverage.h"

#include <string.h>

/* Numbers as in bounds/explain.h: six significant digits. */
static const char *number(struct arena *a, struct quantity q)
{
    return is_known(q) ? arena_printf(a, "%.6g", q.value) : "-";
}

static void put_equation(FILE *out, const char *name, struct quantity q, const char *right,
                         const char *unit, const char *where)
{
    struct arena a = {0};
    if (is_known(q))
        fprintf(out, "  %-8s = %s = %s%s%s\n", name, right, number(&a, q), unit, where);
    else
        fprintf(out, "  %-8s = -: %s\n", name, q.missing);
    arena_free(&a);
}

/* ---- bounds without skipped blocks ---- */

static void put_source(FILE *out, const struct gaps *g, const struct model_loop *l)
{
    struct arena a = {0};
    struct source_loop s = *l->source;
    const char *text = runs_source_line(g->r, &a, s.file, s.line);
    if (text)
        fprintf(out, "%s:%ld: %s\n", s.file, s.line, text + strspn(text, " \t"));
    s.recurrence = s.reassociated = l->recurrence;
    bool bounded = (s.innermost && !s.excluded) || s.residue;
    if (bounded && l->weighted)
        explain_weighted(out, l->machine, l->path, l->reassociate, l->ma_k, l->ma_k_how);
    else if (bounded)
        explain_source(out, l->machine, &s, l->reassociate, l->ma_k, l->ma_k_how);
    else
        fprintf(out, "%s: no bound from the source: %s\n", s.id,
                model_ladder(&a, l, NULL).m.missing);
    arena_free(&a);
}

static void put_compiled(FILE *out, const struct model_loop *l, struct quantity tnf)
{
    if (!l->compiled) {
        fprintf(out, "no bound from compiled code: %s\n", l->no_compiled);
        return;
    }
    struct compiled_loop c = *l->compiled;
    c.recurrence = l->compiled_recurrence;
    c.k = l->k;
    c.k_how = l->k_how;
    if (!c.has_body) {
        explain_compiled(out, l->compiled_machine, &c, tnf);
        return;
    }
    struct arena a = {0};
    const char *why;
    const struct instruction_body *b = model_body(&a, l, &why);
    if (b) {
        struct instruction_body body = *b;
        c.body = &body;
        explain_body(out, l->compiled_machine, &c, tnf);
    } else
        fprintf(out, "no bound from compiled code: %s\n", why);
    arena_free(&a);
}

/* ---- skipped blocks ---- */

static void put_share(FILE *out, const char *what, double share, const struct counts *c,
                      double length)
{
    fprintf(out, "    minus %.6g of %s (", share, what);
    for (int i = 0, any = 0; i < OP_CLASSES; i++)
        if (c->n[i] > 0)
            fprintf(out, "%s%s %.6g", any++ ? ", " : "", op_class_name((enum op_class)i), c->n[i]);
    if (length > 0)
        fprintf(out, ", length %.6g", length);
    fputs(")\n", out);
}

static void put_thread(FILE *out, struct arena *a, const struct model_loop *l,
                       const struct gap_thread *t, const double *share)
{
    fprintf(out, "  thread %ld, %.6g iterations:\n", t->thread, t->iterations);
    for (size_t b = 0; b < l->source->n_blocks; b++)
        if (share[b] != 0)
            put_share(out, arena_printf(a, "the block at line %ld", l->source->blocks[b].line),
                      share[b], &l->source->blocks[b].counts, 0);
    for (size_t j = 0; l->compiled && j < l->compiled->n_areas; j++)
        if (share[l->source->n_blocks + j] != 0)
            put_share(out, arena_printf(a, "area %s", l->compiled->areas[j].target),
                      share[l->source->n_blocks + j], &l->compiled->areas[j].counts,
                      (double)l->compiled->areas[j].length);
    if (l->recurrence.n && !recurrence_with_shares(l->machine, l->source, &l->recurrence, share).n)
        fputs("    without the recurrence: an operation of it is in a skipped block\n", out);
    fprintf(out, "    TNF = %s, M = %s, MA = %s, MAC = %s, MACS = %s CPL\n", number(a, t->tnf),
            number(a, t->cpl.m), number(a, t->cpl.ma), number(a, t->cpl.mac),
            number(a, t->cpl.macs));
}

/* Prints how the average counts of each thread are computed, and the average over threads. */
static void put_weights(FILE *out, const struct model_loop *l, const struct gap_loop *row,
                        const struct gap_thread *t, const struct loop_samples *s)
{
    size_t skip = 0;
    fputs("conditional blocks: average counts = loop - sum of (skipped / all) * block, then the "
          "bounds as above\n",
          out);
    for (size_t i = 0; i < s->n; i++) {
        struct arena a = {0};
        struct notes remarks = {0};
        size_t first = skip;
        while (skip < s->n_skips && s->skips[skip].thread == t[i].thread)
            skip++;
        if (skip > first && t[i].iterations > 0)
            put_thread(
                out, &a, l, &t[i],
                model_shares(&a, l, t[i].iterations, s->skips + first, skip - first, &a, &remarks));
        arena_free(&a);
    }
    fputs("  averages over threads, weighted by iterations\n", out);
    put_equation(out, "M", row->cpl.m, "sum of iterations * M / iterations", " CPL", "");
    put_equation(out, "MA", row->cpl.ma, "sum of iterations * MA / iterations", " CPL", "");
    put_equation(out, "MAC", row->cpl.mac, "sum of iterations * MAC / iterations", " CPL", "");
    put_equation(out, "MACS", row->cpl.macs, "sum of iterations * MACS / iterations", " CPL", "");
}

/* ---- measurement and gaps ---- */

static const char *difference(struct arena *a, struct quantity x, struct quantity y)
{
    return arena_printf(a, "%s - %s", number(a, x), number(a, y));
}

static void put_measured(FILE *out, struct arena *a, const struct gap_run *run,
                         const struct gap_loop *row)
{
    const struct gap_ladder *g = &row->cpl;
    const char *mark = "    (eq. 7.1)";
    fprintf(out, "run %s: %ld thread%s on %ld processor%s\n", run->run, row->threads,
            row->threads == 1 ? "" : "s", run->processors, run->processors == 1 ? "" : "s");
    put_equation(out, "measured", g->measured,
                 arena_printf(a, "sum of cycles / sum of iterations = %s / %s",
                              number(a, row->cycles), number(a, row->iterations)),
                 " CPL", "");
    put_equation(
        out, "MUF", row->muf,
        arena_printf(a, "MACS / measured = %s / %s", number(a, g->macs), number(a, g->measured)),
        "", mark);
    const char *macs = row->outer ? "its own MACS" : "MACS";
    put_equation(
        out, "balanced", row->balanced,
        arena_printf(a, "sum over threads of %s * iterations / %ld", macs, run->processors),
        " cycles", "    (eq. 4.17)");
    put_equation(out, "as distributed", row->actual,
                 arena_printf(a, "maximum over threads of %s * iterations", macs), " cycles",
                 "    (eq. 4.18)");
    if (is_known(row->speedup))
        put_equation(out, "speed-up", row->speedup,
                     arena_printf(a, "time on 1 processor / time of this run = %.6g / %s",
                                  row->speedup.value * row->time.value, number(a, row->time)),
                     "", "");
    else
        put_equation(out, "speed-up", row->speedup, "", "", "");
}

static void put_gaps(FILE *out, struct arena *a, const struct gap_loop *row)
{
    const struct gap_ladder *g = &row->cpl;
    fputs("gaps\n", out);
    put_equation(out, "gap A", row->gap.a,
                 arena_printf(a, "MA - M = %s", difference(a, g->ma, g->m)), " CPL", "");
    put_equation(out, "gap C", row->gap.c,
                 arena_printf(a, "MAC - MA = %s", difference(a, g->mac, g->ma)), " CPL", "");
    put_equation(out, "gap S", row->gap.s,
                 arena_printf(a, "MACS - MAC = %s", difference(a, g->macs, g->mac)), " CPL", "");
    put_equation(out, "gap P", row->gap.p,
                 arena_printf(a, "measured - MACS = %s", difference(a, g->measured, g->macs)),
                 " CPL", "");
}

/* Prints the recorded nest: its loops by line, with their iterations. */
static void put_nest_levels(FILE *out, const struct movement *nest)
{
    char trip[QUANTITY_TEXT];
    fputs("  recorded nest:", out);
    for (int k = 0; k < nest->n_levels; k++) {
        const struct loop_level *l = &nest->levels[k];
        fprintf(out, "%s line %ld, %s %s", k ? ";" : "", l->line, quantity_text(l->trip, trip),
                k + 1 == nest->n_levels ? "passes" : "iterations");
    }
    fputs("\n", out);
}

static void put_recorded_nest(FILE *out, const struct gap_data *d)
{
    put_nest_levels(out, d->nest);
    if (d->machine)
        streams_print(out, d->machine, d->nest);
}

/* Prints the data rung: bytes from each level, MACSD and gap D. macs: of the row. */
static void put_data(FILE *out, struct arena *a, const struct gap_data *d, struct quantity macs)
{
    if (!d)
        return;
    if (d->bound) {
        fputs("data of a pass from each level or farther, at least    (eq. D.3)\n", out);
        if (d->nest)
            put_recorded_nest(out, d);
        data_levels_print(out, d->bound, "passes");
        put_equation(out, "data", q_div(d->bound->cycles, known(d->k), ""),
                     arena_printf(a, "the greatest of them / k = %s / %.6g",
                                  number(a, d->bound->cycles), d->k),
                     " cycles", "");
    }
    put_equation(out, "MACSD", d->macsd, "max(MACS, data)", "", "    (eq. D.1)");
    put_equation(out, "gap D", d->gap,
                 arena_printf(a, "MACSD - MACS = %s", difference(a, d->macsd, macs)), "",
                 "    (eq. D.2)");
    put_equation(out, "estimate", d->estimate, "work, transfers and their overlap", "",
                 "    (eq. D.4, D.5; no bound)");
    if (d->estimate_from && is_known(d->estimate))
        fprintf(out, "    %s\n", d->estimate_from);
    if (d->limit)
        fprintf(out, "  limit: %s\n", d->limit);
}

/* Prints the bounds of an outer loop including its inner loops. The contribution of the inner loops
 * is one number: the sum of bound times iterations of the same thread, divided by the iterations of
 * this loop. */
static void put_nest(FILE *out, struct arena *a, const struct gap_loop *row)
{
    const struct gap_ladder *own = &row->own, *all = &row->cpl;
    const struct {
        const char *name;
        struct quantity own, all;
    } rungs[] = {{"M", own->m, all->m},
                 {"MA", own->ma, all->ma},
                 {"MAC", own->mac, all->mac},
                 {"MACS", own->macs, all->macs}};
    fputs("an outer loop: own statements + inner loops of the same threads (bound x iterations of "
          "the\n"
          "inner loop / iterations of this loop)\n",
          out);
    for (size_t i = 0; i < COUNT_OF(rungs); i++)
        put_equation(out, rungs[i].name, rungs[i].all,
                     arena_printf(a, "%s + %s", number(a, rungs[i].own),
                                  number(a, q_sub(rungs[i].all, rungs[i].own))),
                     " CPL", "");
}

/* ---- rows of a profile ---- */

/* Prints the measured cycles of a pass, or why they are unknown. */
static void put_passes(struct arena *a, FILE *out, const struct gap_run *run,
                       const struct gap_hot_row *row)
{
    const struct hotspot *h = row->hot;
    const char *why = coverage_no_measured(a, row);
    if (why) {
        fprintf(out, "no measured cycles, no gap P: %s\n", why);
        return;
    }
    bool iterations = row->pass == PASS_OF_ITERATION;
    struct quantity n = iterations ? row->loop.iterations : h->passes;
    put_equation(out, "measured", row->measured,
                 arena_printf(a, "own CPU time * core clock / %s = %s * %s / %s",
                              iterations ? "(k x passes)" : "passes", number(a, known(h->seconds)),
                              number(a, run->coverage->profile->clock[1]), number(a, n)),
                 "", h->counted ? "; passes of the counted program" : "");
    put_equation(out, "P", row->gap_p, "measured - MACS", "", "");
    if (h->spread > 0)
        fprintf(out, "note: the passes of two counted runs differ by %.2g %%\n", 100 * h->spread);
}

/* Prints the bounds of the row's machine code in the unit of the row: a pass of the code, or an
 * iteration of its source loop. */
static void put_code(FILE *out, const struct gap_loop *loop)
{
    struct model_loop code = *loop->hot->code;
    if (loop->hot->pass == PASS_OF_ITERATION) {
        code.k = loop->k;
        code.k_how = loop->k_how;
    }
    put_compiled(out, &code, loop->tnf);
}

/* Prints the share of CPU time of a row, and the bounds of its machine code. */
static void put_sampled(FILE *out, const struct gap_run *run, const struct gap_loop *loop)
{
    struct arena a = {0};
    const struct gap_hot_row *row = loop->hot;
    const struct hotspot *h = row->hot;
    struct quantity all = known(run->coverage->profile->cpu_seconds);
    if (strcmp(row->title, h->name) != 0)
        fprintf(out, "%s: ", row->title);
    fprintf(out, "%s, sampled in run %s\n", h->name, run->run);
    put_equation(out, "share", row->share,
                 arena_printf(&a, "own CPU time / CPU time of the program = %s / %s",
                              number(&a, known(h->seconds)), number(&a, all)),
                 "",
                 is_known(row->low) ? arena_printf(&a, "; 95 %% interval %s to %s",
                                                   number(&a, row->low), number(&a, row->high))
                                    : "");
    if (h->inclusive > h->seconds)
        put_equation(out, "inclusive", row->inclusive,
                     arena_printf(&a, "with inner loops %s / %s", number(&a, known(h->inclusive)),
                                  number(&a, all)),
                     "", "");
    if (row->code && row->code->compiled->has_body)
        put_code(out, loop);
    if (row->why)
        fprintf(out, "no MACS: %s\n", row->why);
    else if (row->pass != PASS_OF_LOOP)
        fprintf(out, "note: %s\n", coverage_pass_note(row->pass));
    put_passes(&a, out, run, row);
    put_data(out, &a, loop->data, row->macs);
    for (size_t i = 0; i < loop->notes.n; i++)
        fprintf(out, "note: %s\n", loop->notes.at[i]);
    arena_free(&a);
}

/* ---- source loops of a sampled run ---- */

/* Prints the iterations, the time and the bounds of each version of a source loop. */
static void put_versions(FILE *out, struct arena *a, const struct gap_run *run,
                         const struct gap_loop *loop)
{
    for (size_t i = 0; i < run->coverage->n; i++) {
        const struct gap_hot_row *row = &run->coverage->rows[i];
        const struct gap_ladder *g = &row->loop.cpl;
        if (!row->source || strcmp(row->source, loop->loop) != 0)
            continue;
        fprintf(out,
                "  %s: k x passes = %s * %s = %s iterations; MA = %s, MAC = %s, MACS = %s, "
                "measured = %s\n",
                row->hot->name, number(a, row->loop.k), number(a, row->hot->passes),
                number(a, row->loop.iterations), number(a, g->ma), number(a, g->mac),
                number(a, g->macs), number(a, g->measured));
        if (row->no_iterations)
            fprintf(out, "    %s\n", row->no_iterations);
    }
    if (is_known(loop->iterations))
        put_equation(out, "measured", loop->cpl.measured,
                     arena_printf(a, "cycles / iterations = %s / %s", number(a, loop->cycles),
                                  number(a, loop->iterations)),
                     " CPL", "");
}

void gaps_explain(const struct gaps *g, FILE *out, const struct gap_run *run,
                  const struct gap_loop *loop)
{
    struct arena a = {0};
    struct loop_samples s = {0};
    struct gap_thread *threads;
    size_t n;
    const struct model_loop *l = gaps_model_loop(g, run, loop);
    if (loop->hot) {
        put_sampled(out, run, loop);
        return;
    }
    if (l) {
        put_source(out, g, l);
        put_compiled(out, l, model_tnf(&a, l, NULL));
        if (loop->outer)
            put_nest(out, &a, loop);
    }
    if (loop->version)
        put_versions(out, &a, run, loop);
    else if (loop->measured && gaps_threads(g, &a, run, loop, &threads, &n) &&
             runs_samples(g->r, &a, loop->in->id, loop->loop, &s)) {
        if (l && s.n_skips)
            put_weights(out, l, loop, threads, &s);
        put_measured(out, &a, run, loop);
    }
    put_gaps(out, &a, loop);
    put_data(out, &a, loop->data, loop->cpl.macs);
    for (size_t i = 0; !loop->version && i < loop->n_others; i++)
        fprintf(out,
                "note: compiled loop %s of %s, k = %s, has the same source loop and is not in "
                "these bounds\n",
                loop->others[i].label, loop->others[i].file, number(&a, loop->others[i].k));
    for (size_t i = 0; i < loop->notes.n; i++)
        fprintf(out, "note: %s\n", loop->notes.at[i]);
    arena_free(&a);
}
