/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macs-gap --advice as text and JSON. */
#include "commands/macs-gap/macs-gap.h"

#include "commands/macs-gap/page.h"
#include "gaps/causes/advice.h"
#include "gaps/hot/coverage.h"

#include <ctype.h>
#include <string.h>

enum { MOST = 10, FIRST = 3 };

static void put_gap_facts(struct page *p, const struct advice *v, enum gap_advised which)
{
    for (size_t i = 0; i < v->n; i++)
        if (which != ADVISED_FIRST || strcmp(v->facts[i].code, "no-counters") != 0)
            page_list_item(p, "   - ", v->facts[i].text);
}

/* Returns the number of gaps to print: all with --loop, one in the short form; otherwise up to the
 * first gap that is divided. */
static size_t gaps_shown(const struct loop_advice *l, enum gap_advised which)
{
    size_t n = l->n > 0;
    if (which == ADVISED_ALL)
        return l->n;
    while (which == ADVISED_MOST && n < l->n && strlen(l->at[n - 1].gap) > 1)
        n++;
    return n;
}

/* Returns the name of a loop; of a row of a profile, the name that its table prints. */
static const char *loop_title(const struct gap_loop *l)
{
    return l->hot ? l->hot->title : l->loop;
}

static void put_loop_advice(struct page *p, size_t rank, const struct loop_advice *l,
                            enum gap_advised which)
{
    struct arena *a = &p->arena;
    for (size_t i = 0; i < gaps_shown(l, which); i++) {
        const char *lead = i ? "   " : arena_printf(a, "%zu. ", rank);
        page_list_item(p, lead,
                       i ? l->at[i].headline
                         : arena_printf(a, "%s: %s", loop_title(l->loop), l->at[i].headline));
        put_gap_facts(p, &l->at[i], which);
    }
}

/* Gaps are shares of the CPU time of the program if it was sampled long enough, otherwise of the
 * cycles of the measured loops. */
static void put_run_title(struct page *p, const struct gap_run *run)
{
    char text[QUANTITY_TEXT];
    const struct gap_coverage *c = run->sampled;
    if (!run->run) {
        page_title(p, "build %s, not measured: largest gaps in cycles per iteration", run->build);
        return;
    }
    if (c && is_known(c->covered)) {
        page_title(p, "run %s, build %s: largest gaps, as shares of the CPU time of the program",
                   run->run, run->build);
        return;
    }
    page_title(p,
               "run %s, build %s: largest gaps, as shares of the %s cycles of the measured loops",
               run->run, run->build, quantity_text(run->cycles, text));
    if (c)
        page_remark(p, arena_printf(&p->arena, "shares of the CPU time are unknown: %s",
                                    c->covered.missing));
}

static void put_omitted_loops(struct page *p, const struct gap_run *run, size_t n,
                              enum gap_advised which)
{
    size_t idle = 0, counted = 0;
    const char *sampled = NULL;
    for (size_t i = 0; run->run && i < run->n; i++) {
        idle += !run->loops[i].measured;
        counted += run->loops[i].counted != NULL;
        sampled = run->loops[i].counted ? run->loops[i].counted : sampled;
    }
    if (counted)
        page_line(p, "%zu loop%s by samples and counts: see run %s", counted,
                  counted == 1 ? "" : "s", sampled);
    else if (!n)
        page_line(p, "no gap is known to be above 0");
    if (which == ADVISED_FIRST)
        return;
    if (which == ADVISED_MOST && n > MOST)
        page_line(p, "and %zu more; select one with --loop", n - MOST);
    if (idle)
        page_line(p, "%zu loop%s not measured in this run", idle, idle == 1 ? "" : "s");
}

/* Prints why a sampled run has no advice; the short form prints nothing. */
static void put_sampled(struct page *p, const struct gap_run *run, enum gap_advised which)
{
    if (which == ADVISED_FIRST)
        return;
    page_title(p, "run %s, build %s: sampled, no gaps are ranked", run->run, run->build);
    page_remark(p, coverage_no_gaps(&p->arena, run->coverage));
}

