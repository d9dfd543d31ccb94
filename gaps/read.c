/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/read.h"

#include "base/nearest.h"
#include "base/util.h"
#include "facts/data.h"
#include "gaps/hot/what-if.h"
#include "gaps/hot/coverage.h"
#include "gaps/hot/iterations.h"
#include "gaps/hot/shares.h"
#include "gaps/ladder/above.h"
#include "gaps/median.h"
#include "gaps/regions/regions.h"
#include "gaps/where.h"
#include "runs/names.h"

#include <string.h>

static void make_bases(struct arena *a, struct gaps *g)
{
    g->base = ARENA_ARRAY(a, struct gap_ladder *, g->model.n + 1);
    for (size_t b = 0; b < g->model.n; b++) {
        const struct model_build *build = &g->model.at[b];
        g->base[b] = ARENA_ARRAY(a, struct gap_ladder, build->n + 1);
        for (size_t i = 0; i < build->n; i++)
            g->base[b][i] = model_ladder(a, &build->loops[i], NULL);
    }
}

/* Lists a row for each run of a build, one for a build without runs. */
static size_t list_rows(struct arena *a, struct gaps *g)
{
    size_t n = 0;
    g->of = ARENA_ARRAY(a, struct table_row, g->model.n + g->runs.n + 1);
    for (size_t b = 0; b < g->model.n; b++) {
        const struct model_build *build = &g->model.at[b];
        size_t first = n;
        for (size_t i = 0; i < g->runs.n; i++)
            if (g->runs.at[i].build == build->stored->id)
                g->of[n++] = (struct table_row){build, g->base[b], &g->runs.at[i]};
        if (n == first && (build->stored->n_sources || build->stored->n_compiled))
            g->of[n++] = (struct table_row){build, g->base[b], NULL};
    }
    return n;
}

/* ---- selection ---- */

static bool is_run(const char *name, const struct gap_run *run)
{
    return run->run && strcmp(name, run->run) == 0;
}

static bool in_runs(const struct option_list *names, const struct gap_run *run)
{
    for (int i = 0; i < names->n; i++)
        if (is_run(names->at[i], run))
            return true;
    return false;
}

static bool is_given(const struct option_list *names)
{
    return names && names->n > 0;
}

static void report_unknown_run(const struct gaps *g, const char *name, struct diag *d)
{
    struct nearest near = {.word = name};
    for (size_t t = 0; t < g->table.n; t++)
        if (g->table.at[t].run)
            nearest_offer(&near, g->table.at[t].run);
    if (near.best)
        diag_error(d, (struct where){0}, "no run '%s' in this database; did you mean '%s'?", name,
                   near.best);
    else
        diag_error(d, (struct where){0},
                   "no run '%s' in this database; macs-gap list lists all runs", name);
}

static bool check_names(const struct gaps *g, const struct gap_ask *ask, struct diag *d)
{
    bool ok = true;
    for (int i = 0; ask->runs && i < ask->runs->n; i++) {
        bool found = false;
        for (size_t t = 0; t < g->table.n; t++)
            found |= is_run(ask->runs->at[i], &g->table.at[t]);
        if (!found)
            report_unknown_run(g, ask->runs->at[i], d);
        ok &= found;
    }
    return ok;
}

static void offer_loops(struct loop_search *s, const struct gap_run *run)
{
    for (size_t l = 0; l < run->n; l++)
        loop_search_offer(s, run->loops[l].loop);
    for (size_t i = 0; run->coverage && i < run->coverage->n; i++)
        loop_search_offer(s, run->coverage->rows[i].loop.loop);
    for (size_t i = 0; run->coverage && i < run->coverage->n; i++)
        if (run->coverage->rows[i].source)
            loop_search_offer(s, run->coverage->rows[i].source);
}

/* Adds the loops of rows with this title, which tables print in place of their names. joined: those
 * of rows that have a source loop, or the others. */
static void find_titles(struct loop_search *s, const struct gaps *g, bool joined)
{
    for (size_t t = 0; t < g->table.n; t++) {
        const struct gap_coverage *c = g->table.at[t].coverage;
        for (size_t i = 0; c && i < c->n; i++)
            if (!c->rows[i].source != joined && strcmp(c->rows[i].title, s->name) == 0)
                note_once(s->a, &s->found, c->rows[i].loop.loop);
    }
}

