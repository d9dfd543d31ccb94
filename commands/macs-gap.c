/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs-gap: the gap table of a run database. */
#include "commands/macs-gap.h"

#include "base/outfile.h"
#include "base/trace.h"
#include "commands/common.h"
#include "commands/macs-gap-page.h"
#include "gaps/online/write.h"
#include "gaps/where.h"
#include "plots/plots.h"
#include "runs/regions/regions.h"
#include "runs/runs.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_MESSAGES = 20 };
static const char list_word[] = "list";

struct options {
    bool list, advice, scaling, repeats;
    const char *form; /* as it was given; NULL = it was not */
    enum output_format format;
    const char *base, *unit;
    const char *bounds;    /* --bounds */
    const char *efficient; /* --efficiency as it was given; NULL = it was not */
    double efficiency;
    bool regions, export;
    struct option_list imports, region_files, plots, charts, reports, explains, set, runs, loops,
        conditions;
    struct plot_choice choice; /* of charts */
    struct gap_where where;    /* of conditions */
    struct gap_view view;
    struct arena arena; /* of where */
    struct trace trace;
};

/* False after a message about usage. */
static bool read_charts(struct options *o)
{
    struct arena a = {0};
    const char *wrong = plot_choose(&o->choice, &a, &o->charts);
    if (!wrong && o->charts.n && !o->plots.n)
        wrong = "--chart needs a file for the chart: --plot=FILE";
    if (wrong)
        wrong_usage("macs-gap", "%s", wrong);
    arena_free(&a);
    return !wrong;
}

static bool read_conditions(struct options *o)
{
    const char *wrong = NULL;
    for (int i = 0; i < o->conditions.n && !wrong; i++) {
        wrong = gap_where_add(&o->where, &o->arena, o->conditions.at[i]);
        if (wrong)
            wrong_usage("macs-gap", "--where='%s': %s", o->conditions.at[i], wrong);
    }
    return !wrong;
}

static bool read_view(struct options *o)
{
    o->view.chosen = o->conditions.n > 0;
    if (!o->unit)
        return true;
    for (int u = 0; u < GAP_UNITS; u++)
        if (strcmp(gap_unit_names[u], o->unit) == 0) {
            o->view.unit = (enum gap_unit)u;
            return true;
        }
    wrong_usage("macs-gap", "--unit is cpl, cpf, seconds or mflops, not '%s'", o->unit);
    return false;
}

/* False after a message about usage. */
static bool read_efficiency(struct options *o)
{
    char *end = NULL;
    o->efficiency = o->efficient ? strtod(o->efficient, &end) : GAP_EFFICIENCY;
    o->scaling |= o->efficient != NULL;
    if (o->efficiency > 0 && o->efficiency <= 1 && (!end || (end != o->efficient && !*end)))
        return true;
    wrong_usage("macs-gap", "--efficiency=%s: give a number above 0 and up to 1", o->efficient);
    return false;
}

/* An option that a table, chart or equation follows from. */
static bool asks_for_table(const struct options *o)
{
    return o->advice || o->plots.n || o->reports.n || o->explains.n || o->regions || o->export ||
           o->bounds || o->runs.n || o->loops.n || o->set.n || o->base || o->conditions.n ||
           o->unit || o->view.threads || o->scaling || o->repeats;
}

