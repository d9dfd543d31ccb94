/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds of one program side by side: M and the gaps of each build, and the changes from build to
 * build. */
#include "plots/charts/builds.h"
#include "plots/charts/charts.h"
#include "plots/charts/names.h"
#include "plots/charts/ranking.h"
#include "plots/charts/sheet.h"
#include "plots/drawing/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOPS_SUGGESTED = 3, LOOPS_MOST = 24, SUMMARIES_MOST = 4 };
#define AXIS_WIDTH 34.0
#define PLOT_HEIGHT 120.0
#define TITLE_HEIGHT 26.0 /* title and margin; each summary adds a line */
#define NAME_HEIGHT 12.0  /* below the plot: name of the build */
#define COLUMN_MOST 150.0
#define BAR_SHARE 0.4   /* of a column */
#define BAR_LOWEST -0.5 /* lowest end of the axis, as a share of the highest bar */

/* ---- one panel ---- */

struct panel {
    struct sheet *sheet;
    const struct build_group *g;
    const struct build_ladders *l;
    struct box plot;
    struct ticks ticks;
    double column;
};

static double y_of(const struct panel *p, double v)
{
    double span = ticks_last(&p->ticks) - p->ticks.first;
    return p->plot.y + p->plot.height * (ticks_last(&p->ticks) - v) / span;
}

static double middle_of(const struct panel *p, size_t b)
{
    return p->plot.x + ((double)b + 0.5) * p->column;
}

static void find_ticks(struct panel *p)
{
    double low = 0, high = 0;
    for (size_t b = 0; b < p->l->n; b++) {
        high = fmax(high, p->l->stack[b].high * p->l->whole[b]);
        low = fmin(low, p->l->stack[b].low * p->l->whole[b]);
    }
    high = high > 0 ? high : 1;
    p->ticks = ticks_over(fmax(low, BAR_LOWEST * high), high, 7);
}

static void put_axis(struct panel *p)
{
    struct scene *s = p->sheet->scene;
    double left = p->plot.x, right = left + p->plot.width, zero = y_of(p, 0);
    for (size_t i = 0; i < p->ticks.n; i++) {
        double y = y_of(p, tick_at(&p->ticks, i));
        scene_line(s, (struct point){left, y}, (struct point){right, y},
                   line_paint(LINE_GRID, COLOUR_GRID));
        scene_text(s, left - 4, y + LABEL_HEIGHT / 2, label_style(ANCHOR_END),
                   number_text(p->sheet->a, round(tick_at(&p->ticks, i) / p->ticks.step) *
                                                p->ticks.step / p->l->unit));
    }
    scene_line(s, (struct point){left, zero}, (struct point){right, zero},
               line_paint(LINE_AXIS, COLOUR_INK));
    scene_text(s, PAGE_MARGIN + SIZE_AXIS, p->plot.y + p->plot.height / 2, upright_style(),
               p->l->cycles ? p->l->unit_name : "cycles per iteration");
}

/* ---- bars and connectors ---- */

static void put_segment(struct panel *p, size_t b, const struct segment *g)
{
    struct scene *s = p->sheet->scene;
    double whole = p->l->whole[b], width = p->column * BAR_SHARE;
    double to = y_of(p, fmin(g->to * whole, ticks_last(&p->ticks)));
    double from = y_of(p, fmax(g->from * whole, p->ticks.first));
    struct box box = {middle_of(p, b) - width / 2, to, width, from - to};
    struct bar_key key = ladder_step_key(p->l->data, g->key);
    struct paint paint = look_paint(key.look);
    if (box.height < 0 || (box.height == 0 && g->key == g->last))
        return;
    if (g->share < 0)
        paint.stroke = 2.5 * LINE_SEGMENT;
    scene_box(s, box, g->key == g->last ? paint : blank_paint);
    label_on(s, box,
             g->key == g->last ? &key.look
                               : &(struct look){.fill = COLOUR_PAPER, .text = COLOUR_INK},
             ladder_segment_name(p->sheet->a, p->l->data, g));
}

