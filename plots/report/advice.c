/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking of loops, and the advice on a loop. */
#include "gaps/causes/advice.h"
#include "gaps/hot/coverage.h"

#include "plots/report/report.h"

#include <string.h>

enum { FIRST_LOOPS = 5 };

static void put_facts(FILE *out, const struct advice *v)
{
    if (v->n == 0)
        return;
    html(out, "<ul>\n");
    for (size_t i = 0; i < v->n && i < LISTED_NOTES; i++)
        html(out, "<li>%s</li>\n", v->facts[i].text);
    html(out, "</ul>\n");
    report_left_out(out, v->n, LISTED_NOTES, "facts");
}

/* Ends an item of the ranking, with the notes that make its gap doubtful. */
static void put_doubts(FILE *out, const struct advice *v)
{
    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->facts[i].code, "doubt") == 0)
            html(out, "; %s", v->facts[i].text);
    html(out, "</li>\n");
}

/* Prints an item of the ranking. A row of a profile has no section of its own. */
static void put_ranked(const struct report *r, size_t number, const struct loop_advice *item)
{
    const struct gap_hot_row *row = item->loop->hot;
    size_t place = row ? 0 : r->number[number][item->loop - r->t->at[number].loops];
    if (!row && r->loops[place].detailed)
        html(r->out, "<li><a href=\"#loop-%zu\">%s</a>: %s", place + 1, r->loops[place].name,
             item->at->headline);
    else
        html(r->out, "<li>%s: %s", row ? row->title : r->loops[place].name, item->at->headline);
    put_doubts(r->out, item->at);
}

bool report_ranking(const struct report *r, size_t number)
{
    struct arena a = {0};
    const struct gap_run *run = &r->t->at[number];
    struct loop_advice *list;
    size_t n;
    if (!gaps_ranking(r->g, &a, run, &list, &n)) {
        arena_free(&a);
        return false;
    }
    if (n)
        html(r->out, "<h4>What to look at first</h4>\n<ol class=\"first\">\n");
    for (size_t i = 0; i < n && i < FIRST_LOOPS; i++)
        put_ranked(r, number, &list[i]);
    if (n)
        html(r->out, "</ol>\n");
    arena_free(&a);
    return true;
}

/* Returns the run with the largest gap P among the runs of the loop with the build of run first. */
static size_t worst_run(const struct report *r, const struct report_loop *l, size_t first)
{
    size_t worst = first;
    for (size_t t = first; t < r->t->n; t++) {
        if (!l->in[t] || !is_known(l->in[t]->gap.p) ||
            !gaps_same_build(r->g, &r->t->at[first], &r->t->at[t]))
            continue;
        struct quantity p = l->in[worst]->gap.p;
        if (!is_known(p) || l->in[t]->gap.p.value > p.value)
            worst = t;
    }
    return worst;
}

bool report_advice(const struct report *r, const struct report_loop *l, size_t first)
{
    struct arena a = {0};
    struct loop_advice list;
    size_t run = worst_run(r, l, first);
    bool ok = gaps_advice(r->g, &a, &r->t->at[run], l->in[run], &list);
    if (ok && list.n) {
        html(r->out, "<h4>Advice: gaps of %s, the largest first</h4>\n<ol class=\"advice\">\n",
             report_run_name(&a, &r->t->at[run]));
        for (size_t i = 0; i < list.n; i++) {
            html(r->out, "<li>%s", list.at[i].headline);
            put_facts(r->out, &list.at[i]);
            html(r->out, "</li>\n");
        }
        html(r->out, "</ol>\n");
    }
    arena_free(&a);
    return ok;
}