const struct notes *gaps_loops_called(const struct gaps *g, struct arena *a, const char *name,
                                      struct diag *d)
{
    struct loop_search *s = ARENA_NEW(a, struct loop_search);
    bool same = true;
    *s = (struct loop_search){.name = name, .a = a};
    find_titles(s, g, false);
    for (size_t t = 0; t < g->table.n && s->found.n == 0; t++)
        offer_loops(s, &g->table.at[t]);
    if (s->found.n == 0)
        find_titles(s, g, true);
    for (size_t i = 1; i < s->found.n; i++)
        same &= strcmp(runs_base_name(s->found.at[0]), runs_base_name(s->found.at[i])) == 0;
    if (s->found.n && same)
        return &s->found;
    bool rows = false;
    for (size_t t = 0; t < g->table.n; t++)
        rows |= g->table.at[t].coverage != NULL;
    diag_error(d, (struct where){0}, "%s%s", loop_search_problem(s),
               rows && !s->found.n ? "; a loop of a sampled run is named as its row in the table"
                                   : "");
    return NULL;
}

/* Sets the ids of all loops given by --loop. Returns false after messages. */
static bool loops_asked(const struct gaps *g, struct arena *a, const struct gap_ask *ask,
                        struct notes *ids, struct diag *d)
{
    bool ok = true;
    for (int i = 0; ask->loops && i < ask->loops->n; i++) {
        const struct notes *found = gaps_loops_called(g, a, ask->loops->at[i], d);
        ok &= found != NULL;
        for (size_t k = 0; found && k < found->n; k++)
            note_once(a, ids, found->at[k]);
    }
    return ok;
}

/* Returns whether a loop, or the source loop of a row, is among the ids. */
static bool is_asked(const void *ids, const struct gap_run *run, const struct gap_loop *l)
{
    const struct notes *asked = ids;
    const char *source = l->hot ? l->hot->source : NULL;
    (void)run;
    return text_is_among(asked->at, asked->n, l->loop) ||
           (source && text_is_among(asked->at, asked->n, source));
}

static bool meets_conditions(const void *where, const struct gap_run *run, const struct gap_loop *l)
{
    return gap_where_holds(where, run, l);
}

static bool check_base(const struct gaps *g, const char *base, struct diag *d)
{
    for (size_t t = 0; base && t < g->table.n; t++) {
        const struct gap_run *run = &g->table.at[t];
        if (!is_run(base, run))
            continue;
        if (run->processors != 1)
            diag_error(d, (struct where){0},
                       "run '%s' is on %ld processors; --base must be a run on 1 processor", base,
                       run->processors);
        return run->processors == 1;
    }
    if (base)
        report_unknown_run(g, base, d);
    return !base;
}

static void select_loops(struct arena *a, struct gaps *g, const struct notes *ids)
{
    for (size_t t = 0; t < g->table.n; t++) {
        struct gap_run *run = &g->table.at[t];
        size_t loops = 0;
        for (size_t l = 0; l < run->n; l++)
            if (text_is_among(ids->at, ids->n, run->loops[l].loop))
                run->loops[loops++] = run->loops[l];
        run->n = loops;
        coverage_select(a, run, is_asked, ids);
        if (run->run && !run->regions)
            sum_bounds(a, run);
    }
}

static void keep_run(struct gaps *g, size_t *n, size_t t)
{
    g->of[*n] = g->of[t];
    g->table.at[(*n)++] = g->table.at[t];
}

static void select_runs(struct gaps *g, const struct option_list *names)
{
    size_t n = 0;
    for (size_t t = 0; t < g->table.n; t++)
        if (in_runs(names, &g->table.at[t]))
            keep_run(g, &n, t);
    g->table.n = n;
}

/* Replaces repeated runs by their median. */
static void select_medians(struct arena *a, struct gaps *g)
{
    size_t n = 0;
    for (size_t t = 0, end; t < g->table.n; t = end) {
        end = gap_repeated_end(&g->table, t);
        struct gap_run run = gap_run_of_medians(a, &g->table, t, end);
        run.sampled = g->table.at[t].sampled;
        g->of[n] = g->of[t];
        g->table.at[n++] = run;
    }
    g->table.n = n;
}

