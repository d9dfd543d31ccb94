/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machine utilization factor (figure 18) and speed-up (figure 19) of loops against the number of
 * processors. Repeated runs are represented by their medians. */
#include "gaps/scaling/scaling.h"
#include "plots/charts/charts.h"
#include "plots/charts/lines.h"
#include "plots/charts/names.h"
#include "plots/charts/ranking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 60, FIT_POINTS = 40 };
/* Above this ratio of processor counts, the axis is logarithmic. */
#define LOG_FROM 32.0

static const char all_loops[] = "all loops";

/* The number that a chart draws. */
struct subject {
    const char *name; /* in the titles of lines */
    struct quantity (*of)(const struct gap_point *p);
    bool fits;
    unsigned doubts; /* the numbers of facts/doubts.h that it depends on */
};

static struct quantity muf_of(const struct gap_point *p)
{
    return p->muf;
}

static struct quantity speedup_of(const struct gap_point *p)
{
    return p->speedup;
}

/* ---- the drawn loops ---- */

static bool any_known(const struct gap_scaling_row *row, const struct subject *of)
{
    for (size_t i = 0; i < row->n; i++)
        if (is_known(of->of(&row->points[i])))
            return true;
    return false;
}

/* Returns the rows with at least one known value, in their order; if there are more than most,
 * those with the most time. Sets *n to their number and *known to the number before that selection.
 */
static struct ranked *choose_candidates(struct arena *a, const struct gap_scaling *s,
                                        const struct subject *of, size_t most, size_t *n,
                                        size_t *known)
{
    struct ranked *list = ARENA_ARRAY(a, struct ranked, s->n + 1);
    *n = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct gap_scaling_row *row = &s->loops[i];
        double time = 0;
        for (size_t k = 0; k < row->n; k++)
            time += is_known(row->points[k].time) ? row->points[k].time.value : 0;
        if (any_known(row, of))
            list[(*n)++] = (struct ranked){row, time};
    }
    *known = *n;
    if (*n > most) {
        rank_by_value(list, *n);
        *n = most;
        rank_by_position(list, *n);
    }
    return list;
}

/* ---- lines ---- */

static const char *line_title(struct arena *a, const char *loop, const struct subject *of,
                              const struct gap_scaling_row *row)
{
    const char *text = arena_printf(a, "%s, %s:", loop, of->name);
    for (size_t i = 0; i < row->n && i < 12; i++) {
        char buf[QUANTITY_TEXT];
        text = arena_printf(a, "%s%s %s on %ld", text, i ? "," : "",
                            quantity_text(of->of(&row->points[i]), buf), row->points[i].processors);
    }
    return text;
}

/* Sets the curve of the best fit, from the first processor count to the last. */
static void add_fit(struct arena *a, struct line *line, const struct gap_scaling_row *row)
{
    if (row->choice.law < 0)
        return;
    double from = (double)row->points[0].processors,
           to = (double)row->points[row->n - 1].processors;
    struct line_point *at = ARENA_ARRAY(a, struct line_point, FIT_POINTS);
    for (int i = 0; i < FIT_POINTS; i++) {
        double p = from * pow(to / from, (double)i / (FIT_POINTS - 1));
        struct quantity q = gap_fit_speedup(&row->fits[row->choice.law], p);
        at[i] = (struct line_point){p, is_known(q) ? q.value : 0, !is_known(q)};
    }
    line->fit = at;
    line->n_fit = FIT_POINTS;
}

static struct line line_of(struct arena *a, const struct gap_scaling_row *row, const char *name,
                           const struct subject *of)
{
    struct line_point *at = ARENA_ARRAY(a, struct line_point, row->n);
    struct line line = {.name = name, .at = at, .n = row->n};
    line.title = line_title(a, row->loop ? row->loop : all_loops, of, row);
    for (size_t i = 0; i < row->n; i++) {
        struct quantity q = of->of(&row->points[i]);
        at[i] = (struct line_point){(double)row->points[i].processors, is_known(q) ? q.value : 0,
                                    !is_known(q)};
    }
    if (of->fits)
        add_fit(a, &line, row);
    return line;
}

static const char *name_in(struct arena *a, const struct gap_table *t, const char *loop,
                           enum naming by)
{
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++)
            if (strcmp(t->at[i].loops[k].loop, loop) == 0)
                return loop_name(a, &t->at[i].loops[k], by);
    return loop;
}

/* ---- panels ---- */

static const char *series_title(struct arena *a, const struct gap_scaling *s, bool builds)
{
    const char *machine = s->run->machine ? gap_machine_title(a, s->run) : "unknown machine";
    return builds ? arena_printf(a, "%s, build %s", machine, s->build) : machine;
}

struct chart_builder {
    struct arena *a;
    const struct gap_table *table;
    enum naming by;
    bool builds;
    const struct subject *of;
    size_t most; /* lines of a panel */
    const char *foot;
    struct doubts doubts;
};

