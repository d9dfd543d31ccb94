/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/titles.h"

#include "base/name-index.h"
#include "base/names.h"
#include "bounds/data.h"
#include "gaps/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char no_source[] = "no source loop is known: the program was sampled as machine code";
static const char no_unit[] = "M, MA and k are those of loops, and this code is outside of loops";
static const char not_stored[] = "its instructions are not in the database";

static const char *no_passes(struct arena *a, const char *why)
{
    return arena_printf(a, "passes and measured cycles per pass are unknown: %s", why);
}

bool coverage_has_passes(const struct gap_coverage *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (is_known(c->rows[i].measured))
            return true;
    return false;
}

bool coverage_has_data(const struct gap_coverage *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].loop.data && is_known(c->rows[i].loop.data->macsd))
            return true;
    return false;
}

bool coverage_data_limits(const struct gap_hot_row *row)
{
    const struct gap_data *d = row->loop.data;
    return d && d->bound && d->bound->limiting >= 0 && is_known(d->gap) && d->gap.value > 0;
}

const char *coverage_data_limit(struct arena *a, const struct gap_hot_row *row)
{
    const struct data_bound *b = row->loop.data->bound;
    return arena_printf(a, "%s to core", b->at[b->limiting].name);
}

bool coverage_has_sources(const struct gap_coverage *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].source)
            return true;
    return false;
}

const char *coverage_unknown_passes(const struct gap_hot_row *row)
{
    enum hotspot_kind kind = row->hot->kind;
    bool code = kind == HOTSPOT_LOOP || kind == HOTSPOT_STRAIGHT_LINE;
    return code && !is_known(row->hot->passes) ? row->hot->passes.missing : NULL;
}

const char *coverage_common_reason(const struct gap_coverage *c, size_t n)
{
    const char *common = NULL;
    for (size_t i = 0; i < n; i++) {
        const char *why = coverage_unknown_passes(&c->rows[i]);
        if (why && common && strcmp(why, common) != 0)
            return NULL;
        common = why ? why : common;
    }
    return common;
}

const char *coverage_no_gaps(struct arena *a, const struct gap_coverage *c)
{
    const struct quantity counted = c->profile->instructions;
    const char *why = coverage_common_reason(c, c->n);
    if (coverage_has_passes(c) && coverage_has_sources(c))
        return "M and MA of its source loops are unknown";
    if (is_known(counted) || coverage_has_passes(c))
        return no_source;
    if (!why)
        why = is_known(c->profile->slowdown) ? "the reasons differ by row" : counted.missing;
    return no_passes(a, why);
}

const char *coverage_no_measured(struct arena *a, const struct gap_hot_row *row)
{
    return is_known(row->measured) ? NULL : no_passes(a, row->measured.missing);
}

static const struct {
    const char *name, *note;
} pass_words[] = {
    [PASS_OF_LOOP] = {"pass", "MAC and MACS are cycles per pass of the loop's machine code"},
    [PASS_OF_OUTER_LOOP] = {"outer pass", "MAC and MACS are cycles per pass of the outer loop, for "
                                          "its own code without that of inner loops"},
    [PASS_OF_FUNCTION] = {"call", "MAC and MACS are cycles per call of the function, for its code "
                                  "outside loops, without callees"},
    [PASS_OF_ITERATION] = {"iteration", "bounds and measured time are cycles per iteration of the "
                                        "source loop, which has k x passes iterations"},
};

const char *coverage_pass_name(enum gap_pass p)
{
    return pass_words[p].name;
}

const char *coverage_pass_note(enum gap_pass p)
{
    return pass_words[p].note;
}

/* ---- shares ---- */

/* Returns whether the kernel counted most of the CPU time of a run that is not short, in rows
 * without samples: their shares are exact. */
static bool is_mostly_counted(const struct hot_profile *p)
{
    const double least_seconds = 0.3, least_share = 0.5;
    double counted = 0;
    for (size_t i = 0; i < p->n; i++)
        counted += p->at[i].samples == 0 ? p->at[i].seconds : 0;
    return p->cpu_seconds >= least_seconds && counted >= least_share * p->cpu_seconds;
}