static void put_bar(struct panel *p, size_t b)
{
    const struct stack *stack = &p->l->stack[b];
    double x = middle_of(p, b);
    if (stack->missing || p->l->whole[b] <= 0) {
        scene_text(p->sheet->scene, x, y_of(p, 0) - 4, quiet_style(ANCHOR_MIDDLE),
                   text_shorten(p->sheet->a, stack->missing ? stack->missing : "-", SIZE_LABEL,
                                false, p->column - 4));
        return;
    }
    for (size_t i = 0; i < stack->n; i++)
        put_segment(p, b, &stack->at[i]);
    if (stack->low * p->l->whole[b] < p->ticks.first - 1e-9)
        scene_break(p->sheet->scene, (struct point){x, p->plot.y + p->plot.height - 7},
                    p->column * BAR_SHARE, false);
}

/* Draws lines from the top of each level of build b to the same level of the next build. */
static void put_connectors(struct panel *p, size_t b)
{
    double half = p->column * BAR_SHARE / 2;
    int measured = build_measured(p->l);
    for (int i = 0; i < p->l->levels; i++) {
        struct quantity from = p->l->bar[b].level[i], to = p->l->bar[b + 1].level[i];
        if (is_known(from) && is_known(to))
            scene_line(p->sheet->scene, (struct point){middle_of(p, b) + half, y_of(p, from.value)},
                       (struct point){middle_of(p, b + 1) - half, y_of(p, to.value)},
                       line_paint(i == measured ? LINE_AXIS : LINE_GRID,
                                  i == measured ? COLOUR_INK : COLOUR_QUIET));
    }
}

/* ---- the table below the bars ---- */

/* Returns the number in the unit and with the digits of the ladders. */
static const char *fixed_text(struct arena *a, const struct build_ladders *l, double v)
{
    const char *text = arena_printf(a, "%.*f", l->digits, fabs(v) / l->unit);
    bool zero = strspn(text, "0.") == strlen(text);
    return arena_printf(a, "%s%s", v < 0 && !zero ? TEXT_MINUS : "", text);
}

/* Returns the change as fixed_text with its sign; "=" if all digits are 0. */
static const char *fixed_change_text(struct arena *a, const struct build_ladders *l, double v)
{
    const char *text = fixed_text(a, l, v);
    bool zero = strspn(text, "0.") == strlen(text);
    return zero ? "=" : arena_printf(a, "%s%s", v < 0 ? "" : "+", text);
}

/* Draws the number of a level in build b and its change from the previous build, in bold if it is
 * the largest change. level = levels of the ladders: the row of the measured time. */
static void put_cell(struct panel *p, size_t b, int level, double y)
{
    struct arena *a = p->sheet->a;
    const struct build_ladders *l = p->l;
    int measured = build_measured(l);
    bool all = level == l->levels;
    struct quantity now = all ? l->bar[b].level[measured] : build_step(l, b, level);
    double x = middle_of(p, b);
    struct quantity by = missing("no previous build");
    bool most = true;
    scene_text(p->sheet->scene, x - 3, y, label_style(ANCHOR_END),
               is_known(now) ? fixed_text(a, l, now.value) : "-");
    if (b)
        by = all ? build_difference_of(l, now, l->bar[b - 1].level[measured])
                 : build_change(l, b - 1, b, level);
    for (int i = 0; i < l->levels && !all && is_known(by); i++) {
        struct quantity other = build_change(l, b - 1, b, i);
        most &= !is_known(other) || fabs(other.value) <= fabs(by.value);
    }
    if (is_known(by))
        scene_text(p->sheet->scene, x + 3, y,
                   most && build_matters(l, b - 1, by) ? bold_style(ANCHOR_START)
                                                       : quiet_style(ANCHOR_START),
                   fixed_change_text(a, l, by.value));
}

static void put_table(struct panel *p)
{
    struct arena *a = p->sheet->a;
    struct scene *s = p->sheet->scene;
    double y = p->plot.y + p->plot.height + NAME_HEIGHT;
    for (size_t b = 0; b < p->l->n; b++)
        scene_text(
            s, middle_of(p, b), y, bold_style(ANCHOR_MIDDLE),
            text_shorten(a, text_clean(a, p->g->at[b]->build), SIZE_LABEL, true, p->column - 4));
    for (int i = p->l->levels; i >= 0; i--) {
        y += LABEL_LINE;
        scene_text(s, p->plot.x - 4, y, label_style(ANCHOR_END),
                   i == p->l->levels ? "all" : ladder_step_key(p->l->data, i).letter);
        for (size_t b = 0; b < p->l->n; b++)
            put_cell(p, b, i, y);
    }
}

/* Returns the number of summaries: one for each build after the first; of many builds, only that of
 * the fastest. */
