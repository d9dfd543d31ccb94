/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/macs-gap/options.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command_line command_line = {
    "macs-gap", "[OPTION]... DB, or macs-gap list DB to list the contents",
    "Compare the bounds of loops with their measured time, from a run database.",
    "macs-gap run.db --import=measured.csv --plot=gaps.pdf"};

static const char list_word[] = "list";

/* False after a message about usage. */
static bool read_charts(struct gap_options *o)
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

static bool read_conditions(struct gap_options *o)
{
    const char *wrong = NULL;
    for (int i = 0; i < o->conditions.n && !wrong; i++) {
        wrong = gap_where_add(&o->where, &o->arena, o->conditions.at[i]);
        if (wrong)
            wrong_usage("macs-gap", "--where='%s': %s", o->conditions.at[i], wrong);
    }
    return !wrong;
}

/* Changes of caches are appended to the options --set. */
static bool read_changes(struct gap_options *o)
{
    struct notes set = {0};
    for (int i = 0; i < o->what_if.n; i++) {
        const char *wrong = gap_changes_add(&o->changes, &o->arena, &set, o->what_if.at[i]);
        if (wrong) {
            wrong_usage("macs-gap", "--what-if='%s': %s", o->what_if.at[i], wrong);
            return false;
        }
    }
    o->set.at = xrealloc(o->set.at, ((size_t)o->set.n + set.n + 1) * sizeof *o->set.at);
    for (size_t i = 0; i < set.n; i++)
        o->set.at[o->set.n++] = set.at[i];
    return true;
}

static bool read_view(struct gap_options *o)
{
    o->view.chosen = o->conditions.n > 0;
    if (!o->unit)
        return true;
    for (int u = 0; u < GAP_UNITS; u++)
        if (strcmp(gap_unit_names[u], o->unit) == 0) {
            o->view.unit = (enum gap_unit)u;
            return true;
        }
    wrong_usage("macs-gap", "--unit must be cpl, cpf, seconds or mflops, not '%s'", o->unit);
    return false;
}

/* False after a message about usage. */
static bool read_efficiency(struct gap_options *o)
{
    char *end = NULL;
    o->efficiency = o->efficient ? strtod(o->efficient, &end) : GAP_EFFICIENCY;
    o->scaling |= o->efficient != NULL;
    if (o->efficiency > 0 && o->efficiency <= 1 && (!end || (end != o->efficient && !*end)))
        return true;
    wrong_usage("macs-gap", "--efficiency must be above 0 and at most 1, not '%s'", o->efficient);
    return false;
}

/* Returns whether an option selects a table, chart or equation. */
static bool asks_for_table(const struct gap_options *o)
{
    return o->advice || o->plots.n || o->reports.n || o->explains.n || o->regions || o->export ||
           o->bounds || o->runs.n || o->loops.n || o->set.n || o->what_if.n || o->base ||
           o->conditions.n || o->unit || o->view.threads || o->view.all_rows || o->view.brief ||
           o->scaling || o->repeats || o->median || o->compare;
}

/* Reports options that the format does not support. JSON output includes all of them. */
static bool check_format(const struct gap_options *o)
{
    bool json = o->format == OUTPUT_JSON, csv = o->format == OUTPUT_CSV;
    const struct {
        bool given;
        const char *text;
    } refused[] = {
        {csv && o->repeats, "--repeats cannot be printed as csv; --scaling can"},
        {(csv || json) && o->compare, "--compare is text: leave --format out"},
        {csv && o->advice,
         "--advice cannot be printed as csv; --format=json prints the advice of each loop"},
        {csv && o->regions,
         "--region-bounds cannot be printed as csv; --format=json prints the regions of each run"},
        {(csv || json) && o->explains.n, "--explain is text: leave --format out"},
        {(csv || json) && o->export, "--export-regions writes a region file: leave --format out"},
        {(csv || json) && o->bounds && strcmp(o->bounds, "-") == 0,
         "--write-bounds=- and --format both write to standard output: give --write-bounds a file"},
    };
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        if (refused[i].given) {
            wrong_usage("macs-gap", "%s", refused[i].text);
            return false;
        }
    return true;
}

/* Checks the n operands. Returns false after a usage message. */
static bool check_operands(const struct gap_options *o, const char *const *operands, int n)
{
    if (n < 1)
        wrong_usage("macs-gap", "specify a run database");
    else if (n == 1 && strcmp(operands[0], list_word) == 0 && access(list_word, F_OK) != 0)
        wrong_usage("macs-gap", "list needs a run database: macs-gap list DB");
    else if (n > 1 && !o->list)
        wrong_usage("macs-gap",
                    "'%s' and '%s' are given; specify one run database, or use: macs-gap list DB",
                    operands[n - 2], operands[n - 1]);
    else if (o->list && (o->imports.n || o->region_files.n || asks_for_table(o)))
        wrong_usage("macs-gap", "list takes no option but --format");
    else
        return true;
    return false;
}