/* Returns why the profile has no shares; NULL = it has. */
static const char *no_shares(struct arena *a, const struct hot_profile *p)
{
    if ((p->samples >= COVERAGE_LEAST_SAMPLES && p->cpu_seconds > 0) || is_mostly_counted(p))
        return NULL;
    return arena_printf(
        a, "too short: %.0f sample%s in %.3g s of CPU time; shares need at least %d", p->samples,
        p->samples == 1 ? "" : "s", p->cpu_seconds, COVERAGE_LEAST_SAMPLES);
}

static struct quantity share_of(const struct hot_profile *p, double seconds, const char *why)
{
    return why ? missing(why) : known(fmin(seconds / p->cpu_seconds, 1));
}

static void add_share(struct quantity *to, const struct gap_hot_row *row, bool counts)
{
    if (counts)
        *to = q_add(*to, row->share);
}

static void sum_shares(struct gap_coverage *c, const char *why)
{
    struct quantity none = why ? missing(why) : known(0);
    c->waiting = c->unnamed = c->with_bounds = none;
    for (int k = 0; k < HOTSPOT_KINDS; k++)
        c->kinds[k] = none;
    for (size_t i = 0; i < c->n; i++) {
        const struct gap_hot_row *row = &c->rows[i];
        const struct hotspot *h = row->hot;
        bool library = h->kind == HOTSPOT_LIBRARY;
        add_share(&c->kinds[h->kind], row, true);
        add_share(&c->waiting, row, library && h->waiting);
        add_share(&c->unnamed, row, library && !h->waiting && !h->function);
        add_share(&c->with_bounds, row, is_known(row->macs));
    }
    c->covered = q_sub(q_sub(c->kinds[HOTSPOT_LIBRARY], c->waiting), c->unnamed);
    c->covered = q_add(c->covered, c->kinds[HOTSPOT_LOOP]);
    c->covered = q_add(c->covered, c->kinds[HOTSPOT_STRAIGHT_LINE]);
}

/* ---- bounds ---- */

static int compare_code(const void *key, const void *element)
{
    const struct hotspot *h = key;
    const struct compiled_loop *c = ((const struct model_loop *)element)->compiled;
    int by_file = strcmp(h->object, c->file);
    return by_file ? by_file : strcmp(h->label, c->label);
}

static const char *limit_text(const char *limit)
{
    return limit && *limit ? limit : NULL;
}

static void set_bounds(struct arena *a, const struct model_build *b, struct gap_hot_row *row)
{
    const struct hotspot *h = row->hot;
    const char *why = h->why ? h->why : not_stored;
    row->mac = row->macs = missing(why);
    if (h->object && h->label)
        row->code = bsearch(h, b->sampled, b->n_sampled, sizeof *b->sampled, compare_code);
    row->outer = h->kind == HOTSPOT_LOOP && h->inclusive > h->seconds;
    row->outer |= h->kind == HOTSPOT_LOOP && row->code && row->code->compiled->kind == LOOP_RESIDUE;
    row->pass = h->kind != HOTSPOT_LOOP ? PASS_OF_FUNCTION
                : row->outer            ? PASS_OF_OUTER_LOOP
                                        : PASS_OF_LOOP;
    if (row->code && row->code->compiled->has_body) {
        struct pass_bound mac, macs;
        model_code_bounds(a, row->code, &mac, &macs);
        row->mac = mac.cycles;
        row->macs = macs.cycles;
        row->mac_limit = limit_text(mac.limit);
        row->macs_limit = limit_text(macs.limit);
    }
    row->why = row->macs.missing;
}

/* ---- counts that differ between runs ---- */

/* Half the width of the 95 % prediction interval of a third number, relative to the difference of
 * two: Student's t with one degree of freedom, 12.706, times the standard deviation of the two,
 * their difference / sqrt(2), times sqrt(1 + 1 / 2). */
static const double prediction_factor = 11.0;
/* Greatest difference of two counted runs, relative to their mean, that is ignored, and greatest
 * one up to which the mean is used. */
static const double exact_spread = 0.001, most_spread = 0.02;

static const char *varying_reason(struct arena *a, const char *what, double spread)
{
    return arena_printf(a,
                        "%s of two counted runs differ by %.2g %%: those of the timed run are "
                        "unknown",
                        what, 100 * spread);
}