static size_t summary_count(const struct build_ladders *l)
{
    return l->n <= SUMMARIES_MOST ? l->n - 1 : 1;
}

static size_t fastest_build(const struct build_ladders *l)
{
    size_t best_build = 1;
    int measured = build_measured(l);
    for (size_t b = 2; b < l->n; b++) {
        struct quantity q = l->bar[b].level[measured];
        struct quantity best = l->bar[best_build].level[measured];
        if (is_known(q) && (!is_known(best) || q.value < best.value))
            best_build = b;
    }
    return best_build;
}

static double panel_height(const struct build_ladders *l)
{
    return TITLE_HEIGHT + LABEL_LINE * (double)summary_count(l) + PLOT_HEIGHT + NAME_HEIGHT +
           LABEL_LINE * (l->levels + 1) + 3;
}

static void put_summaries(struct sheet *sheet, const struct build_group *g,
                          const struct build_ladders *l, double y)
{
    struct arena *a = sheet->a;
    for (size_t i = 1; i <= summary_count(l); i++) {
        const char *text = build_summary(a, g, l, l->n <= SUMMARIES_MOST ? i : fastest_build(l));
        scene_text(sheet->scene, PAGE_MARGIN, y + LABEL_LINE * (double)i, label_style(ANCHOR_START),
                   text_shorten(a, text_clean(a, text), SIZE_LABEL, false, sheet->width));
    }
}

static void put_panel(struct sheet *sheet, const struct build_group *g,
                      const struct build_ladders *l)
{
    struct arena *a = sheet->a;
    double top = sheet_panel(sheet, panel_height(l)), y = top + SIZE_PANEL;
    struct panel p = {.sheet = sheet, .g = g, .l = l};
    const char *title = arena_printf(a, "%s, %s", l->title, g->machine ? g->machine : "");
    if (g->processors)
        title = arena_printf(a, "%s, %ld processor%s", title, g->processors,
                             g->processors == 1 ? "" : "s");
    scene_group(sheet->scene, title);
    sheet_title(sheet, top, title);
    put_summaries(sheet, g, l, y + 2);
    find_ticks(&p);
    double axis = axis_width(a, &p.ticks, l->unit, AXIS_WIDTH);
    p.column = fmin((sheet->width - axis) / (double)l->n, COLUMN_MOST);
    p.plot =
        (struct box){PAGE_MARGIN + axis, top + TITLE_HEIGHT + LABEL_LINE * (double)summary_count(l),
                     p.column * (double)l->n, PLOT_HEIGHT};
    put_axis(&p);
    for (size_t b = 0; b + 1 < l->n; b++)
        put_connectors(&p, b);
    for (size_t b = 0; b < l->n; b++)
        put_bar(&p, b);
    put_table(&p);
    scene_end_group(sheet->scene);
}

/* ---- the drawn loops ---- */

/* Returns the name of the loop with index at in the first build, with the letters of the notes that
 * doubt its bar in any build. */
static const char *loop_title(struct arena *a, const struct build_group *g, size_t at,
                              enum naming by, struct doubts *doubts)
{
    const struct gap_loop *l = &g->at[0]->loops[at];
    const char *name = loop_name(a, l, by);
    struct doubts_part parts[BUILDS_MOST];
    size_t n = 0;
    for (size_t b = 0; b < g->n; b++)
        for (size_t i = 0; i < g->at[b]->n; i++)
            if (strcmp(g->at[b]->loops[i].loop, l->loop) == 0)
                parts[n++] = (struct doubts_part){name, &g->at[b]->loops[i].notes, DOUBT_LADDER};
    const char *mark = doubts_mark_sum(doubts, parts, n);
    return mark ? arena_printf(a, "%s %s", name, mark) : name;
}

/* Draws the loops that the user named, or those with the largest changes of time. Adds the number
 * of the others to *left_out. */
static void put_loops(struct sheet *s, const struct plot_facts *f, const struct build_group *g,
                      enum naming by, size_t *left_out, struct doubts *doubts)
{
    struct ranked *list = ARENA_ARRAY(s->a, struct ranked, g->at[0]->n + 1);
    size_t n = 0, most = f->loops_named ? LOOPS_MOST : LOOPS_SUGGESTED;
    for (size_t i = 0; i < g->at[0]->n; i++) {
        const struct gap_loop *l = &g->at[0]->loops[i];
        if (in_two_builds(g, i))
            list[n++] = (struct ranked){l, build_difference(g, i)};
    }
    if (!f->loops_named)
        rank_by_value(list, n);
    for (size_t i = 0; i < n && i < most; i++) {
        struct build_ladders *l = ARENA_NEW(s->a, struct build_ladders);
        size_t at = (size_t)((const struct gap_loop *)list[i].item - g->at[0]->loops);
        *l = loop_ladders(g, loop_title(s->a, g, at, by, doubts), at);
        put_panel(s, g, l);
    }
    *left_out += n > most ? n - most : 0;
}