/* Database and options; false after a message about usage. */
static bool read_options(struct options *o, int argc, char **argv, const char **db)
{
    const struct option_row rows[] = {
        {"import", 0, OPTION_LIST, &o->imports, "FILE", "put the rows of FILE.csv into DB first"},
        {"import-regions", 0, OPTION_LIST, &o->region_files, "FILE",
         "put the regions of FILE into DB first"},
        {"regions", 0, OPTION_FLAG, &o->regions, NULL, "run-time bounds of each region"},
        {"export-regions", 0, OPTION_FLAG, &o->export, NULL, "stored regions as a region file"},
        {"format", 0, OPTION_TEXT, &o->form, "FORMAT", "text (default), markdown, json or csv"},
        {"plot", 0, OPTION_LIST, &o->plots, "FILE", "draw charts into FILE.pdf, .svg or .png"},
        {"chart", 0, OPTION_LIST, &o->charts, "NAME,...",
         "these charts; a name that is none lists all"},
        {"report", 0, OPTION_LIST, &o->reports, "FILE", "a page with all of it into FILE.html"},
        {"explain", 0, OPTION_LIST, &o->explains, "LOOP",
         "every equation of LOOP with its numbers"},
        {"bounds", 0, OPTION_TEXT, &o->bounds, "FILE", "write bounds that libmacsgap(3) reads"},
        {"advice", 0, OPTION_FLAG, &o->advice, NULL, "the largest gaps, and facts about causes"},
        {"run", 0, OPTION_LIST, &o->runs, "NAME", "only this run; may be repeated"},
        {"loop", 0, OPTION_LIST, &o->loops, "LOOP", "only this loop; may be repeated"},
        {"where", 0, OPTION_LIST, &o->conditions, "CONDITION",
         "only what meets it, say \'muf < 0.5\'"},
        {"unit", 0, OPTION_TEXT, &o->unit, "UNIT", "cpl (default), cpf, seconds or mflops"},
        {"threads", 0, OPTION_FLAG, &o->view.threads, NULL, "text: each thread of a loop, too"},
        {"base", 0, OPTION_TEXT, &o->base, "NAME", "speed-ups against this run on 1 processor"},
        {"scaling", 0, OPTION_FLAG, &o->scaling, NULL,
         "speed-up, efficiency and laws fitted to it"},
        {"efficiency", 0, OPTION_TEXT, &o->efficient, "X",
         "--scaling, and processors for it (0.7)"},
        {"repeats", 0, OPTION_FLAG, &o->repeats, NULL, "medians and spread of repeated runs"},
        {"set", 0, OPTION_LIST, &o->set, "KEY=VALUE", "one number of the machine for a what-if"},
        {"time", 0, OPTION_FLAG, &o->trace.on, NULL, "time each pass, on standard error"},
        {0},
    };
    const struct command_line line = {
        "macs-gap", "[list] [OPTION]... DB",
        "What lies between a loop's bounds and its measured time, from a run database.",
        "macs-gap run.db --import=measured.csv --plot=gaps.pdf", rows};
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&line, argc, argv, operands);
    o->list = n == 2 && strcmp(operands[0], list_word) == 0;
    *db = n > 0 ? operands[n - 1] : NULL;
    free(operands);
    if (n >= 0 && n != 1 + o->list)
        wrong_usage("macs-gap", "name one run database");
    else if (o->list && (o->imports.n || o->region_files.n || asks_for_table(o)))
        wrong_usage("macs-gap", "list takes no option but --format");
    else if (o->repeats && o->form && strcmp(o->form, "csv") == 0)
        wrong_usage("macs-gap", "--repeats has no csv; --scaling has one");
    else
        return n > 0 && output_format_up_to(OUTPUT_MARKDOWN, "macs-gap", o->form, &o->format) &&
               read_charts(o) && read_view(o) && read_conditions(o) && read_efficiency(o);
    return false;
}

static void import(const struct options *o, const char *db, struct diag *d)
{
    struct runs *r = runs_open(db, RUNS_CHANGE, d);
    bool ok = r && (!o->imports.n || runs_import(r, o->imports.at, (size_t)o->imports.n));
    if (ok && (!o->region_files.n ||
               runs_import_regions(r, o->region_files.at, (size_t)o->region_files.n)))
        runs_commit(r);
    runs_close(r);
}

/* The rows that an --explain asks for: its loop, in every run shown. */
static void explain(const struct gaps *g, const char *name, struct diag *d)
{
    struct arena a = {0};
    const struct gap_table *t = gaps_table(g);
    const struct notes *ids = gaps_loops_called(g, &a, name, d);
    bool any = false;
    for (size_t i = 0; i < t->n; i++)
        for (size_t l = 0; l < t->at[i].n; l++)
            for (size_t k = 0; ids && k < ids->n; k++) {
                if (strcmp(t->at[i].loops[l].loop, ids->at[k]) != 0)
                    continue;
                if (any)
                    putchar('\n');
                gaps_explain(g, stdout, &t->at[i], &t->at[i].loops[l]);
                any = true;
            }
    arena_free(&a);
}