/* Makes numbers unknown whose spread shows that those of the sampled run are. */
static void remove_varying_counts(struct arena *a, struct hot_profile *p)
{
    for (size_t i = 0; i < p->n; i++) {
        struct hotspot *h = &p->at[i];
        if (h->counted && h->spread > most_spread)
            h->passes = missing(varying_reason(a, "the passes", h->spread));
    }
    for (size_t i = 0; i < p->n_source_loops; i++) {
        struct hot_source_loop *l = &p->source_loops[i];
        if (l->spread > most_spread)
            l->entries = l->iterations =
                missing(varying_reason(a, "the iterations in the source", l->spread));
    }
}

double coverage_passes_error(const struct hotspot *h)
{
    bool varies = h->counted && is_known(h->passes) && h->spread > exact_spread;
    return varies ? prediction_factor * h->spread : 0;
}

void coverage_note_spread(struct arena *a, const struct hotspot *h, struct notes *to)
{
    if (coverage_passes_error(h) > 0)
        note(a, to,
             "the passes of two counted runs differ by %.2g %%: those of the timed run differ from "
             "their mean by up to %.2g %% (95 %% prediction interval)",
             100 * h->spread, 100 * coverage_passes_error(h));
}

/* ---- rows ---- */

/* Returns the cycles of a pass: the CPU time of the loop in cycles, divided by its passes. */
static struct quantity cycles_of_pass(const struct hotspot *h, struct quantity clock)
{
    if (!(h->seconds > 0) && is_known(h->passes))
        return missing("its own code has no samples");
    return is_known(h->passes) ? q_div(q_mul(known(h->seconds), clock), h->passes, "no passes")
                               : h->passes;
}

static void set_measured(const struct hot_profile *p, struct gap_hot_row *row)
{
    const struct hotspot *h = row->hot;
    bool range = coverage_clock_varies(p);
    struct quantity constant = missing("the core clock was constant within 2 %");
    row->measured = cycles_of_pass(h, p->clock[1]);
    row->measured_low = range ? cycles_of_pass(h, p->clock[0]) : constant;
    row->measured_high = range ? cycles_of_pass(h, p->clock[2]) : constant;
    row->passes_error = coverage_passes_error(h);
    if (row->passes_error > 0) {
        struct quantity most = known(1 + row->passes_error), least = known(1 - row->passes_error);
        row->measured_low = q_div(range ? row->measured_low : row->measured, most, "");
        row->measured_high = q_div(range ? row->measured_high : row->measured, least, "");
    }
    row->ns = cycles_of_pass(h, known(1e9));
    row->gap_p = q_sub(row->measured, row->macs);
}

static void copy_notes(struct arena *a, const struct notes *from, struct notes *to)
{
    for (size_t i = 0; i < from->n; i++)
        note_text(a, to, from->at[i]);
}

/* Adds how counted passes are distributed over threads. */
static void note_threads(struct arena *a, const struct hotspot *h, struct gap_loop *l)
{
    const struct thread_passes *t = &h->threads;
    double mean = t->n > 0 ? h->passes.value / t->n : 0;
    if (t->n > 1)
        note(a, &l->notes,
             "%.0f threads executed it: %.10g to %.10g of its passes, the greatest number is %.3g "
             "times the mean",
             t->n, t->least, t->greatest, t->greatest / mean);
}

/* Sets the row of columns and conditions. Only the shares and values per pass are known. */
static void set_loop(struct arena *a, struct gap_hot_row *row)
{
    const struct hotspot *h = row->hot;
    struct gap_loop *l = &row->loop;
    const char *why = coverage_no_measured(a, row);
    const char *no_loop = h->kind == HOTSPOT_LOOP ? no_source : no_unit;
    struct quantity source = missing(no_loop), passes = missing(why ? why : no_loop);
    *l = (struct gap_loop){.loop = h->name, .file = h->source, .routine = h->function};
    l->line = h->source ? h->line : 0;
    l->place = -1;
    l->tnf = l->k = l->cpl.m = l->cpl.ma = l->clock_hz = source;
    l->cpl.mac = l->cpl.macs = l->cpl.measured = passes;
    l->iterations = l->cycles = l->own_cycles = l->time = l->instances = l->lost = passes;
    l->own = l->cpl;
    l->muf = l->base_time = l->speedup = l->balanced = l->actual = passes;
    l->division = gap_no_division(passes.missing);
    gap_parts_of(&l->cpl, &l->gap, &l->share);
    if (!why) {
        l->cpl.measured = row->measured;
        l->gap.p = row->gap_p;
    }
    if (row->code)
        copy_notes(a, &row->code->compiled->notes, &l->notes);
    note_threads(a, h, l);
    coverage_note_spread(a, h, &l->notes);
}