/* Reads the region trees, and sets the bounds of the runs from them. */
static bool read_regions(struct arena *a, struct gaps *g)
{
    for (size_t i = 0; i < g->table.n; i++) {
        struct gap_run *run = &g->table.at[i];
        struct gap_regions *regions;
        if (!regions_of(g, a, run, &regions))
            return false;
        if (!regions)
            continue;
        const struct region_bounds *b = &regions->at[regions->program].bound;
        run->regions = regions;
        run->balanced = b->balanced[REGION_MACS];
        run->actual = b->actual[REGION_MACS];
        for (size_t n = 0; n < regions->notes.n; n++)
            note(a, &run->notes, "%s", regions->notes.at[n]);
    }
    return true;
}

/* Keeps the loops of run that satisfy the conditions. Returns false if the run does not. */
static bool select_by(struct arena *a, const struct gap_where *where, struct gap_run *run)
{
    size_t n = 0, had = run->n + (run->coverage ? run->coverage->n : 0);
    for (size_t l = 0; l < run->n; l++)
        if (gap_where_holds(where, run, &run->loops[l]))
            run->loops[n++] = run->loops[l];
    run->n = n;
    n += coverage_select(a, run, meets_conditions, where);
    return n || (!had && gap_where_holds(where, run, NULL));
}

static void select_where(struct arena *a, struct gaps *g, const struct gap_where *where)
{
    size_t n = 0;
    for (size_t t = 0; t < g->table.n; t++) {
        struct gap_run *run = &g->table.at[t];
        if (!select_by(a, where, run))
            continue;
        if (run->run && !run->regions)
            sum_bounds(a, run);
        g->of[n] = g->of[t];
        g->table.at[n++] = *run;
    }
    g->table.n = n;
}

static void note_run(struct gap_run *run, const struct stored_run *stored)
{
    for (size_t i = 0; i < run->n; i++)
        run->loops[i].in = stored;
}

/* Adds the changes of nests to the overridden values of sampled runs. */
static void list_changes(struct arena *a, struct gaps *g)
{
    for (size_t t = 0; g->changes && g->changes->n && t < g->table.n; t++) {
        struct gap_run *run = &g->table.at[t];
        struct notes all = {0};
        for (size_t i = 0; i < run->set.n; i++)
            note_text(a, &all, run->set.at[i]);
        for (size_t i = 0; i < g->changes->n; i++)
            note_text(a, &all, g->changes->at[i].text);
        if (run->coverage)
            run->set = all;
    }
}

/* Returns the lines of the loops of all recorded nests, "4, 5"; NULL = none was recorded. */
static const char *recorded_lines(struct arena *a, const struct gaps *g)
{
    struct notes lines = {0};
    const char *text = NULL;
    for (size_t t = 0; t < g->table.n; t++) {
        const struct gap_coverage *c = g->table.at[t].coverage;
        for (size_t i = 0; c && i < c->n; i++) {
            const struct hot_data *data = c->rows[i].hot->data;
            for (int k = 0; data && k < data->movement.n_levels; k++)
                note_once(a, &lines, arena_printf(a, "%ld", data->movement.levels[k].line));
        }
    }
    for (size_t i = 0; i < lines.n; i++)
        text = text ? arena_printf(a, "%s, %s", text, lines.at[i]) : lines.at[i];
    return text;
}

static bool change_applies(const struct gaps *g, const struct nest_change *change)
{
    for (size_t t = 0; t < g->table.n; t++) {
        const struct gap_coverage *c = g->table.at[t].coverage;
        for (size_t i = 0; c && i < c->n; i++) {
            const struct hotspot *h = c->rows[i].hot;
            if (h->data && nest_change_applies(change, &h->data->movement, h->source))
                return true;
        }
    }
    return false;
}

/* Returns false after messages about changes of loops that were not recorded. */
static bool check_changes(struct arena *a, const struct gaps *g, struct diag *d)
{
    bool good = true;
    for (size_t i = 0; g->changes && i < g->changes->n; i++) {
        const struct nest_change *c = &g->changes->at[i];
        const char *lines = recorded_lines(a, g);
        if (change_applies(g, c))
            continue;
        good = false;
        diag_error(d, (struct where){0},
                   "--what-if=%s: no recorded nest has a loop of line %ld%s%s", c->text, c->line,
                   lines ? "; recorded are loops of lines " : "",
                   lines ? lines : "; the database has no recorded data accesses");
    }
    return good;
}