/* ---- the chart ---- */

static bool any_negative(const struct gap_table *t)
{
    bool data = table_has_data(t);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++) {
            struct bar b = ladder_step_bar(data, &t->at[i].loops[k]);
            for (int level = 1; level < ladder_levels(data); level++)
                if (is_known(b.level[level]) && is_known(b.level[level - 1]) &&
                    b.level[level].value < b.level[level - 1].value)
                    return true;
        }
    return false;
}

static const char *footnote(struct arena *a, const struct build_group *list, size_t n,
                            const struct plot_facts *f, size_t left_out)
{
    const char *text =
        "Below the bars: each part and its change from the previous build; bold: the "
        "largest change. ";
    bool repeated = false;
    size_t builds = 0;
    for (size_t i = 0; i < n; i++) {
        repeated |= list[i].repeated;
        builds += list[i].left_out;
    }
    if (any_negative(f->table))
        text = arena_printf(a,
                            "%sBelow 0: a negative gap: the bound is higher than the next one or "
                            "than the measurement. ",
                            text);
    if (repeated)
        text = arena_printf(
            a, "%sOf repeated runs, the one with the median of the cycles is drawn. ", text);
    if (builds)
        text = arena_printf(a, "%sNot drawn: %zu more build%s. ", text, builds,
                            builds == 1 ? "" : "s");
    if (left_out)
        text =
            arena_printf(a, "%sNot drawn: %zu loop%s%s. ", text, left_out, left_out == 1 ? "" : "s",
                         f->loops_named ? "" : " with smaller changes; choose with --loop");
    return text;
}

/* Returns whether a rung between known rungs is missing. */
static bool any_undivided(const struct gap_table *t)
{
    bool data = table_has_data(t);
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++) {
            struct bar b = ladder_step_bar(data, &t->at[i].loops[k]);
            bool blank = false;
            for (int level = 0; level < ladder_levels(data); level++) {
                if (blank && is_known(b.level[level]))
                    return true;
                blank |= !is_known(b.level[level]);
            }
        }
    return false;
}

static const char plain_subject[] =
    "Builds side by side: M and the gaps A, C, S and P of each build as a stacked bar, and the "
    "change of each part.";
static const char data_subject[] = "Builds side by side: M, the gaps A, C, S, the movement of data "
                                   "D and the rest of gap P of each "
                                   "build as a stacked bar, and the change of each part.";

struct chart waterfall_chart(struct arena *a, const struct plot_facts *f)
{
    size_t n, entries, left_out = 0, loops;
    struct build_group *groups = build_groups(a, f->table, &n);
    enum naming by = table_naming(a, f->table);
    struct doubts doubts = {0};
    if (!n)
        return (struct chart){.why = "no two builds have the same machine and number of "
                                     "processors"};
    struct legend_entry *legend =
        ladder_step_legend(a, table_has_data(f->table), any_undivided(f->table), &entries);
    struct sheet s = sheet_new(a, with_machine(a, f->table, "Changes from build to build"),
                               table_has_data(f->table) ? data_subject : plain_subject, legend,
                               entries, CONTENT_MAX);
    for (size_t i = 0; i < n; i++) {
        struct build_ladders *all = ARENA_NEW(a, struct build_ladders);
        *all = program_ladders(a, &groups[i], &loops);
        if (loops > 1 && !f->loops_named)
            put_panel(&s, &groups[i], all);
        put_loops(&s, f, &groups[i], by, &left_out, &doubts);
    }
    sheet_end(
        &s, arena_printf(a, "%s%s", footnote(a, groups, n, f, left_out), doubts_foot(a, &doubts)));
    return (struct chart){.part = scene_part(s.scene)};
}

bool waterfall_is_default(const struct plot_facts *f)
{
    struct arena a = {0};
    size_t n;
    build_groups(&a, f->table, &n);
    arena_free(&a);
    return n > 0;
}