static void set_row(struct arena *a, const struct model_build *b, const struct hot_profile *p,
                    size_t i, const char *why, struct gap_hot_row *row)
{
    const struct hotspot *h = &p->at[i];
    *row = (struct gap_hot_row){.hot = h};
    row->share = share_of(p, h->seconds, why);
    row->inclusive = share_of(p, h->inclusive, why);
    row->low = why ? missing(why) : known(fmax(h->low, 0));
    row->high = why ? missing(why) : known(fmin(h->high, 1));
    if (h->parent >= 0)
        row->parent = p->at[h->parent].name;
    set_bounds(a, b, row);
    set_measured(p, row);
    set_loop(a, row);
}

/* Sets the callers of library functions: titles of rows. A caller without samples of its own is no
 * row. */
static void set_callers(struct gap_coverage *c)
{
    struct names names = {0};
    struct name_index rows = {0};
    for (size_t i = 0; i < c->n; i++) {
        const char *name = c->rows[i].hot->name;
        *name_index_at(&rows, name_of(&names, name, strlen(name)), 0) = (uint32_t)i;
    }
    for (size_t i = 0; i < c->n; i++) {
        const char *name = c->rows[i].hot->caller;
        if (!name)
            continue;
        uint32_t row = name_index_find(&rows, name_of(&names, name, strlen(name)), 0);
        c->rows[i].caller = row == NAME_INDEX_NONE ? name : c->rows[row].title;
    }
    name_index_free(&rows);
    names_free(&names);
}

bool read_coverage(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to)
{
    struct hot_profile *p;
    to->coverage = NULL;
    if (!of->run || !runs_profile(r, a, of->run->id, &p))
        return !of->run;
    if (!p)
        return true;
    struct gap_coverage *c = ARENA_NEW(a, struct gap_coverage);
    const char *why = no_shares(a, p);
    remove_varying_counts(a, p);
    *c = (struct gap_coverage){.profile = p, .n = p->n};
    c->rows = ARENA_ARRAY(a, struct gap_hot_row, p->n + 1);
    for (size_t i = 0; i < p->n; i++)
        set_row(a, of->build, p, i, why, &c->rows[i]);
    for (size_t i = 0; i < p->n; i++)
        c->rows[i].loop.hot = &c->rows[i];
    titles_set(a, c->rows, c->n);
    set_callers(c);
    sum_shares(c, why);
    to->coverage = c;
    return true;
}

size_t coverage_select(struct arena *a, struct gap_run *run,
                       bool (*holds)(const void *context, const struct gap_run *run,
                                     const struct gap_loop *l),
                       const void *context)
{
    const struct gap_coverage *all = run->coverage;
    if (!all)
        return 0;
    struct gap_coverage *c = ARENA_NEW(a, struct gap_coverage);
    *c = *all;
    c->rows = ARENA_ARRAY(a, struct gap_hot_row, all->n + 1);
    c->n = 0;
    for (size_t i = 0; i < all->n; i++)
        if (holds(context, run, &all->rows[i].loop))
            c->rows[c->n++] = all->rows[i];
    for (size_t i = 0; i < c->n; i++)
        c->rows[i].loop.hot = &c->rows[i];
    run->coverage = c;
    return c->n;
}

/* ---- the most important rows ---- */

size_t coverage_main_rows(const struct gap_coverage *c)
{
    enum { MOST_ROWS = 30 };
    const double enough = 0.95;
    double sum = 0;
    size_t n = 0;
    while (n < c->n && n < MOST_ROWS && sum < enough && is_known(c->rows[n].share))
        sum += c->rows[n++].share.value;
    return n;
}

size_t coverage_largest_rest(const struct gap_coverage *c,
                             const struct gap_hot_row *at[COVERAGE_LARGEST])
{
    const double enough = 0.7;
    size_t n = 0;
    if (!is_known(c->with_bounds) || c->with_bounds.value >= enough)
        return 0;
    for (size_t i = 0; i < c->n && n < COVERAGE_LARGEST; i++)
        if (c->rows[i].why && is_known(c->rows[i].share) && c->rows[i].share.value > 0)
            at[n++] = &c->rows[i];
    return n;
}
