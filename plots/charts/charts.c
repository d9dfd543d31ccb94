/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which charts are drawn, and into which files. */
#include "base/outfile.h"
#include "base/util.h"
#include "plots/charts/charts.h"

#include <string.h>

/* ---- when a chart is worth a page that nobody asked for ---- */

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

/* Runs of one build and machine on several numbers of processors. */
static bool on_several_processors(const struct plot_facts *f)
{
    const struct gap_run *last = NULL;
    for (size_t i = 0; i < f->table->n; i++) {
        const struct gap_run *r = &f->table->at[i];
        if (!r->run)
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
    chart_wanted *when;
    const char *meaning;
} charts[] = {
#define CHART(name, builder, when, meaning) {name, builder, when, meaning},
#include "plots/charts/charts.def"
#undef CHART
};
enum { CHARTS = COUNT_OF(charts) };
_Static_assert((int)CHARTS <= (int)PLOT_CHARTS_MOST, "struct plot_choice has room for every chart");

static size_t chart_called(const char *name, size_t bytes)
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

static void choose(struct plot_choice *c, size_t chart)
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
            size_t chart = chart_called(at, bytes);
            if (chart == CHARTS)
                return arena_printf(a, "no chart is called '%.*s'; there are %s", (int)bytes, at,
                                    plot_names(a));
            choose(c, chart);
            at += bytes;
            if (!*at)
                break;
        }
    return NULL;
}

/* ---- files ---- */

static const char place[] = "{chart}";

bool plot_path_ok(const char *path, struct diag *d)
{
    return canvas_ending(path, d) && outfile_check(path, d);
}

/* The path with the chart's name in each place for it. */
static const char *path_of(struct arena *a, const char *path, const char *chart)
{
    const char *made = "", *at;
    while ((at = strstr(path, place))) {
        made = arena_printf(a, "%s%.*s%s", made, (int)(at - path), path, chart);
        path = at + strlen(place);
    }
    return arena_printf(a, "%s%s", made, path);
}

/* Charts that are ready to be drawn. */
struct drawn {
    struct part parts[CHARTS];
    const char *names[CHARTS];
    size_t n;
};

static void build_named_charts(struct arena *a, const struct plot_facts *f,
                               const struct plot_choice *c, struct drawn *to, const char *path,
                               struct diag *d)
{
    for (size_t i = 0; i < c->n; i++) {
        const char *name = charts[c->at[i]].name;
        struct chart chart = charts[c->at[i]].build(a, f);
        if (chart.why)
            diag_error(d, (struct where){.file = path}, "chart %s can't be drawn: %s", name,
                       chart.why);
        else {
            to->names[to->n] = name;
            to->parts[to->n++] = chart.part;
        }
    }
}

/* Of the charts that the facts suggest those that they give; an error where
 * they give none. */
static void build_suggested_charts(struct arena *a, const struct plot_facts *f, struct drawn *to,
                                   const char *path, struct diag *d)
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
    struct drawn all = {.n = 0};
    long before = d->errors;
    if (canvas_ending(path, d)) {
        if (c->n)
            build_named_charts(&a, f, c, &all, path, d);
        else
            build_suggested_charts(&a, f, &all, path, d);
        if (!strstr(path, place) && all.n)
            canvas_file(path, all.parts, all.n, d);
        else
            for (size_t i = 0; i < all.n; i++)
                canvas_file(path_of(&a, path, all.names[i]), &all.parts[i], 1, d);
    }
    arena_free(&a);
    return d->errors == before;
}

const char *plot_onto(struct canvas *to, struct arena *a, const struct plot_facts *f,
                      const char *name)
{
    size_t i = chart_called(name, strlen(name));
    if (i == CHARTS)
        return "there is no chart of this name";
    struct chart chart = charts[i].build(a, f);
    if (!chart.why)
        chart.part.draw(to, chart.part.what);
    return chart.why;
}
