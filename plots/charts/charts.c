/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which charts are drawn, and into which files. */
#include "base/outfile.h"
#include "base/util.h"
#include "plots/charts/charts.h"

#include <string.h>

/* ---- when a chart is drawn by default ---- */

static bool always(const struct plot_facts *f)
{
    (void)f;
    return true;
}

static bool never(const struct plot_facts *f)
{
    (void)f;
    return false;
}

/* Returns whether runs of one build and machine used several numbers of processors. */
static bool on_several_processors(const struct plot_facts *f)
{
    const struct gap_run *last = NULL;
    for (size_t i = 0; i < f->table->n; i++) {
        const struct gap_run *r = &f->table->at[i];
        if (!r->run || r->coverage)
            continue;
        if (last && strcmp(last->build, r->build) == 0 && strcmp(last->machine, r->machine) == 0 &&
            last->processors != r->processors)
            return true;
        last = r;
    }
    return false;
}

/* ---- the table ---- */

static const struct {
    const char *name;
    chart_builder *build;
    chart_is_default *when;
    const char *meaning;
} charts[] = {
#define CHART(name, builder, when, meaning) {name, builder, when, meaning},
#include "plots/charts/charts.def"
#undef CHART
};
enum { CHARTS = COUNT_OF(charts) };
_Static_assert((int)CHARTS <= (int)PLOT_CHARTS_MOST, "struct plot_choice holds every chart");

/* Returns the index of the chart; CHARTS = unknown name. */
static size_t find_chart(const char *name, size_t bytes)
{
    size_t i = 0;
    while (i < CHARTS &&
           (strlen(charts[i].name) != bytes || strncmp(charts[i].name, name, bytes) != 0))
        i++;
    return i;
}

void plot_list(FILE *out)
{
    for (size_t i = 0; i < CHARTS; i++)
        fprintf(out, "%-12s  %s\n", charts[i].name, charts[i].meaning);
}

const char *plot_names(struct arena *a)
{
    const char *all = "";
    for (size_t i = 0; i < CHARTS; i++)
        all = arena_printf(a, "%s%s%s", all, i ? ", " : "", charts[i].name);
    return all;
}

static void add_choice(struct plot_choice *c, size_t chart)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i] == chart)
            return;
    c->at[c->n++] = chart;
}

const char *plot_choose(struct plot_choice *c, struct arena *a, const struct option_list *names)
{
    *c = (struct plot_choice){0};
    for (int i = 0; i < names->n; i++)
        for (const char *at = names->at[i];; at++) {
            size_t bytes = strcspn(at, ",");
            size_t chart = find_chart(at, bytes);
            if (chart == CHARTS)
                return arena_printf(a, "unknown chart '%.*s'; the charts are %s", (int)bytes, at,
                                    plot_names(a));
            add_choice(c, chart);
            at += bytes;
            if (!*at)
                break;
        }
    return NULL;
}

/* ---- files ---- */

static const char placeholder[] = "{chart}";

bool plot_path_ok(const char *path, struct diag *d)
{
    return canvas_check_extension(path, d) && outfile_check(path, d);
}

/* Returns the path with each placeholder replaced by the chart's name. */
static const char *chart_path(struct arena *a, const char *path, const char *chart)
{
    const char *expanded = "", *at;
    while ((at = strstr(path, placeholder))) {
        expanded = arena_printf(a, "%s%.*s%s", expanded, (int)(at - path), path, chart);
        path = at + strlen(placeholder);
    }
    return arena_printf(a, "%s%s", expanded, path);
}

/* Charts that are laid out. */
struct built_charts {
    struct part parts[CHARTS];
    const char *names[CHARTS];
    size_t n;
};

static void build_named_charts(struct arena *a, const struct plot_facts *f,
                               const struct plot_choice *c, struct built_charts *to,
                               const char *path, struct diag *d)
{
    for (size_t i = 0; i < c->n; i++) {
        const char *name = charts[c->at[i]].name;
        struct chart chart = charts[c->at[i]].build(a, f);
        if (chart.why)
            diag_error(d, (struct where){.file = path}, "chart %s cannot be drawn: %s", name,
                       chart.why);
        else {
            to->names[to->n] = name;
            to->parts[to->n++] = chart.part;
        }
    }
}

/* Builds the charts that are drawn by default. Charts without the necessary facts are omitted; if
 * all are, that is an error with the reason of the first. */
static void build_default_charts(struct arena *a, const struct plot_facts *f,
                                 struct built_charts *to, const char *path, struct diag *d)
{
    const char *why = NULL;
    for (size_t i = 0; i < CHARTS; i++) {
        if (!charts[i].when(f))
            continue;
        struct chart chart = charts[i].build(a, f);
        if (!chart.why) {
            to->names[to->n] = charts[i].name;
            to->parts[to->n++] = chart.part;
        } else if (!why)
            why = chart.why;
    }
    if (!to->n)
        diag_error(d, (struct where){.file = path}, "%s", why);
}

bool plot_charts(const struct plot_facts *f, const struct plot_choice *c, const char *path,
                 struct diag *d)
{
    struct arena a = {0};
    struct built_charts all = {.n = 0};
    long before = d->errors;
    if (canvas_check_extension(path, d)) {
        if (c->n)
            build_named_charts(&a, f, c, &all, path, d);
        else
            build_default_charts(&a, f, &all, path, d);
        if (!strstr(path, placeholder) && all.n)
            canvas_file(path, all.parts, all.n, d);
        else
            for (size_t i = 0; i < all.n; i++)
                canvas_file(chart_path(&a, path, all.names[i]), &all.parts[i], 1, d);
    }
    arena_free(&a);
    return d->errors == before;
}

const char *plot_onto(struct canvas *to, struct arena *a, const struct plot_facts *f,
                      const char *name)
{
    size_t i = find_chart(name, strlen(name));
    if (i == CHARTS)
        return "unknown chart";
    struct chart chart = charts[i].build(a, f);
    if (!chart.why)
        chart.part.draw(to, chart.part.what);
    return chart.why;
}
