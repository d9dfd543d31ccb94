/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The region trees of macs-gap, for people and in JSON. */
#include "commands/macs-gap/macs-gap.h"
#include "base/util.h"

#include "base/json.h"
#include "commands/macs-gap/page.h"
#include "gaps/regions/regions.h"
#include "runs/regions/regions.h"

#include <string.h>

/* ---- text ---- */

static const char *loop_at(const void *of, size_t i)
{
    const struct gap_run *run = of;
    return run->loops[i].loop;
}

/* A parallel region of one loop is one line. */
static bool is_parallel_loop(const struct gap_regions *g, size_t i)
{
    const struct gap_region *r = &g->at[i];
    return r->kind == GAP_REGION_PARALLEL && !r->name && i + 1 < g->n &&
           g->at[i + 1].kind == GAP_REGION_LOOP && g->at[i + 1].depth == r->depth + 1 &&
           (i + 2 == g->n || g->at[i + 2].depth <= r->depth);
}

static const char *strip_common(const char *loop, const struct gap_run *run, size_t common)
{
    bool same = common && strncmp(loop, run->loops[0].loop, common) == 0;
    return loop + (same ? common : 0);
}

static const char *region_label(struct arena *a, const struct gap_run *run, size_t i, size_t common)
{
    const struct gap_region *r = &run->regions->at[i];
    char text[QUANTITY_TEXT];
    const char *word = r->word, *name = r->name;
    if (is_parallel_loop(run->regions, i)) {
        word = "parallel loop";
        name = strip_common(run->regions->at[i + 1].loop, run, common);
    } else if (r->loop)
        name = strip_common(r->loop, run, common);
    const char *line =
        arena_printf(a, "%*s%s%s%s", 2 * r->depth, "", word, name ? " " : "", name ? name : "");
    if (r->kind == GAP_REGION_CALL)
        line = arena_printf(a, "%s, %s time%s", line, quantity_text(r->calls, text),
                            is_known(r->calls) && r->calls.value == 1 ? "" : "s");
    if (r->kind == GAP_REGION_ROUTINE)
        line = arena_printf(a, "%s, one of %s call%s", line, quantity_text(r->calls, text),
                            is_known(r->calls) && r->calls.value == 1 ? "" : "s");
    return line;
}

static struct quantity percent(struct quantity q)
{
    return q_mul(q, known(100));
}

static const char *const rung_names[REGION_RUNGS] = {"MA", "MAC", "MACS"};

/* Returns the rung of a printed tree: the highest known one of the whole program, otherwise
 * MACS. */
static enum region_rung shown_rung(const struct gap_regions *g)
{
    const struct region_bounds *b = &g->at[g->program].bound;
    for (int r = REGION_RUNGS - 1; r >= 0; r--)
        if (is_known(b->balanced[r]) && is_known(b->actual[r]))
            return (enum region_rung)r;
    return REGION_MACS;
}

/* The region tree of a run as text. */
struct region_text {
    struct page *page;
    const struct gap_run *run;
    size_t common;            /* length of the common prefix of the loops of the run */
    const char *const *names; /* of each loop of the run */
    enum region_rung rung;
};

/* Prints a number of region i with the letters of its notes. bound, measured: whether it is
 * computed from the bound, from the measured time. */
static void put_region_number(struct region_text *t, size_t i, struct quantity q, bool bound,
                              bool measured)
{
    static const unsigned of_rung[REGION_RUNGS] = {DOUBT_MA, DOUBT_MAC, DOUBT_MACS};
    struct page *p = t->page;
    page_number(p, q);
    if (is_known(q))
        table_mark(&p->table, gap_region_mark(&p->doubts, t->run, i,
                                              bound ? of_rung[t->rung] | DOUBT_ITERATIONS : 0,
                                              measured ? DOUBT_TIME : 0, t->names));
}

