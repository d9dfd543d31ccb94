/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a run as a tree, with their bounds. */
#include "gaps/regions/regions.h"
#include "base/util.h"

#include "plots/report/report.h"

enum { DEEPEST_SHOWN = 12 };

static const struct report_column columns[] = {
    {"region", "from the region file or from the samples of the run", true, false},
    {"processors", "number of processors that share the work", false, false},
    {"balanced", "bound at MACS with equal work on all processors, cycles (eq. 4.17)", false,
     false},
    {"as distributed", "bound at MACS with the work as distributed in the run, cycles (eq. 4.18)",
     false, false},
    {"imbalance", "as distributed - balanced, cycles", false, false},
    {"imbalance %", "share of the measured time", false, true},
    {"measured", "cycles, of the slowest thread", false, true},
    {"P", "measured - as distributed, cycles", false, true},
};

static void put_name(FILE *out, const struct gap_region *g)
{
    int depth = g->depth < DEEPEST_SHOWN ? g->depth : DEEPEST_SHOWN;
    html(out, "<tr><th scope=\"row\" class=\"deep-%d\">%s", depth, g->word);
    if (g->name)
        html(out, " %s", g->name);
    if (g->loop)
        html(out, " %s", g->loop);
    html(out, "</th>");
}

/* Writes a number of region i, with the letters of the notes that doubt it. bound, measured: the
 * number depends on the bound, on the measured time. */
static void put_number(const struct report *r, size_t run, size_t i, struct quantity q,
                       bool percent, bool bound, bool measured, struct doubts *d)
{
    struct arena a = {0};
    const struct gap_run *of = &r->t->at[run];
    const char **names = ARENA_ARRAY(&a, const char *, of->n + 1);
    for (size_t l = 0; l < of->n; l++)
        names[l] = r->loops[r->number[run][l]].name;
    const char *mark = is_known(q)
                           ? gap_region_mark(d, of, i, bound ? DOUBT_MACS | DOUBT_ITERATIONS : 0,
                                             measured ? DOUBT_TIME : 0, names)
                           : NULL;
    if (percent)
        html_marked_percent(r->out, q, mark);
    else
        html_marked(r->out, q, "", mark);
    arena_free(&a);
}

static void put_region(const struct report *r, size_t run, size_t i, struct doubts *d)
{
    const struct gap_region *g = &r->t->at[run].regions->at[i];
    put_name(r->out, g);
    html_number(r->out, g->processors, "");
    put_number(r, run, i, g->bound.balanced[REGION_MACS], false, true, false, d);
    put_number(r, run, i, g->bound.actual[REGION_MACS], false, true, false, d);
    put_number(r, run, i, g->imbalance, false, true, false, d);
    if (r->t->at[run].run) {
        put_number(r, run, i, g->imbalance_share, true, true, true, d);
        put_number(r, run, i, g->measured, false, false, true, d);
        put_number(r, run, i, g->gap, false, true, true, d);
    }
    html(r->out, "</tr>\n");
}

void report_regions(const struct report *r, size_t number)
{
    const struct gap_run *run = &r->t->at[number];
    const struct gap_regions *g = run->regions;
    struct doubts doubts = {0};
    size_t shown = 0;
    if (!g)
        return;
    html(r->out, "<h4>Regions, cycles per execution</h4>\n<div class=\"scroll\" role=\"group\" "
                 "tabindex=\"0\" aria-label=\"Regions\"><table class=\"regions\">\n");
    report_heads(r->out, columns, COUNT_OF(columns), NULL, run->run);
    html(r->out, "<tbody>\n");
    for (size_t i = 0; i < g->n; i++)
        if (g->at[i].kind != GAP_REGION_BARRIER && shown++ < LISTED_LINES)
            put_region(r, number, i, &doubts);
    html(r->out, "</tbody></table></div>\n");
    report_doubts(r->out, &doubts, run->n);
    doubts_free(&doubts);
    report_left_out(r->out, shown, LISTED_LINES, "regions");
    report_notes(r->out, &g->notes);
}
