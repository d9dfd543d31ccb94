/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of macs-gap for people. */
#include "commands/macs-gap.h"
#include "base/util.h"

#include "commands/macs-gap-page.h"
#include "facts/doubts.h"
#include "gaps/numbers.h"

#include <stddef.h>

static const char *id_at(const void *run, size_t i)
{
    return ((const struct gap_run *)run)->loops[i].loop;
}

/* What is printed: a page, and what was asked to be on it. */
struct text {
    struct page *page;
    const struct gap_view *view;
    const struct gaps *gaps;
    size_t common;        /* of the names of the run's loops */
    struct doubts doubts; /* of its rows */
};
#define AT(field) offsetof(struct gap_loop, field)

static void put_title(struct page *p, const struct gap_run *run, size_t common, enum gap_unit unit)
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

static struct quantity number_at(const struct gap_loop *l, size_t at)
{
    return *(const struct quantity *)((const char *)l + at);
}

/* Marks of the notes that doubt the last cell, the number of that place in the row. */
static void put_mark(struct text *t, const struct gap_loop *l, size_t at)
{
    unsigned numbers = is_known(number_at(l, at)) ? gap_doubts_at(at) : 0;
    if (t->view->unit == GAP_CPF || t->view->unit == GAP_MFLOPS)
        numbers |=
            numbers & (DOUBT_M | DOUBT_MA | DOUBT_MAC | DOUBT_MACS | DOUBT_TIME) ? DOUBT_TNF : 0;
    table_mark(&t->page->table, doubts_mark(&t->doubts, l->loop + t->common, &l->notes, numbers));
}

/* A rung or gap of the row, which has it in CPL. */
static void put_cpl(struct text *t, const struct gap_loop *l, size_t at)
{
    page_number(t->page, gap_in_unit(l, number_at(l, at), t->view->unit));
    put_mark(t, l, at);
}

static void put_number(struct text *t, const struct gap_loop *l, size_t at)
{
    page_number(t->page, number_at(l, at));
    put_mark(t, l, at);
}

/* Of a measured run those that were not are left out where it is to be brief. */
static bool is_shown(const struct text *t, const struct gap_run *run, const struct gap_loop *l)
{
    return !t->view->brief || !run->run || l->measured;
}

/* With a mark where instances lack samples. */
static void put_measured(struct text *t, const struct gap_loop *l)
{
    char text[QUANTITY_TEXT];
    struct page *p = t->page;
    struct quantity q = gap_in_unit(l, l->cpl.measured, t->view->unit);
    bool lost = is_known(l->lost) && l->lost.value > 0;
    if (!l->measured)
        page_cell(p, "not measured");
    else if (!lost)
        page_number(p, q);
    else
        page_cell(p, is_known(q) ? arena_printf(&p->arena, "~%s", quantity_text(q, text)) : "lost");
    put_mark(t, l, AT(cpl.measured));
}

/* The ladder of a loop, or of one of its threads without what all of them share. */
static void put_ladder(struct text *t, const struct gap_run *run, const struct gap_loop *l,
                       bool thread)
{
    struct page *p = t->page;
    if (thread) {
        page_cell(p, "");
        page_cell(p, "");
    } else {
        put_number(t, l, AT(tnf));
        put_number(t, l, AT(k));
    }
    put_cpl(t, l, AT(cpl.m));
    put_cpl(t, l, AT(cpl.ma));
    put_cpl(t, l, AT(cpl.mac));
    put_cpl(t, l, AT(cpl.macs));
    put_measured(t, l);
    if (!run->run)
        return;
    put_number(t, l, AT(muf));
    if (thread) {
        page_cell(p, "");
        page_cell(p, "");
    } else {
        put_number(t, l, AT(speedup));
        page_number(p, l->measured ? known((double)l->threads) : missing("not measured"));
    }
}

static struct quantity percent(struct quantity q)
{
    return q_mul(q, known(100));
}

static void put_percent(struct text *t, const struct gap_loop *l, size_t at)
{
    page_number(t->page, percent(number_at(l, at)));
    put_mark(t, l, at);
}

/* What each step of the ladder adds, in the unit and as share of the measured. */
static void put_gaps(struct text *t, const struct gap_run *run, const struct gap_loop *l,
                     bool thread)
{
    (void)thread;
    if (t->view->unit != GAP_MFLOPS) {
        put_cpl(t, l, AT(gap.a));
        put_cpl(t, l, AT(gap.c));
        put_cpl(t, l, AT(gap.s));
        if (run->run)
            put_cpl(t, l, AT(gap.p));
    }
    if (!run->run)
        return;
    put_percent(t, l, AT(share.m));
    put_percent(t, l, AT(share.a));
    put_percent(t, l, AT(share.c));
    put_percent(t, l, AT(share.s));
    put_percent(t, l, AT(share.p));
}

/* A table of a run's loops; put: the cells of a row behind its name. */
typedef void put_row(struct text *t, const struct gap_run *run, const struct gap_loop *l,
                     bool thread);

/* False after a message. */
static bool put_threads(struct text *t, const struct gap_run *run, const struct gap_loop *l,
                        put_row *put)
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
        put(t, run, &row, true);
    }
    arena_free(&a);
    return ok;
}

static bool put_rows(struct text *t, const struct gap_run *run, size_t common, put_row *put)
{
    bool ok = true;
    for (size_t i = 0; ok && i < run->n; i++) {
        if (!is_shown(t, run, &run->loops[i]))
            continue;
        page_cell(t->page, run->loops[i].loop + common);
        put(t, run, &run->loops[i], false);
        if (t->view->threads)
            ok = put_threads(t, run, &run->loops[i], put);
    }
    page_end_table(t->page);
    return ok;
}