static void put_region_row(struct region_text *t, size_t i)
{
    const struct gap_region *r = &t->run->regions->at[i];
    struct quantity balanced = r->bound.balanced[t->rung], actual = r->bound.actual[t->rung];
    struct quantity imbalance = q_sub(actual, balanced);
    page_cell(t->page, region_label(&t->page->arena, t->run, i, t->common));
    page_number(t->page, r->processors);
    put_region_number(t, i, balanced, true, false);
    put_region_number(t, i, actual, true, false);
    put_region_number(t, i, imbalance, true, false);
    if (!t->run->run)
        return;
    put_region_number(t, i, percent(q_div(imbalance, r->measured, "its time is 0")), true, true);
    put_region_number(t, i, r->measured, false, true);
    if (t->rung != REGION_MACS)
        return;
    put_region_number(t, i, r->gap, true, true);
    put_region_number(t, i, percent(r->gap_share), true, true);
}

/* Prints why bounds and measured times of regions are missing. */
static void put_missing_remarks(struct page *p, const struct gap_run *run, size_t common)
{
    struct remarks remarks = {0};
    const struct gap_regions *g = run->regions;
    enum region_rung rung = shown_rung(g);
    for (size_t i = 0; i < g->n; i++) {
        const struct gap_region *r = &g->at[i];
        const char *name = region_label(&remarks.a, run, i, common);
        const char *balanced = r->bound.balanced[rung].missing;
        const char *actual = r->bound.actual[rung].missing;
        name += strspn(name, " ");
        if (balanced)
            remark(&remarks, name, arena_printf(&remarks.a, "no bound: %s", balanced));
        else if (actual)
            remark(&remarks, name, arena_printf(&remarks.a, "no bound as distributed: %s", actual));
        else if (run->run && r->measured.missing)
            remark(&remarks, name,
                   arena_printf(&remarks.a, "not measured: %s", r->measured.missing));
    }
    page_remarks(p, &remarks, g->n);
}

/* Returns the names of the loops of a run, without the first `common` characters. */
static const char *const *loop_names(struct arena *a, const struct gap_run *run, size_t common)
{
    const char **names = ARENA_ARRAY(a, const char *, run->n + 1);
    for (size_t i = 0; i < run->n; i++)
        names[i] = run->loops[i].loop + common;
    return names;
}

static void put_region_tree(struct page *p, const struct gap_run *run)
{
    static const char *const titles[] = {"region",         "processors", "balanced",
                                         "as distributed", "imbalance",  "imbalance %",
                                         "measured",       "P",          "P %"};
    const struct gap_regions *g = run->regions;
    size_t common = common_length(run, run->n, loop_at);
    struct region_text t = {p, run, common, loop_names(&p->arena, run, common), shown_rung(g)};
    page_table(p, titles, !run->run ? 5 : t.rung == REGION_MACS ? 9 : 7);
    for (size_t i = 0; i < g->n; i++) {
        if (g->at[i].kind == GAP_REGION_BARRIER)
            continue;
        put_region_row(&t, i);
        i += is_parallel_loop(g, i);
    }
    page_end_table(p);
    page_doubts(p, run->n);
    put_missing_remarks(p, run, common);
    for (size_t i = 0; i < g->notes.n; i++)
        page_remark(p, g->notes.at[i]);
}

void gap_regions_text(struct page *p, const struct gap_table *t)
{
    size_t stored = 0;
    for (size_t i = 0; i < t->n; i++)
        stored += t->at[i].regions != NULL;
    if (t->n && !stored) {
        page_line(p, "no regions are stored; add them with --import-regions=FILE");
        return;
    }
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *run = &t->at[i];
        const char *who = arena_printf(&p->arena, "%s %s", run->run ? "run" : "build",
                                       run->run ? run->run : run->build);
        if (!run->regions) {
            page_title(p, "%s: no regions are stored; add them with --import-regions=FILE", who);
            continue;
        }
        page_title(p, "%s: regions of %s; cycles of one execution, at the %s bound", who,
                   run->regions->path ? run->regions->path : "its samples",
                   rung_names[shown_rung(run->regions)]);
        put_region_tree(p, run);
    }
}