/* runs: the tables of runs, too; else, for people, those across runs that are asked for. */
static void show_tables(const struct options *o, const struct gaps *g, struct page *p, bool runs)
{
    bool for_people = o->format == OUTPUT_TEXT || p->markdown, across = o->scaling || o->repeats;
    struct arena a = {0};
    struct gap_series s = {0};
    if (across || (runs && o->format == OUTPUT_JSON))
        s = gap_series(&a, gaps_table(g), o->efficiency);
    if (runs && o->format == OUTPUT_JSON)
        gap_json(stdout, g, &s);
    else if (o->format == OUTPUT_CSV && across)
        gap_scaling_csv(stdout, &s);
    else if (runs && o->format == OUTPUT_CSV)
        gap_csv(stdout, gaps_table(g), o->view.unit);
    else if (runs)
        gap_text(p, g, &o->view);
    if (for_people && o->scaling)
        gap_scaling_text(p, &s);
    if (for_people && o->repeats)
        gap_repeats_text(p, &s);
    arena_free(&a);
}

static void show(const struct options *o, const struct gaps *g, struct diag *d)
{
    struct plot_facts facts = {gaps_table(g), g, o->loops.n > 0};
    struct page p = {.out = stdout, .markdown = o->format == OUTPUT_MARKDOWN};
    bool for_people = o->format == OUTPUT_TEXT || p.markdown;
    for (int i = 0; i < o->plots.n; i++)
        plot_charts(&facts, &o->choice, o->plots.at[i], d);
    for (int i = 0; i < o->reports.n; i++)
        plot_report(g, o->efficiency, o->reports.at[i], d);
    for (int i = 0; i < o->explains.n; i++)
        explain(g, o->explains.at[i], d);
    if (o->export)
        gap_regions_export(stdout, gaps_table(g));
    if (o->regions && for_people)
        gap_regions_text(&p, gaps_table(g));
    if (o->bounds)
        gaps_write_bounds(g, o->bounds, d);
    if (o->advice && for_people)
        gap_advice(&p, g, o->loops.n > 0);
    bool only = o->plots.n || o->reports.n || o->explains.n || o->bounds || o->regions ||
                o->export || o->advice || o->scaling || o->repeats;
    show_tables(o, g, &p, o->form || !only);
    page_free(&p);
}

static void tabulate(struct options *o, const char *db, struct diag *d)
{
    struct arena a = {0};
    struct gap_ask ask = {.set = &o->set,
                          .runs = &o->runs,
                          .loops = &o->loops,
                          .where = o->conditions.n ? &o->where : NULL,
                          .base = o->base};
    trace_pass(&o->trace, "open");
    struct runs *r = runs_open(db, RUNS_READ, d);
    trace_pass(&o->trace, "read and compute");
    struct gaps *g = r ? gaps_read(r, &a, &ask, d) : NULL;
    trace_pass(&o->trace, "show");
    if (g)
        show(o, g, d);
    runs_close(r);
    arena_free(&a);
}

static void list(const struct options *o, const char *db, struct diag *d)
{
    struct arena a = {0};
    struct inventory found;
    struct runs *r = runs_open(db, RUNS_READ, d);
    if (r && runs_inventory(r, &a, &found))
        gap_list(stdout, &found, o->format);
    runs_close(r);
    arena_free(&a);
}

/* An import by itself says nothing. */
static bool only_imports(const struct options *o)
{
    return (o->imports.n || o->region_files.n) && !o->form && !asks_for_table(o);
}

static void options_free(struct options *o)
{
    free(o->imports.at);
    free(o->region_files.at);
    free(o->plots.at);
    free(o->reports.at);
    free(o->charts.at);
    free(o->explains.at);
    free(o->set.at);
    free(o->runs.at);
    free(o->loops.at);
    free(o->conditions.at);
    arena_free(&o->arena);
}

int main(int argc, char **argv)
{
    struct options o = {0};
    struct diag d;
    const char *db;
    bool ok = true;
    outlive_closed_pipes();
    diag_init(&d, "macs-gap");
    d.max_shown = SHOWN_MESSAGES;
    if (!read_options(&o, argc, argv, &db)) {
        options_free(&o);
        return 2;
    }
    for (int i = 0; i < o.plots.n; i++)
        ok &= plot_path_ok(o.plots.at[i], &d);
    trace_pass(&o.trace, "import");
    if (ok && (o.imports.n || o.region_files.n))
        import(&o, db, &d);
    if (ok && o.list)
        list(&o, db, &d);
    else if (ok && !only_imports(&o))
        tabulate(&o, db, &d);
    trace_pass(&o.trace, NULL);
    stdout_close(&d);
    diag_close(&d);
    options_free(&o);
    return diag_exit_status(&d);
}