/* A part of gap P. */
struct part {
    const char *title;
    size_t at;     /* place of a struct quantity in struct gap_loop */
    bool if_above; /* only where some loop has more than 0 of it; else where it is known */
};
#define PART(title, field, if_above)                                                               \
    {                                                                                              \
        title, offsetof(struct gap_loop, division.field), if_above                                 \
    }
static const struct part parts[] = {
    PART("waiting", waiting, false),
    PART("memory", memory, false),
    PART("communication", states.part[STATE_COMMUNICATION], false),
    PART("timer", states.part[STATE_TIMER], false),
    PART("disk", states.part[STATE_DISK], false),
    PART("stopped", states.part[STATE_STOPPED], true),
    PART("queued", states.queued, false),
    PART("not told", states.part[STATE_UNKNOWN], true),
    PART("unexplained", rest, false),
};
enum { PARTS = COUNT_OF(parts), COUNTED_PARTS = 2 };

static struct quantity part_of(const struct gap_loop *l, int part)
{
    return *(const struct quantity *)((const char *)l + parts[part].at);
}

static bool has_parts(const struct gap_loop *l)
{
    return is_known(l->division.waiting) || is_known(l->division.memory) ||
           state_samples(&l->division.states.counts) > 0;
}

/* Whether the part has a column. Waiting and memory have theirs together. */
static bool is_column(const struct gap_run *run, int part)
{
    bool shown = false;
    for (size_t i = 0; i < run->n; i++) {
        struct quantity q = part_of(&run->loops[i], part);
        shown |= is_known(q) && (!parts[part].if_above || q.value > 0);
        if (part < COUNTED_PARTS)
            shown |= is_known(part_of(&run->loops[i], COUNTED_PARTS - 1 - part));
    }
    return shown;
}

/* Gap P of the loops of which counters or samples tell any. */
static void put_parts(struct text *t, const struct gap_run *run, size_t common)
{
    const char *titles[PARTS + 2] = {"loop", "P"};
    bool column[PARTS];
    size_t n = 0, columns = 2;
    for (size_t i = 0; i < run->n; i++)
        n += has_parts(&run->loops[i]);
    if (!n || t->view->unit == GAP_MFLOPS)
        return;
    for (int k = 0; k < PARTS; k++)
        if ((column[k] = is_column(run, k) || k == PARTS - 1))
            titles[columns++] = parts[k].title;
    page_table(t->page, titles, columns);
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        if (!has_parts(l))
            continue;
        page_cell(t->page, l->loop + common);
        put_cpl(t, l, AT(gap.p));
        for (int k = 0; k < PARTS; k++)
            if (column[k])
                put_cpl(t, l, parts[k].at);
    }
    page_end_table(t->page);
}

static bool put_tables(struct text *t, const struct gap_run *run, size_t common)
{
    static const char *const ladder[] = {"loop", "TNF",      "k",   "M",        "MA",     "MAC",
                                         "MACS", "measured", "MUF", "speed-up", "threads"};
    static const char *const gaps[] = {"loop", "A",   "C",   "S",   "P",
                                       "M %",  "A %", "C %", "S %", "P %"};
    static const char *const shares[] = {"loop", "M %", "A %", "C %", "S %", "P %"};
    page_table(t->page, ladder, run->run ? 11 : 8);
    if (!put_rows(t, run, common, put_ladder))
        return false;
    if (t->view->unit != GAP_MFLOPS)
        page_table(t->page, gaps, run->run ? 10 : 4);
    else if (run->run)
        page_table(t->page, shares, 6);
    else
        return true;
    if (!put_rows(t, run, common, put_gaps))
        return false;
    put_parts(t, run, common);
    return true;
}

static void put_doubts(struct text *t, const struct gap_run *run)
{
    for (size_t i = 0; i < t->doubts.at.n; i++)
        page_remark(t->page, doubts_line(&t->doubts, i, run->n));
}

static void put_left_out(struct text *t, const struct gap_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->n; i++)
        n += !is_shown(t, run, &run->loops[i]);
    if (n)
        page_line(t->page, "%zu more loop%s not measured in this run", n, n == 1 ? "" : "s");
}

static void put_bounds(struct page *p, const struct gap_run *run)
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

bool gap_text(struct page *p, const struct gaps *g, const struct gap_view *view)
{
    const struct gap_table *table = gaps_table(g);
    struct text t = {.page = p, .view = view, .gaps = g};
    bool ok = true;
    if (table->n == 0)
        page_line(p, view->chosen ? "no loop of this run database meets the conditions"
                                  : "this run database holds no loops");
    for (size_t i = 0; ok && i < table->n; i++) {
        const struct gap_run *run = &table->at[i];
        size_t common = t.common = common_length(run, run->n, id_at);
        put_title(p, run, common, view->unit);
        if (run->n) {
            ok = put_tables(&t, run, common);
            put_doubts(&t, run);
            put_left_out(&t, run);
            if (!view->brief)
                put_bounds(p, run);
        } else {
            page_line(p, "no loops");
        }
        if (!view->brief)
            gap_states_text(p, run, view->threads);
        if (!view->brief)
            gap_notes(p, run, common, view->unit, &t.doubts);
        doubts_free(&t.doubts);
    }
    return ok;
}
