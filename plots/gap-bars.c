/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gap tables as charts of stacked bars. */
#include "plots/bars.h"
#include "plots/plots.h"
#include "plots/text.h"

#include <stdlib.h>
#include <string.h>

enum { LEVEL_M, LEVEL_MA, LEVEL_MAC, LEVEL_MACS, LEVEL_MEASURED, LEVELS };

/* How much of a loop's name it takes to tell the loops of the chart apart. */
enum naming { BY_ROUTINE, BY_LINE, BY_ID };

/* ---- names ---- */

static int by_place(const void *a, const void *b)
{
    const struct gap_loop *x = *(struct gap_loop *const *)a, *y = *(struct gap_loop *const *)b;
    int order = strcmp(x->routine, y->routine);
    if (!order)
        order = (x->line > y->line) - (x->line < y->line);
    return order ? order : strcmp(x->file, y->file);
}

/* The same loop comes once for each run: equal places are one loop. */
static enum naming naming_of(const struct gap_loop **loops, size_t n)
{
    enum naming by = BY_ROUTINE;
    qsort(loops, n, sizeof *loops, by_place);
    for (size_t i = 1; i < n; i++) {
        const struct gap_loop *a = loops[i - 1], *b = loops[i];
        if (strcmp(a->routine, b->routine) != 0 || by_place(&a, &b) == 0)
            continue;
        if (a->line == b->line)
            return BY_ID;
        by = BY_LINE;
    }
    return by;
}

static enum naming table_naming(struct arena *a, const struct gap_table *t)
{
    size_t room = 0, n = 0;
    for (size_t i = 0; i < t->n; i++)
        room += t->at[i].n;
    const struct gap_loop **loops = ARENA_ARRAY(a, const struct gap_loop *, room);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++)
            if (t->at[i].loops[k].file && t->at[i].loops[k].routine)
                loops[n++] = &t->at[i].loops[k];
    return naming_of(loops, n);
}

static const char *loop_name(struct arena *a, const struct gap_loop *l, enum naming by)
{
    if (!l->routine || by == BY_ID)
        return l->loop;
    return by == BY_ROUTINE ? l->routine : arena_printf(a, "%s:%ld", l->routine, l->line);
}

/* ---- bars ---- */

static const char *bar_title(struct arena *a, const struct bar *b, const char *id)
{
    static const char *const names[LEVELS] = {"M", "MA", "MAC", "MACS", "measured"};
    const char *text = arena_printf(a, "%s:", id);
    for (int i = 0; i < LEVELS; i++) {
        char buf[QUANTITY_TEXT];
        text = arena_printf(a, "%s%s %s %s", text, i ? "," : "", names[i],
                            quantity_text(b->level[i], buf));
    }
    return arena_printf(a, "%s CPL", text);
}

static struct bar loop_bar(struct arena *a, const struct gap_loop *l, enum naming by)
{
    struct bar b = {
        .name = loop_name(a, l, by),
        .level = {l->cpl.m, l->cpl.ma, l->cpl.mac, l->cpl.macs, l->cpl.measured},
    };
    b.title = bar_title(a, &b, l->loop);
    return b;
}

/* ---- panels ---- */

static bool any_measured(const struct gap_run *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (is_known(r->loops[i].cpl.measured))
            return true;
    return false;
}

/* "RUN: MACHINE, 4 processors, build BUILD"; the build where there are several. */
static const char *run_title(struct arena *a, const struct gap_run *r, bool builds, bool measured)
{
    const char *text = r->run ? arena_printf(a, "%s: ", r->run) : "";
    text =
        arena_printf(a, "%s%s", text, r->machine ? gap_machine_title(a, r) : "machine not known");
    if (r->processors > 0)
        text = arena_printf(a, "%s, %ld processor%s", text, r->processors,
                            r->processors == 1 ? "" : "s");
    if (builds && r->build && *r->build)
        text = arena_printf(a, "%s, build %s", text, r->build);
    return measured ? text : arena_printf(a, "%s (not measured: normalized to MACS)", text);
}