static bool put_run_advice(struct page *p, const struct gaps *g, const struct gap_run *run,
                           enum gap_advised which)
{
    struct arena a = {0};
    static const size_t limits[] = {FIRST, MOST, SIZE_MAX};
    struct loop_advice *list;
    size_t n;
    bool ok = gaps_ranking(g, &a, run, &list, &n);
    if (ok && gap_only_sampled(run) && n == 0) {
        put_sampled(p, run, which);
    } else if (ok) {
        put_run_title(p, run);
        for (size_t i = 0; i < n && i < limits[which]; i++)
            put_loop_advice(p, i + 1, &list[i], which);
        put_omitted_loops(p, run, n, which);
    }
    arena_free(&a);
    return ok;
}

bool gap_advice(struct page *p, const struct gaps *g, enum gap_advised which)
{
    const struct gap_table *t = gaps_table(g);
    bool ok = true;
    for (size_t i = 0; ok && i < t->n; i++)
        ok = put_run_advice(p, g, &t->at[i], which);
    return ok;
}

/* ---- JSON ---- */

/* A fact or problem: its code and text. */
static void put_coded_text(struct json *j, const char *code, const char *text)
{
    json_inline_object(j);
    json_key_text(j, "code", code);
    json_key_text(j, "text", text);
    json_end_object(j);
}

static void put_gap_advice(struct json *j, const struct advice *v)
{
    char gap[QUANTITY_TEXT];
    size_t n = 0;
    for (; v->gap[n]; n++)
        gap[n] = (char)tolower((unsigned char)v->gap[n]);
    gap[n] = 0;
    json_object(j);
    json_key_text(j, "gap", gap);
    json_key_quantity(j, "cpl", v->cpl);
    json_key_quantity(j, "cycles", v->cycles);
    json_key_quantity(j, "share_of_run", v->share);
    json_key_text(j, "text", v->headline);
    json_key_array(j, "facts");
    for (size_t i = 0; i < v->n; i++)
        put_coded_text(j, v->facts[i].code, v->facts[i].text);
    json_end_array(j);
    json_end_object(j);
}

static void put_gap_counters(struct json *j, const struct gap_division *d)
{
    json_key_array(j, "counters");
    for (size_t i = 0; i < d->n; i++) {
        json_inline_members(j, "ttqq", "name", d->counters[i].name, "part", d->counters[i].part,
                            "count", d->counters[i].count, "cost", d->counters[i].cost);
    }
    json_end_array(j);
}

/* Prints the samples from which the state parts of gap P are computed. */
static void put_state_samples(struct json *j, const struct gap_states *s)
{
    if (!state_samples(&s->counts))
        return;
    json_key_inline_object(j, "samples");
    json_key_text(j, "of", s->whole ? "whole run" : "loop");
    for (int i = 0; i < THREAD_STATES; i++)
        json_key_long(j, thread_state_names[i], (long)s->counts.n[i]);
    json_end_object(j);
}

void gap_json_problems(struct json *j, const struct gap_problems *p)
{
    json_key_array(j, "problems");
    for (size_t i = 0; i < p->n; i++)
        put_coded_text(j, p->at[i].code, p->at[i].text);
    json_end_array(j);
}

bool gap_json_causes(struct json *j, const struct gaps *g, const struct gap_run *run,
                     const struct gap_loop *loop)
{
    struct arena a = {0};
    struct loop_advice list;
    bool ok = gaps_advice(g, &a, run, loop, &list);
    put_gap_counters(j, &loop->division);
    put_state_samples(j, &loop->division.states);
    json_key_array(j, "advice");
    for (size_t i = 0; ok && i < list.n; i++)
        put_gap_advice(j, &list.at[i]);
    json_end_array(j);
    gap_json_problems(j, &loop->problems);
    arena_free(&a);
    return ok;
}
