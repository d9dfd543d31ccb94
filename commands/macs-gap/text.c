/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text and Markdown tables of macs-gap. */
#include "commands/macs-gap/macs-gap.h"
#include "base/util.h"

#include "commands/macs-gap/page.h"
#include "facts/doubts.h"
#include "gaps/columns.h"

static const char *id_at(const void *run, size_t i)
{
    return ((const struct gap_run *)run)->loops[i].loop;
}

enum { BRIEF_DOUBTS = 8 }; /* maximum number of notes about doubts with --brief */

/* A page and its selected contents. */
struct text {
    struct page *page;
    const struct gap_view *view;
    const struct gaps *gaps;
    size_t common;        /* length of the common prefix of the loops of the run */
    struct doubts doubts; /* of its rows */
};

static void put_run_title(struct page *p, const struct gap_run *run, size_t common,
                          enum gap_unit unit)
{
    const char *machine = gap_machine_title(&p->arena, run);
    if (run->run)
        page_title(p, "run %s: %ld processor%s, machine %s, build %s", run->run, run->processors,
                   run->processors == 1 ? "" : "s", machine, run->build);
    else
        page_title(p, "build %s: machine %s, not measured", run->build, machine);
    page_line(p, "%s%s", run->n ? common_text(&p->arena, run->loops[0].loop, common) : "",
              gap_unit_titles[unit]);
}

/* ---- tables ---- */

static struct gap_layout_columns columns_of(const struct gap_run *run, enum gap_layout layout,
                                            enum gap_unit unit)
{
    struct gap_layout_columns columns = {.n = 0};
    for (size_t i = 0; i < run->n; i++)
        gap_layout_add_row(&columns, layout, run, &run->loops[i], unit);
    return columns;
}

/* Prints the measured time of a loop, with ~ before it if instances lack samples. */
static void put_measured_cell(struct text *t, const struct gap_loop *l, struct quantity q)
{
    char text[QUANTITY_TEXT];
    struct page *p = t->page;
    bool lost = is_known(l->lost) && l->lost.value > 0;
    if (!l->measured)
        page_cell(p, "not measured");
    else if (!lost)
        page_number(p, q);
    else
        page_cell(p, is_known(q) ? arena_printf(&p->arena, "~%s", quantity_text(q, text)) : "lost");
}

/* Prints the value of column c in row l, with the letters of its notes. */
static void put_column_cell(struct text *t, const struct gap_run *run, const struct gap_loop *l,
                            const struct gap_column *c)
{
    struct quantity q = gap_column_shown(c, run, l, t->view->unit);
    unsigned numbers = is_known(c->of(run, l)) ? gap_column_doubts(c, t->view->unit) : 0;
    if (c->id == GAP_MEASURED)
        put_measured_cell(t, l, q);
    else
        page_number(t->page, q);
    table_mark(&t->page->table, doubts_mark(&t->doubts, l->loop + t->common, &l->notes, numbers));
}

/* Prints a row for each thread of a loop. Returns false after a message. */
static bool put_thread_rows(struct text *t, const struct gap_run *run, const struct gap_loop *l,
                            const struct gap_layout_columns *columns)
{
    struct arena a = {0};
    struct gap_thread *at;
    size_t n;
    bool ok = gaps_threads(t->gaps, &a, run, l, &at, &n);
    for (size_t i = 0; ok && i < n; i++) {
        struct gap_loop row = gap_thread_row(l, &at[i]);
        row.notes = l->notes;
        page_cell(t->page, arena_printf(&a, t->page->markdown ? "thread %ld" : "  thread %ld",
                                        at[i].thread));
        for (size_t c = 0; c < columns->n; c++)
            if (columns->at[c]->of_threads)
                put_column_cell(t, run, &row, columns->at[c]);
            else
                page_cell(t->page, "");
    }
    arena_free(&a);
    return ok;
}

/* Returns whether a table has a row for the loop: with --brief, only measured loops of a measured
 * run; in the table of parts, only loops with known parts. */
static bool is_shown(const struct text *t, enum gap_layout layout, const struct gap_run *run,
                     const struct gap_loop *l)
{
    if (layout == GAP_LAYOUT_PARTS)
        return gap_is_divided(l);
    return !t->view->brief || !run->run || l->measured;
}

