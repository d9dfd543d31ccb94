/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gap tables as charts of stacked bars. */
#include "base/util.h"
#include "plots/charts/bars.h"
#include "plots/charts/charts.h"
#include "plots/charts/top-loops.h"
#include "plots/charts/names.h"
#include "plots/charts/sheet.h"
#include "plots/drawing/text.h"

#include <string.h>

enum { LOOPS_MOST = 60 }; /* if the user named none */

/* ---- bars ---- */

static const char no_compiled[] = "no compiled loop";

static const char *bar_title(struct arena *a, const struct bar *b, bool data, const char *id)
{
    const char *text = arena_printf(a, "%s:", id);
    for (int i = 0; i < ladder_levels(data); i++) {
        char buf[QUANTITY_TEXT];
        text = arena_printf(a, "%s%s %s %s", text, i ? "," : "", ladder_level_name(data, i),
                            quantity_text(b->level[i], buf));
    }
    return arena_printf(a, "%s CPL", text);
}

/* Returns whether samples of some instances of the loop were lost, but not of all. */
static bool lacks_samples(const struct gap_loop *l)
{
    return is_known(l->lost) && l->lost.value > 0 && is_known(l->cpl.measured);
}

/* Returns the loop's name. A ~ before it marks lost samples; letters after it refer to the notes
 * that doubt the bar. */
static const char *marked_name(struct arena *a, const struct gap_loop *l, enum naming by,
                               struct doubts *doubts)
{
    const char *name = doubted_name(a, loop_name(a, l, by), &l->notes, DOUBT_LADDER, doubts);
    return lacks_samples(l) ? arena_printf(a, "~%s", name) : name;
}

/* Returns the bar of a loop. Reasons for missing levels are short enough for the height of a bar.
 */
static struct bar loop_bar(struct arena *a, const struct gap_loop *l, bool data, enum naming by)
{
    struct bar b = ladder_step_bar(data, l);
    b.name = loop_name(a, l, by);
    if (l->file && !l->compiled && !is_known(l->cpl.mac) && !is_known(l->cpl.macs))
        b.level[LEVEL_MAC] = b.level[LEVEL_MACS] = missing(no_compiled);
    b.title = bar_title(a, &b, data, l->loop);
    return b;
}

/* ---- the levels and the loops that are drawn ---- */

static bool any_known(const struct gap_run *r, size_t rung)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct gap_ladder *g = &r->loops[i].cpl;
        if (is_known(rung == LEVEL_MEASURED ? g->measured : g->macs))
            return true;
    }
    return false;
}

/* Returns the level that is 100 %. */
static int whole_of(const struct gap_run *r)
{
    return any_known(r, LEVEL_MEASURED) ? LEVEL_MEASURED
           : any_known(r, LEVEL_MACS)   ? LEVEL_MACS
                                        : LEVEL_MA;
}

static bool has_bar(const struct gap_loop *l, int whole)
{
    struct arena scratch = {0};
    struct bar b = loop_bar(&scratch, l, false, BY_ID);
    bool has = !bar_stack(&b, whole).missing;
    arena_free(&scratch);
    return has;
}

/* Returns whether a run has a bar of the loop. wholes: whole_of() of each run. near: the probable
 * index of the loop. */
static bool is_drawn_in_any_run(const struct gap_table *t, const int *wholes, size_t near,
                                const char *loop)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_run *r = &t->at[i];
        bool is_near = near < r->n && strcmp(r->loops[near].loop, loop) == 0;
        for (size_t k = is_near ? near : 0; k < r->n; k++)
            if (strcmp(r->loops[k].loop, loop) == 0) {
                if (has_bar(&r->loops[k], wholes[i]))
                    return true;
                break;
            }
    }
    return false;
}

/* Returns the loops with a bar: those that the user named, or those with the most time. */
static struct top_loops choose_loops(struct arena *a, const struct plot_facts *f, const int *wholes)
{
    struct top_loops m = {0};
    for (size_t i = 0; i < f->table->n; i++)
        for (size_t k = 0; k < f->table->at[i].n; k++) {
            const struct gap_loop *l = &f->table->at[i].loops[k];
            double cycles = l->measured && is_known(l->cycles) ? l->cycles.value : 0;
            if (has_bar(l, wholes[i]))
                top_loops_add(&m, a, l->loop, cycles, k);
        }
    top_loops_keep(&m, f->loops_named ? m.n : LOOPS_MOST);
    return m;
}

/* ---- loops without a bar in any panel ---- */

enum { NAMES_SHOWN = 40 };

struct left_out {
    const char *why;
    struct notes names;
};
typedef ARRAY(struct left_out) left_out_list;

/* whole: a level of the bar. */
static void add_left_out(struct arena *a, left_out_list *list, const struct bar *b, int whole)
{
    bool needs_code = whole > LEVEL_MA && b->level[LEVEL_MACS].missing == no_compiled;
    const char *why = needs_code ? no_compiled : bar_stack(b, whole).missing;
    size_t at = 0;
    while (at < list->n && strcmp(list->at[at].why, why) != 0)
        at++;
    if (at == list->n)
        *array_push(list) = (struct left_out){.why = why};
    if (!text_is_among(list->at[at].names.at, list->at[at].names.n, b->name))
        note(a, &list->at[at].names, "%s", b->name);
}

