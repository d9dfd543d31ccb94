/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regions of a run as a tree, with their bounds. */
#include "gaps/regions/regions.h"
#include "base/util.h"

#include "plots/report/report.h"

enum { DEEPEST_SHOWN = 12 };

static const struct report_column columns[] = {
    {"region", "as the region file or the samples tell it", true, false},
    {"processors", "that share it out", false, false},
    {"balanced", "bound at MACS with the work shared out evenly, cycles (eq. 4.17)", false, false},
    {"as distributed", "bound at MACS with the work as it was shared out, cycles (eq. 4.18)", false,
     false},
    {"imbalance", "as distributed - balanced, cycles", false, false},
    {"imbalance %", "share of what was measured", false, true},
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

static void put_region(FILE *out, const struct gap_run *run, const struct gap_region *g)
{
    put_name(out, g);
    html_number(out, g->processors, "");
    html_number(out, g->bound.balanced[REGION_MACS], "");
    html_number(out, g->bound.actual[REGION_MACS], "");
    html_number(out, g->imbalance, "");
    if (run->run) {
        html_percent(out, g->imbalance_share);
        html_number(out, g->measured, "");
        html_number(out, g->gap, "");
    }
    html(out, "</tr>\n");
}

void report_regions(const struct report *r, const struct gap_run *run)
{
    const struct gap_regions *g = run->regions;
    size_t shown = 0;
    if (!g)
        return;
    html(r->out, "<h4>Regions, cycles of one execution</h4>\n<div class=\"scroll\" role=\"group\" "
                 "tabindex=\"0\" aria-label=\"Regions\"><table class=\"regions\">\n");
    report_heads(r->out, columns, COUNT_OF(columns), NULL, run->run);
    html(r->out, "<tbody>\n");
    for (size_t i = 0; i < g->n; i++)
        if (g->at[i].kind != REGION_BARRIER && shown++ < LISTED_LINES)
            put_region(r->out, run, &g->at[i]);
    html(r->out, "</tbody></table></div>\n");
    report_left_out(r->out, shown, LISTED_LINES, "regions");
    report_notes(r->out, &g->notes);
}
