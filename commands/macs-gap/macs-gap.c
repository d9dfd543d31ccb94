/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs-gap: the gap table of a run database. */
#include "base/outfile.h"
#include "commands/macs-gap/options.h"
#include "commands/macs-gap/page.h"
#include "gaps/hot/coverage.h"
#include "gaps/online/write.h"
#include "machines/machine.h"
#include "runs/regions/regions.h"

#include <string.h>

enum { SHOWN_MESSAGES = 20 };

static void import(const struct gap_options *o, struct diag *d)
{
    struct runs *r = runs_open(o->db, RUNS_CHANGE, d);
    if (r)
        runs_know_machines(r, machine_is_known);
    bool ok = r && (!o->imports.n || runs_import(r, o->imports.at, (size_t)o->imports.n));
    if (ok && (!o->region_files.n ||
               runs_import_regions(r, o->region_files.at, (size_t)o->region_files.n)))
        runs_commit(r);
    runs_close(r);
}

/* Prints the equations of loop l, if it or its source loop has one of the ids, after an empty line
 * if *any. */
static void explain_loop(const struct gaps *g, const struct gap_run *run, const struct gap_loop *l,
                         const struct notes *ids, bool *any)
{
    for (size_t k = 0; k < ids->n; k++) {
        const char *source = l->hot ? l->hot->source : NULL;
        if (strcmp(l->loop, ids->at[k]) != 0 && !(source && strcmp(source, ids->at[k]) == 0))
            continue;
        if (*any)
            putchar('\n');
        gaps_explain(g, stdout, run, l);
        *any = true;
    }
}

/* Prints the equations of a loop in every selected run. */
static void explain(const struct gaps *g, const char *name, struct diag *d)
{
    struct arena a = {0};
    const struct gap_table *t = gaps_table(g);
    const struct notes *ids = gaps_loops_called(g, &a, name, d);
    bool any = false;
    for (size_t i = 0; ids && i < t->n; i++) {
        const struct gap_run *run = &t->at[i];
        for (size_t l = 0; l < run->n; l++)
            explain_loop(g, run, &run->loops[l], ids, &any);
        for (size_t l = 0; run->coverage && l < run->coverage->n; l++)
            explain_loop(g, run, &run->coverage->rows[l].loop, ids, &any);
    }
    arena_free(&a);
}

static struct gap_series series(struct arena *a, const struct gap_options *o,
                                const struct gap_table *t)
{
    bool all = o->format == OUTPUT_JSON || (o->scaling && o->repeats);
    if (all)
        return gap_series(a, t, o->efficiency);
    if (o->scaling)
        return gap_series_scaling(a, t, o->efficiency);
    return o->repeats ? gap_series_repeats(a, t) : (struct gap_series){0};
}

static void show_tables(const struct gap_options *o, const struct gaps *g, struct page *p)
{
    struct arena a = {0};
    struct gap_series s = series(&a, o, gaps_table(g));
    if (o->advice)
        gap_advice(p, g, o->loops.n > 0 ? ADVISED_ALL : ADVISED_MOST);
    if (gap_options_ask_runs(o))
        gap_text(p, g, &o->view);
    if (o->view.brief)
        gap_advice(p, g, ADVISED_FIRST);
    if (o->scaling)
        gap_scaling_text(p, &s);
    if (o->repeats)
        gap_repeats_text(p, &s);
    if (o->compare)
        gap_compare_text(p, gaps_table(g), o->view.brief);
    if (o->view.brief)
        gap_notes_number(p, gaps_table(g),
                         arena_printf(&a, "macs-gap%s %s", o->median ? " --median" : "", o->db));
    arena_free(&a);
}

static void show_data(const struct gap_options *o, const struct gaps *g)
{
    struct arena a = {0};
    struct gap_series s = series(&a, o, gaps_table(g));
    if (o->format == OUTPUT_JSON)
        gap_json(stdout, g, &s, &o->view);
    else if (o->scaling)
        gap_scaling_csv(stdout, &s);
    else
        gap_csv(stdout, gaps_table(g), o->view.unit);
    arena_free(&a);
}