static struct bar_panel run_panel(struct arena *a, const struct gap_run *r, enum naming by,
                                  bool builds)
{
    bool measured = any_measured(r);
    struct bar *bars = ARENA_ARRAY(a, struct bar, r->n);
    for (size_t i = 0; i < r->n; i++)
        bars[i] = loop_bar(a, &r->loops[i], by);
    return (struct bar_panel){
        .title = run_title(a, r, builds, measured),
        .axis = measured ? "% of measured cycles" : "% of the MACS bound",
        .whole = measured ? LEVEL_MEASURED : LEVEL_MACS,
        .bars = bars,
        .n = r->n,
    };
}

/* ---- the chart ---- */

/* The machine of all runs; NULL if they differ or there are none. */
static const char *one_machine(const struct gap_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (!t->at[i].machine || strcmp(t->at[i].machine, t->at[0].machine) != 0)
            return NULL;
    return t->n ? t->at[0].machine : NULL;
}

static bool several_builds(const struct gap_table *t)
{
    for (size_t i = 1; i < t->n; i++) {
        const char *a = t->at[i - 1].build, *b = t->at[i].build;
        if (strcmp(a ? a : "", b ? b : "") != 0)
            return true;
    }
    return false;
}

static struct bar_chart gap_chart(struct arena *a, const struct gap_table *t)
{
    static const char *const letters[LEVELS] = {"M", "A", "C", "S", "P"};
    static const char *const meanings[LEVELS] = {"machine bound", "MA " TEXT_MINUS " M",
                                                 "MAC " TEXT_MINUS " MA", "MACS " TEXT_MINUS " MAC",
                                                 "measured " TEXT_MINUS " MACS"};
    struct bar_key *keys = ARENA_ARRAY(a, struct bar_key, LEVELS);
    struct bar_panel *panels = ARENA_ARRAY(a, struct bar_panel, t->n);
    size_t n = 0;
    enum naming by = table_naming(a, t);
    bool builds = several_builds(t);
    const char *machine = one_machine(t);
    for (int i = 0; i < LEVELS; i++)
        keys[i] = (struct bar_key){letters[i], meanings[i], ladder_looks[i]};
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].n)
            panels[n++] = run_panel(a, &t->at[i], by, builds);
    return (struct bar_chart){
        .title = arena_printf(a, "MACS bounds and gaps%s%s", machine ? " on " : "",
                              machine ? gap_machine_title(a, &t->at[0]) : ""),
        .subject = "A stacked bar for each loop, a panel for each run: the machine bound M and "
                   "the gaps A, C, S and P as shares of the whole. The numbers above the bars "
                   "are clock cycles per iteration.",
        .across = "loop",
        .unit = "CPL",
        .keys = keys,
        .n_keys = LEVELS,
        .panels = panels,
        .n_panels = n,
    };
}

bool plot_path_ok(const char *path, struct diag *d)
{
    return canvas_ending(path, d);
}

bool gap_bars_draw(struct arena *a, const struct gap_table *t, struct canvas *c)
{
    struct bar_chart *chart = ARENA_NEW(a, struct bar_chart);
    *chart = gap_chart(a, t);
    if (chart->n_panels)
        bars_draw(c, bars_lay_out(a, chart));
    return chart->n_panels > 0;
}

bool plot_gaps(const struct gap_table *t, const char *path, struct diag *d)
{
    struct arena a = {0};
    struct bar_chart chart = gap_chart(&a, t);
    bool done = false;
    if (chart.n_panels)
        done = canvas_file(path, bars_draw, bars_lay_out(&a, &chart), d);
    else if (canvas_ending(path, d))
        diag_error(d, (struct where){.file = path}, "no loops to draw; add some with kma --db");
    arena_free(&a);
    return done;
}