/* Returns the loop's name with the letters of the notes that doubt its line. */
static const char *line_name(struct chart_builder *m, const struct gap_scaling_row *row)
{
    const char *name = row->loop ? name_in(m->a, m->table, row->loop, m->by) : all_loops;
    return doubted_name(m->a, name, &row->notes, m->of->doubts, &m->doubts);
}

/* Returns the panel of a series; .n = 0: nothing to draw. */
static struct line_panel panel_of(struct chart_builder *m, const struct gap_scaling *s)
{
    struct line_panel p = {.title = series_title(m->a, s, m->builds)};
    size_t n, known;
    if (s->n_processors < 2)
        return p;
    struct ranked *rows = choose_candidates(m->a, s, m->of, m->most, &n, &known);
    struct line *lines = ARENA_ARRAY(m->a, struct line, n + 1);
    for (size_t i = 0; i < n; i++) {
        const struct gap_scaling_row *row = rows[i].item;
        lines[p.n++] = line_of(m->a, row, line_name(m, row), m->of);
    }
    if (n > 1 && any_known(&s->program, m->of)) {
        lines[p.n] = line_of(m->a, &s->program, line_name(m, &s->program), m->of);
        lines[p.n++].sum = true;
    }
    if (known > n)
        m->foot = arena_printf(m->a, "%s%s: the %zu of %zu loops with the most time. ", m->foot,
                               p.title, n, known);
    if (s->n > known)
        m->foot = arena_printf(m->a, "%s%s: %zu loop%s without a value %s not drawn. ", m->foot,
                               p.title, s->n - known, s->n - known == 1 ? "" : "s",
                               s->n - known == 1 ? "is" : "are");
    p.lines = lines;
    return p;
}

/* Returns the highest processor count. */
static double highest_count(const struct gap_series *s)
{
    double most = 1;
    for (size_t i = 0; i < s->n_scaling; i++)
        for (size_t k = 0; k < s->scaling[i].n_processors; k++)
            most = fmax(most, (double)s->scaling[i].processors[k]);
    return most;
}

/* Returns whether all points are above y. */
static bool all_above(const struct line_panel *p, size_t n, double y)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < p[i].n; k++)
            for (size_t j = 0; j < p[i].lines[k].n; j++)
                if (!p[i].lines[k].at[j].missing && !(p[i].lines[k].at[j].y > y))
                    return false;
    return true;
}

/* Builds a line chart. like: its constant fields. */
static struct chart build_chart(struct arena *a, const struct plot_facts *f,
                                const struct subject *of, const struct line_chart *like)
{
    struct chart_builder m = {.a = a,
                              .table = f->table,
                              .by = table_naming(a, f->table),
                              .builds = several_builds(f->table),
                              .of = of,
                              .most = f->lines_most ? f->lines_most : LINES_MOST,
                              .foot = ""};
    struct gap_series s = gap_series_scaling(a, f->table, GAP_EFFICIENCY);
    struct line_panel *panels = ARENA_ARRAY(a, struct line_panel, s.n_scaling + 1);
    struct line_chart *chart = ARENA_NEW(a, struct line_chart);
    size_t n = 0;
    for (size_t i = 0; i < s.n_scaling; i++)
        if ((panels[n] = panel_of(&m, &s.scaling[i])).n)
            n++;
    if (n == 1 && !m.builds && one_machine(a, f->table))
        panels[0].title = ""; /* the machine is in the title of the chart */
    if (!n)
        return (struct chart){.why = "no loop has values on several numbers of processors; import "
                                     "runs of the same build and machine on other numbers"};
    *chart = *like;
    chart->across = "processors";
    chart->best = "best";
    chart->high = 1;
    chart->title = with_machine(a, f->table, like->title);
    chart->panels = panels;
    chart->n_panels = n;
    chart->foot = arena_printf(a, "%s%s", m.foot, doubts_foot(a, &m.doubts));
    chart->log_x = highest_count(&s) > LOG_FROM;
    chart->log_y = chart->log_x && chart->ideal && all_above(panels, n, 0);
    return (struct chart){.part = {lines_draw, lines_lay_out(a, chart)}};
}

struct chart muf_chart(struct arena *a, const struct plot_facts *f)
{
    static const struct subject muf = {"MUF", muf_of, false, DOUBT_MACS | DOUBT_TIME};
    static const struct line_chart like = {
        .title = "Machine utilization factor",
        .subject = "One line per loop: MACS / measured, the share of the time in which the "
                   "processors were busy, against the number of processors.",
        .up = "MUF = MACS / measured",
    };
    return build_chart(a, f, &muf, &like);
}

struct chart speedup_chart(struct arena *a, const struct plot_facts *f)
{
    static const struct subject speedup = {"speed-up", speedup_of, true, DOUBT_SPEEDUP};
    static const struct line_chart like = {
        .title = "Speed-up",
        .subject = "One line per loop: time on 1 processor / time, against the number of "
                   "processors. The dashed line is the ideal speed-up.",
        .up = "speed-up = time on 1 processor / time",
        .ideal = "ideal",
        .fit = "best-fitting law: Amdahl, Gustafson or USL",
        .low = 1,
    };
    return build_chart(a, f, &speedup, &like);
}