/* Returns whether an earlier run has the same tree, that of their build. */
static bool is_printed_before(const struct gap_table *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (t->at[k].regions && !t->at[k].regions->tree->run && !t->at[i].regions->tree->run &&
            strcmp(t->at[k].regions->tree->build, t->at[i].regions->tree->build) == 0 &&
            strcmp(t->at[k].regions->tree->machine, t->at[i].regions->tree->machine) == 0)
            return true;
    return false;
}

void gap_regions_export(FILE *out, const struct gap_table *t, struct diag *d)
{
    bool any = false;
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].regions && !is_printed_before(t, i)) {
            region_tree_print(out, t->at[i].regions->tree);
            any = true;
        }
    if (!any)
        diag_error(d, (struct where){0},
                   "no regions are stored; add them with --import-regions=FILE");
}

/* ---- JSON ---- */

static void put_region_bounds(struct json *j, const char *key, const struct quantity *at)
{
    json_key_inline_object(j, key);
    json_key_quantity(j, "ma", at[REGION_MA]);
    json_key_quantity(j, "mac", at[REGION_MAC]);
    json_key_quantity(j, "macs", at[REGION_MACS]);
    json_end_object(j);
}

static void put_region_threads(struct json *j, const struct gap_region *r)
{
    json_key_array(j, "threads");
    for (size_t i = 0; i < r->n_threads; i++) {
        const struct region_thread *t = &r->threads[i];
        json_inline_members(j, "iqqq", "thread", t->thread, "bound", t->bound, "measured",
                            t->measured, "idle", t->idle);
    }
    json_end_array(j);
}

static void put_missing_reasons(struct json *j, const struct gap_region *r)
{
    const struct {
        const char *key;
        struct quantity q;
    } list[] = {{"balanced.ma", r->bound.balanced[REGION_MA]},
                {"balanced.mac", r->bound.balanced[REGION_MAC]},
                {"balanced.macs", r->bound.balanced[REGION_MACS]},
                {"actual.ma", r->bound.actual[REGION_MA]},
                {"actual.mac", r->bound.actual[REGION_MAC]},
                {"actual.macs", r->bound.actual[REGION_MACS]},
                {"measured", r->measured},
                {"calls", r->calls},
                {"processors", r->processors}};
    json_key_object(j, "missing");
    for (size_t i = 0; i < COUNT_OF(list); i++)
        if (!is_known(list[i].q))
            json_key_text(j, list[i].key, list[i].q.missing);
    json_end_object(j);
}

/* Prints the region at *i with the regions in it, and moves *i past them. */
static void put_region(struct json *j, const struct gap_regions *g, size_t *i)
{
    const struct gap_region *r = &g->at[(*i)++];
    json_object(j);
    json_members(j, "tttqq", "kind", r->word, "name", r->name, "loop", r->loop, "calls", r->calls,
                 "processors", r->processors);
    put_region_bounds(j, "balanced", r->bound.balanced);
    put_region_bounds(j, "actual", r->bound.actual);
    json_members(j, "qqqqq", "imbalance", r->imbalance, "imbalance_share", r->imbalance_share,
                 "measured", r->measured, "gap_p", r->gap, "gap_p_share", r->gap_share);
    put_missing_reasons(j, r);
    if (r->kind == GAP_REGION_PARALLEL)
        put_region_threads(j, r);
    json_key_array(j, "regions");
    while (*i < g->n && g->at[*i].depth > r->depth)
        put_region(j, g, i);
    json_end_array(j);
    json_end_object(j);
}

void gap_regions_json(struct json *j, const struct gap_run *run)
{
    if (!run->regions)
        return;
    json_key_text(j, "regions_from", run->regions->path ? run->regions->path : "samples");
    json_key_array(j, "regions");
    for (size_t i = 0; i < run->regions->n;)
        put_region(j, run->regions, &i);
    json_end_array(j);
}