/* Returns "Not drawn (no compiled loop): lfk2, lfk4. ". */
static const char *left_out_text(struct arena *a, const left_out_list *list)
{
    const char *text = "";
    for (size_t i = 0; i < list->n; i++) {
        const struct left_out *o = &list->at[i];
        text = arena_printf(a, "%sNot drawn (%s): ", text, o->why);
        for (size_t k = 0; k < o->names.n && k < NAMES_SHOWN; k++)
            text = arena_printf(a, "%s%s%s", text, k ? ", " : "", o->names.at[k]);
        if (o->names.n > NAMES_SHOWN)
            text = arena_printf(a, "%s and %zu more", text, o->names.n - NAMES_SHOWN);
        text = arena_printf(a, "%s. ", text);
    }
    return text;
}

/* ---- panels ---- */

/* Returns the title of a run's panel. It includes the normalization, if that is not to measured. */
static const char *panel_title(struct arena *a, const struct gap_run *r, bool builds, int whole)
{
    const char *text = run_name(a, r, builds);
    return whole == LEVEL_MEASURED ? text
           : whole == LEVEL_MACS   ? arena_printf(a, "%s (not measured: normalized to MACS)", text)
                                   : arena_printf(a, "%s (not measured)", text);
}

/* What the panels of the chart share. */
struct panels {
    const struct gap_table *t;
    const int *wholes; /* of each run: whole_of() */
    bool data;         /* the data bound divides gap P of the bars */
    enum naming by;
    const struct top_loops *chosen;
    left_out_list left_out;
    struct doubts doubts;
};

static struct bar_panel run_panel(struct arena *a, struct panels *of, size_t at)
{
    const struct gap_run *r = &of->t->at[at];
    static const char *const axes[LEVELS] = {[LEVEL_MA] = "% of the MA bound",
                                             [LEVEL_MACS] = "% of the MACS bound",
                                             [LEVEL_MEASURED] = "% of measured cycles"};
    int level = of->wholes[at], whole = ladder_level(of->data, level);
    struct bar_panel p = {.title = panel_title(a, r, several_builds(of->t), level),
                          .axis = axes[level],
                          .whole = whole};
    struct bar *bars = ARENA_ARRAY(a, struct bar, r->n + 1);
    if (level == LEVEL_MA)
        p.across = "no MACS: normalized to MA";
    for (size_t i = 0; i < r->n; i++) {
        struct bar b = loop_bar(a, &r->loops[i], of->data, of->by);
        if (top_loops_has(of->chosen, r->loops[i].loop)) {
            b.name = marked_name(a, &r->loops[i], of->by, &of->doubts);
            bars[p.n++] = b;
        } else if (!is_drawn_in_any_run(of->t, of->wholes, i, r->loops[i].loop))
            add_left_out(a, &of->left_out, &b, whole);
    }
    p.bars = bars;
    return p;
}

/* ---- the chart ---- */

/* Returns the meaning of ~ before a name; "" if no name has one. */
static const char *marks_text(const struct gap_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++)
            if (lacks_samples(&t->at[i].loops[k]))
                return "~ Samples of some instances of this loop are missing: the measured value "
                       "is that of the other instances. ";
    return "";
}

static const char plain_subject[] =
    "One stacked bar per loop, one panel per run: the machine bound M and the gaps A, C, S and P "
    "as "
    "percentages of the measured cycles or of the highest bound. The numbers above the bars are "
    "clock cycles per iteration.";
static const char data_subject[] =
    "One stacked bar per loop, one panel per run: the machine bound M, the gaps A, C, S, the "
    "movement of data D and the rest of gap P as percentages of the measured cycles or of the "
    "highest bound. The numbers above the bars are clock cycles per iteration.";

static struct bar_chart gap_chart(struct arena *a, const struct plot_facts *f)
{
    const struct gap_table *t = f->table;
    struct panels of = {.t = t, .data = table_has_data(t), .by = table_naming(a, t)};
    int levels = ladder_levels(of.data);
    struct bar_key *keys = ARENA_ARRAY(a, struct bar_key, (size_t)levels);
    struct bar_panel *panels = ARENA_ARRAY(a, struct bar_panel, t->n + 1);
    size_t n = 0;
    for (int i = 0; i < levels; i++)
        keys[i] = ladder_step_key(of.data, i);
    int *wholes = ARENA_ARRAY(a, int, t->n + 1);
    for (size_t i = 0; i < t->n; i++)
        wholes[i] = whole_of(&t->at[i]);
    struct top_loops chosen = choose_loops(a, f, wholes);
    of.wholes = wholes;
    of.chosen = &chosen;
    for (size_t i = 0; i < t->n; i++)
        if ((panels[n] = run_panel(a, &of, i)).n)
            n++;
    const char *foot =
        arena_printf(a, "%s%s%s%s", top_loops_text(a, &chosen), left_out_text(a, &of.left_out),
                     marks_text(t), doubts_foot(a, &of.doubts));
    array_free(&of.left_out);
    return (struct bar_chart){
        .title = with_machine(a, t, "MACS bounds and gaps"),
        .subject = of.data ? data_subject : plain_subject,
        .across = "loop",
        .unit = "CPL",
        .unit_meaning = "cycles per iteration, above the bars",
        .foot = foot,
        .keys = keys,
        .n_keys = (size_t)levels,
        .panels = panels,
        .n_panels = n,
    };
}

struct chart gap_bars_chart(struct arena *a, const struct plot_facts *f)
{
    struct bar_chart *chart = ARENA_NEW(a, struct bar_chart);
    *chart = gap_chart(a, f);
    if (!chart->n_panels)
        return (struct chart){
            .why = "no loop has a bound or a measurement to draw; add loops with kma --db"};
    return (struct chart){.part = {bars_draw, bars_lay_out(a, chart)}};
}