/* False after a message. */
static bool put_layout_table(struct text *t, const struct gap_run *run, enum gap_layout layout,
                             const struct gap_layout_columns *columns)
{
    const char *titles[GAP_COLUMNS + 1] = {"loop"};
    bool ok = true;
    for (size_t c = 0; c < columns->n; c++)
        titles[c + 1] = columns->at[c]->heading;
    page_table(t->page, titles, columns->n + 1);
    for (size_t i = 0; ok && i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        if (!is_shown(t, layout, run, l))
            continue;
        page_cell(t->page, l->loop + t->common);
        for (size_t c = 0; c < columns->n; c++)
            put_column_cell(t, run, l, columns->at[c]);
        if (t->view->threads && layout != GAP_LAYOUT_PARTS)
            ok = put_thread_rows(t, run, l, columns);
    }
    page_end_table(t->page);
    return ok;
}

/* Returns whether a table has rows. Only the table of the parts of gap P can have none. */
static bool has_rows(const struct gap_run *run, enum gap_layout layout)
{
    bool any = layout != GAP_LAYOUT_PARTS;
    for (size_t i = 0; i < run->n; i++)
        any |= gap_is_divided(&run->loops[i]);
    return any;
}

static bool put_run_tables(struct text *t, const struct gap_run *run)
{
    static const enum gap_layout layouts[] = {GAP_LAYOUT_LADDER, GAP_LAYOUT_GAPS, GAP_LAYOUT_PARTS};
    bool ok = true;
    for (size_t i = 0; ok && i < COUNT_OF(layouts); i++) {
        struct gap_layout_columns columns = columns_of(run, layouts[i], t->view->unit);
        if (columns.n && has_rows(run, layouts[i]))
            ok = put_layout_table(t, run, layouts[i], &columns);
    }
    return ok;
}

/* Prints the notes that letters refer to; with --brief only the first ones, and the number of the others. */
static void put_doubt_notes(struct text *t, const struct gap_run *run)
{
    size_t n = t->doubts.at.n, left;
    if (t->view->brief && n > BRIEF_DOUBTS)
        n = BRIEF_DOUBTS - 1;
    for (size_t i = 0; i < n; i++)
        page_remark(t->page, doubts_line(&t->doubts, i, run->n));
    left = t->doubts.at.n - n;
    if (left)
        page_line(t->page, "%zu more notes that letters refer to", left);
    t->page->left_out += left;
}

static void put_omitted_loops(struct text *t, const struct gap_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->n; i++)
        n += !is_shown(t, GAP_LAYOUT_LADDER, run, &run->loops[i]);
    if (n)
        page_line(t->page, "%zu more loop%s not measured in this run", n, n == 1 ? "" : "s");
}

static void put_runtime_bound(struct page *p, const struct gap_run *run)
{
    char balanced[QUANTITY_TEXT], actual[QUANTITY_TEXT];
    const char *of = run->regions ? "regions" : "loops above";
    const char *why = is_known(run->balanced) ? run->actual.missing : run->balanced.missing;
    if (is_known(run->balanced))
        page_line(p, "run-time bound of the %s in cycles: %s balanced, %s as distributed", of,
                  quantity_text(run->balanced, balanced), quantity_text(run->actual, actual));
    if (why && (run->run || run->regions))
        page_remark(p, arena_printf(&p->arena, "no run-time bound of the %s%s: %s", of,
                                    is_known(run->balanced) ? " as distributed" : "", why));
}

/* Prints the tables and notes of the loops of a run. Returns false after a message. */
static bool put_run(struct text *t, const struct gap_run *run)
{
    struct page *p = t->page;
    const struct gap_view *view = t->view;
    bool ok = true;
    t->common = common_length(run, run->n, id_at);
    put_run_title(p, run, t->common, view->unit);
    if (run->n) {
        ok = put_run_tables(t, run);
        put_doubt_notes(t, run);
        put_omitted_loops(t, run);
        if (!view->brief)
            put_runtime_bound(p, run);
    } else {
        page_line(p, "no loops");
    }
    if (!view->brief)
        gap_states_text(p, run, view->threads);
    if (!view->brief)
        gap_notes(p, run, t->common, view->unit, &t->doubts);
    doubts_free(&t->doubts);
    return ok;
}

bool gap_text(struct page *p, const struct gaps *g, const struct gap_view *view)
{
    const struct gap_table *table = gaps_table(g);
    struct text t = {.page = p, .view = view, .gaps = g};
    bool ok = true;
    if (table->n == 0)
        page_line(p, view->chosen ? "no loop of this run database satisfies the conditions"
                                  : "this run database contains no loops");
    for (size_t i = 0; i < table->n; i++)
        if (table->at[i].coverage)
            gap_sampled_text(p, &table->at[i], view);
    for (size_t i = 0; ok && i < table->n; i++)
        if (!gap_only_sampled(&table->at[i]))
            ok = put_run(&t, &table->at[i]);
    return ok;
}