struct gaps *gaps_read(struct runs *r, struct arena *a, const struct gap_ask *ask, struct diag *d)
{
    struct gaps *g = ARENA_NEW(a, struct gaps);
    struct stored_builds builds;
    g->r = r;
    g->changes = ask->changes;
    if (!runs_builds(r, a, &builds) || !runs_runs(r, a, &g->runs) ||
        !model_make(&g->model, a, r, &builds, ask->set, d))
        return NULL;
    make_bases(a, g);
    g->table.n = list_rows(a, g);
    g->table.at = ARENA_ARRAY(a, struct gap_run, g->table.n + 1);
    for (size_t i = 0; i < g->table.n; i++) {
        if (!tabulate_run(a, r, &g->of[i], &g->table.at[i]))
            return NULL;
        note_run(&g->table.at[i], g->of[i].run);
    }
    if (!read_regions(a, g))
        return NULL;
    list_changes(a, g);
    iterations_set(g, a);
    if (!check_changes(a, g, d))
        return NULL;
    set_speedups(a, g->table.at, g->table.n, ask->base);
    shares_find_sampled(g);
    struct notes ids = {0};
    bool ok = check_names(g, ask, d);
    ok &= loops_asked(g, a, ask, &ids, d);
    if (!ok || !check_base(g, ask->base, d))
        return NULL;
    if (ask->median) {
        if (is_given(ask->runs))
            select_runs(g, ask->runs);
        select_medians(a, g);
    }
    if (is_given(ask->loops))
        select_loops(a, g, &ids);
    time_programs(a, g, ask->base, !is_given(ask->loops));
    refuse_unexplained(a, &g->table);
    if (is_given(ask->runs) && !ask->median)
        select_runs(g, ask->runs);
    shares_set(g);
    if (ask->where)
        select_where(a, g, ask->where);
    return g;
}

const struct gap_table *gaps_table(const struct gaps *g)
{
    return &g->table;
}

bool gaps_timeline(const struct gaps *g, struct arena *a, const struct gap_run *run,
                   struct watch **w)
{
    *w = NULL;
    return !run->watch ||
           (runs_watch(g->r, a, run->run, w) && *w && runs_timeline(g->r, a, run->run, *w));
}

/* ---- one loop of the table ---- */

const struct model_loop *gaps_model_loop(const struct gaps *g, const struct gap_run *run,
                                         const struct gap_loop *loop)
{
    const struct model_build *b = g->of[run - g->table.at].build;
    if (loop->version && loop->version->code && loop->version->code->source)
        return loop->version->code;
    return loop->place < 0 ? NULL : &b->loops[loop->place];
}

bool gaps_threads(const struct gaps *g, struct arena *a, const struct gap_run *run,
                  const struct gap_loop *loop, struct gap_thread **threads, size_t *n)
{
    const struct table_row *row = &g->of[run - g->table.at];
    const struct table_row of = {row->build, row->base, loop->in};
    struct loop_samples s;
    struct notes remarks = {0};
    const struct model_loop *l = gaps_model_loop(g, run, loop);
    size_t at = l ? (size_t)loop->place : 0;
    *threads = NULL;
    *n = 0;
    if (!of.run || !loop->measured)
        return true;
    if (!runs_samples(g->r, a, of.run->id, loop->loop, &s))
        return false;
    struct gap_ladder stray = loop->cpl;
    if (!l)
        s.n_skips = 0;
    if (l && !l->source->innermost) {
        struct nest_threads t;
        bool ok = nest_threads_of(a, g->r, &of, at, &t);
        *threads = ok ? t.threads : NULL;
        *n = ok ? t.n : 0;
        refuse_threads(loop, *threads, *n);
        return ok;
    }
    *threads = threads_of(a, l ? &of.base[at] : &stray, l, &s, a, &remarks);
    *n = s.n;
    refuse_threads(loop, *threads, *n);
    return true;
}

long gaps_stored_build(const struct gaps *g, const struct gap_run *run)
{
    return g->of[run - g->table.at].build->stored->id;
}