bool gap_options_read(struct gap_options *o, int argc, char **argv)
{
    const struct option_row rows[] = {
        {"import", 0, OPTION_LIST, &o->imports, "FILE",
         "first import measurements from a CSV file"},
        {"import-regions", 0, OPTION_LIST, &o->region_files, "FILE", "first import a region file"},
        {"advice", 0, OPTION_FLAG, &o->advice, NULL,
         "print the largest gaps and their likely causes"},
        {"explain", 0, OPTION_LIST, &o->explains, "LOOP",
         "print all equations of LOOP with their numbers"},
        {"region-bounds", 0, OPTION_FLAG, &o->regions, NULL,
         "print the run-time bounds of each region"},
        {"regions", 0, OPTION_FLAG, &o->regions, NULL, NULL},
        {"scaling", 0, OPTION_FLAG, &o->scaling, NULL,
         "print speed-up, laws, recommended processors"},
        {"efficiency", 0, OPTION_TEXT, &o->efficient, "X",
         "minimum efficiency for --scaling (default: 0.7)"},
        {"repeats", 0, OPTION_FLAG, &o->repeats, NULL, "print medians and spread of repeated runs"},
        {"median", 0, OPTION_FLAG, &o->median, NULL, "combine repeated runs by their median"},
        {"compare", 0, OPTION_FLAG, &o->compare, NULL, "compare builds"},
        {"plot", 0, OPTION_LIST, &o->plots, "FILE", "draw charts; suffix .pdf, .svg or .png"},
        {"chart", 0, OPTION_LIST, &o->charts, "NAME,...", "draw these charts; --chart=? lists all"},
        {"report", 0, OPTION_LIST, &o->reports, "FILE", "write an HTML report"},
        {"format", 0, OPTION_TEXT, &o->form, "FORMAT", "text (default), markdown, json or csv"},
        {"run", 0, OPTION_LIST, &o->runs, "NAME", "show only this run; may be repeated"},
        {"loop", 0, OPTION_LIST, &o->loops, "LOOP", "show only this loop; may be repeated"},
        {"where", 0, OPTION_LIST, &o->conditions, "CONDITION",
         "show only matching loops, e.g. 'muf < 0.5'"},
        {"unit", 0, OPTION_TEXT, &o->unit, "UNIT", "cpl (default), cpf, seconds or mflops"},
        {"threads", 0, OPTION_FLAG, &o->view.threads, NULL, "add a row for each thread of a loop"},
        {"all-rows", 0, OPTION_FLAG, &o->view.all_rows, NULL, "print all rows of a sampled run"},
        {"brief", 0, OPTION_FLAG, &o->view.brief, NULL,
         "measured loops, short advice, number of notes"},
        {"base", 0, OPTION_TEXT, &o->base, "NAME", "reference run (1 processor) for speed-ups"},
        SET_OPTION_ROW(&o->set),
        {"what-if", 0, OPTION_LIST, &o->what_if, "CHANGE",
         "data bounds with l2=4MB, trip@LINE=N, block@..."},
        {"write-bounds", 0, OPTION_TEXT, &o->bounds, "FILE", "write bounds for libmacsgap(3)"},
        {"bounds", 0, OPTION_TEXT, &o->bounds, "FILE", NULL},
        {"export-regions", 0, OPTION_FLAG, &o->export, NULL,
         "print the stored regions as a region file"},
        TIME_OPTION_ROW(&o->trace.on),
        {0},
    };
    const char **operands = xmalloc(sizeof *operands * (size_t)(argc + 1));
    int n = options_read(&command_line, rows, argc, argv, operands);
    o->list = n == 2 && strcmp(operands[0], list_word) == 0;
    o->db = n > 0 ? operands[n - 1] : NULL;
    for (int i = 0; i < o->charts.n; i++)
        o->list_charts |= strcmp(o->charts.at[i], "?") == 0;
    bool good = n >= 0 && (o->list_charts || check_operands(o, operands, n));
    free(operands);
    if (o->list_charts)
        return good;
    return good && output_format_up_to(OUTPUT_MARKDOWN, "macs-gap", o->form, &o->format) &&
           check_format(o) && read_charts(o) && read_changes(o) && read_view(o) &&
           read_conditions(o) && read_efficiency(o);
}

bool gap_options_ask_runs(const struct gap_options *o)
{
    bool other = o->plots.n || o->reports.n || o->explains.n || o->bounds || o->regions ||
                 o->export || o->advice || o->scaling || o->repeats || o->compare;
    return o->form || !other;
}

bool gap_options_only_import(const struct gap_options *o)
{
    return (o->imports.n || o->region_files.n) && !o->form && !asks_for_table(o);
}

void gap_options_free(struct gap_options *o)
{
    free(o->imports.at);
    free(o->region_files.at);
    free(o->plots.at);
    free(o->reports.at);
    free(o->charts.at);
    free(o->explains.at);
    free(o->set.at);
    free(o->what_if.at);
    free(o->runs.at);
    free(o->loops.at);
    free(o->conditions.at);
    arena_free(&o->arena);
}