/* Returns whether no loop satisfies the conditions. Reports it as a line of text, or as an error if
 * a file was to be written. */
static bool report_no_match(const struct gap_options *o, const struct gaps *g, struct page *p,
                            struct diag *d)
{
    bool files = o->plots.n || o->reports.n || o->explains.n || o->bounds || o->export;
    bool for_people = o->format == OUTPUT_TEXT || p->markdown;
    if (!o->conditions.n || gaps_table(g)->n || !(files || for_people))
        return false;
    if (files)
        diag_error(d, (struct where){0}, "no loop of this run database satisfies the conditions");
    else
        gap_text(p, g, &o->view);
    return true;
}

static void show(const struct gap_options *o, const struct gaps *g, struct diag *d)
{
    struct plot_facts facts = {gaps_table(g), g, o->loops.n > 0, 0};
    struct page p = {.out = stdout, .markdown = o->format == OUTPUT_MARKDOWN};
    bool for_people = o->format == OUTPUT_TEXT || p.markdown;
    if (report_no_match(o, g, &p, d)) {
        page_free(&p);
        return;
    }
    for (int i = 0; i < o->plots.n; i++)
        plot_charts(&facts, &o->choice, o->plots.at[i], d);
    for (int i = 0; i < o->reports.n; i++)
        plot_report(g, o->efficiency, o->reports.at[i], d);
    for (int i = 0; i < o->explains.n; i++)
        explain(g, o->explains.at[i], d);
    if (o->export)
        gap_regions_export(stdout, gaps_table(g), d);
    if (o->regions && for_people)
        gap_regions_text(&p, gaps_table(g));
    if (o->bounds)
        gaps_write_bounds(g, o->bounds, d);
    if (for_people)
        show_tables(o, g, &p);
    else
        show_data(o, g);
    page_free(&p);
}

static void tabulate(struct gap_options *o, struct diag *d)
{
    struct arena a = {0};
    struct gap_ask ask = {.set = &o->set,
                          .changes = &o->changes,
                          .runs = &o->runs,
                          .loops = &o->loops,
                          .where = o->conditions.n ? &o->where : NULL,
                          .base = o->base,
                          .median = o->median};
    trace_pass(&o->trace, "open");
    struct runs *r = runs_open(o->db, RUNS_READ, d);
    trace_pass(&o->trace, "read and compute");
    struct gaps *g = r ? gaps_read(r, &a, &ask, d) : NULL;
    trace_pass(&o->trace, "show");
    if (g)
        show(o, g, d);
    runs_close(r);
    arena_free(&a);
}

static void list(const struct gap_options *o, struct diag *d)
{
    struct arena a = {0};
    struct inventory found;
    struct runs *r = runs_open(o->db, RUNS_READ, d);
    if (r && runs_inventory(r, &a, &found))
        gap_list(stdout, &found, o->format);
    runs_close(r);
    arena_free(&a);
}

int main(int argc, char **argv)
{
    struct gap_options o = {0};
    struct diag d;
    bool ok = true;
    outlive_closed_pipes();
    diag_init(&d, "macs-gap");
    d.max_shown = SHOWN_MESSAGES;
    if (!gap_options_read(&o, argc, argv)) {
        gap_options_free(&o);
        return 2;
    }
    if (o.list_charts)
        plot_list(stdout);
    for (int i = 0; i < o.plots.n && !o.list_charts; i++)
        ok &= plot_path_ok(o.plots.at[i], &d);
    for (int i = 0; i < o.reports.n && !o.list_charts; i++)
        ok &= outfile_spares(o.reports.at[i], &o.db, 1, &d) && outfile_check(o.reports.at[i], &d);
    ok &= !o.list_charts;
    trace_pass(&o.trace, "import");
    if (ok && (o.imports.n || o.region_files.n))
        import(&o, &d);
    if (ok && o.list)
        list(&o, &d);
    else if (ok && !gap_options_only_import(&o))
        tabulate(&o, &d);
    trace_pass(&o.trace, NULL);
    stdout_close(&d);
    diag_close(&d);
    gap_options_free(&o);
    return diag_exit_status(&d);
}
