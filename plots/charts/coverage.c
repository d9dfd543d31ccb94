/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of sampled runs by their share of CPU time: one bar per row, the longest first. */
#include "base/util.h"
#include "gaps/hot/coverage.h"
#include "plots/charts/charts.h"
#include "plots/charts/names.h"
#include "plots/charts/sheet.h"

#include <math.h>

#define NAME_WIDTH_MAX 170.0
#define VALUES_WIDTH 92.0 /* right of the plot: the columns of numbers */
#define ROW_PITCH 12.0
#define BAR_HEIGHT 9.0
#define HEAD_HEIGHT 17.0 /* of the titles of the columns, above the first bar */
#define AXIS_HEIGHT 26.0 /* below the last bar */

/* ---- the looks ---- */

enum coverage_part {
#define PART(NAME, text, fill, hatch, ink, letters) PART_##NAME,
#include "plots/charts/coverage-looks.def"
#undef PART
    PARTS
};
static const struct part_look {
    const char *text;
    struct look look;
} part_looks[PARTS] = {
#define PART(NAME, text, fill, hatch, ink, letters) {text, {fill, HATCH_##hatch, ink, letters}},
#include "plots/charts/coverage-looks.def"
#undef PART
};

static enum coverage_part part_of(const struct gap_hot_row *row)
{
    if (!row->why)
        return PART_BOUNDED;
    switch (row->hot->kind) {
    case HOTSPOT_LOOP:
        return PART_LOOP;
    case HOTSPOT_STRAIGHT_LINE:
        return PART_CODE;
    case HOTSPOT_LIBRARY:
        return row->hot->waiting ? PART_WAITING : PART_LIBRARY;
    case HOTSPOT_KERNEL:
        return PART_KERNEL;
    case HOTSPOT_UNKNOWN:
    case HOTSPOT_KINDS:
        break;
    }
    return PART_UNKNOWN;
}

static struct legend_entry *part_legend(struct arena *a, size_t *n)
{
    struct legend_entry *list = ARENA_ARRAY(a, struct legend_entry, PARTS + 1);
    for (*n = 0; *n < PARTS; ++*n)
        list[*n] = (struct legend_entry){.text = part_looks[*n].text, .look = part_looks[*n].look};
    list[(*n)++] =
        (struct legend_entry){.text = "inner loops, which have their own bars", .blank = true};
    return list;
}

/* ---- one panel ---- */

struct panel {
    struct sheet *sheet;
    const struct gap_run *run;
    double names; /* width of the names */
    size_t n;     /* rows with a bar */
    struct text_lines covered;
    struct box plot;
    struct ticks ticks;
};

static double x_of(const struct panel *p, double share)
{
    return p->plot.x + p->plot.width * fmin(share / ticks_last(&p->ticks), 1);
}

static void put_axis(struct panel *p)
{
    struct scene *s = p->sheet->scene;
    double top = p->plot.y, bottom = top + p->plot.height;
    for (size_t i = 0; i < p->ticks.n; i++) {
        double share = tick_at(&p->ticks, i), x = x_of(p, share);
        bool zero = i == 0;
        scene_line(s, (struct point){x, top}, (struct point){x, bottom},
                   line_paint(zero ? LINE_AXIS : LINE_GRID, zero ? COLOUR_INK : COLOUR_GRID));
        scene_text(s, x, bottom + 9, label_style(ANCHOR_MIDDLE),
                   number_text(p->sheet->a, round(share * 1e6) / 1e4));
    }
    scene_text(s, p->plot.x + p->plot.width / 2, bottom + 19, axis_style(ANCHOR_MIDDLE),
               "% of the CPU time of the program");
}

/* Draws the interval of the share as a line with ends. */
static void put_interval(struct panel *p, const struct gap_hot_row *row, double middle)
{
    struct scene *s = p->sheet->scene;
    struct paint line = line_paint(LINE_AXIS, COLOUR_INK), halo = line_paint(2, COLOUR_PAPER);
    double ends[] = {x_of(p, row->low.value), x_of(p, row->high.value)};
    scene_line(s, (struct point){ends[0], middle}, (struct point){ends[1], middle}, halo);
    scene_line(s, (struct point){ends[0], middle}, (struct point){ends[1], middle}, line);
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        scene_line(s, (struct point){ends[i], middle - 2}, (struct point){ends[i], middle + 2},
                   line);
}

static void put_bar(struct panel *p, const struct gap_hot_row *row, double y)
{
    double zero = x_of(p, 0), end = x_of(p, row->share.value);
    double outer = x_of(p, row->inclusive.value);
    if (outer > end)
        scene_box(p->sheet->scene, (struct box){end, y, outer - end, BAR_HEIGHT}, blank_paint);
    scene_box(p->sheet->scene, (struct box){zero, y, end - zero, BAR_HEIGHT},
              look_paint(part_looks[part_of(row)].look));
    put_interval(p, row, y + BAR_HEIGHT / 2);
}

/* Draws the row's numbers, in columns right of the plot: share, cumulative share, MACS. */
static void put_values(struct panel *p, struct quantity share, double sum, const char *macs,
                       double base)
{
    struct arena *a = p->sheet->a;
    double x = PAGE_MARGIN + p->sheet->width;
    scene_text(p->sheet->scene, x - 64, base, label_style(ANCHOR_END),
               arena_printf(a, "%.1f", 100 * share.value));
    scene_text(p->sheet->scene, x - 34, base, quiet_style(ANCHOR_END),
               arena_printf(a, "%.1f", 100 * sum));
    scene_text(p->sheet->scene, x, base, label_style(ANCHOR_END), macs);
}

static const char *shortened(struct arena *a, const char *name)
{
    return text_shorten(a, text_clean(a, name), SIZE_LABEL, false, NAME_WIDTH_MAX);
}

static void put_row(struct panel *p, size_t i, double sum)
{
    struct arena *a = p->sheet->a;
    struct scene *s = p->sheet->scene;
    const struct gap_hot_row *row = &p->run->coverage->rows[i];
    double y = p->plot.y + (double)i * ROW_PITCH + (ROW_PITCH - BAR_HEIGHT) / 2;
    double base = y + BAR_HEIGHT / 2 + LABEL_HEIGHT / 2;
    scene_group(s, arena_printf(a, "%s: %s of the CPU time, %s", row->hot->name,
                                coverage_percent(a, row->share),
                                row->why ? row->why
                                         : arena_printf(a, "MACS in cycles per %s",
                                                        coverage_pass_name(row->pass))));
    scene_text(s, PAGE_MARGIN + p->names, base, label_style(ANCHOR_END), shortened(a, row->title));
    put_bar(p, row, y);
    put_values(p, row->share, sum, is_known(row->macs) ? number_text(a, row->macs.value) : "-",
               base);
    scene_end_group(s);
}

/* Draws the line of the rows without a bar, below the others. */
static void put_others(struct panel *p, double sum)
{
    struct arena *a = p->sheet->a;
    const struct gap_coverage *c = p->run->coverage;
    double y = p->plot.y + (double)p->n * ROW_PITCH + ROW_PITCH / 2 + LABEL_HEIGHT / 2;
    struct quantity rest = known(0);
    if (p->n == c->n)
        return;
    for (size_t i = p->n; i < c->n; i++)
        rest = q_add(rest, c->rows[i].share);
    scene_text(p->sheet->scene, PAGE_MARGIN + p->names, y, quiet_style(ANCHOR_END),
               arena_printf(a, "%zu others", c->n - p->n));
    put_values(p, rest, sum + rest.value, "", y);
}

static void put_head(struct panel *p, double top, bool builds)
{
    struct arena *a = p->sheet->a;
    struct scene *s = p->sheet->scene;
    double x = PAGE_MARGIN + p->sheet->width, base = p->plot.y - 5;
    sheet_title(p->sheet, top, run_name(a, p->run, builds));
    for (size_t i = 0; i < p->covered.n; i++)
        scene_text(s, PAGE_MARGIN, top + PANEL_TITLE_HEIGHT + 8 + (double)i * LABEL_LINE,
                   label_style(ANCHOR_START), p->covered.at[i]);
    if (!p->n)
        return;
    scene_text(s, x - 64, base, quiet_style(ANCHOR_END), "%");
    scene_text(s, x - 34, base, quiet_style(ANCHOR_END), "cum. %");
    scene_text(s, x, base, quiet_style(ANCHOR_END), "MACS");
}

static double names_width(const struct gap_coverage *c, size_t n, struct arena *a)
{
    double width = n < c->n ? 50 : 0;
    for (size_t i = 0; i < n; i++)
        width = fmax(width, text_width(shortened(a, c->rows[i].title), SIZE_LABEL, false));
    return ceil(width);
}

static void put_rows(struct panel *p)
{
    const struct gap_coverage *c = p->run->coverage;
    double longest = 0, sum = 0;
    for (size_t i = 0; i < p->n; i++)
        longest = fmax(longest, fmax(c->rows[i].high.value, c->rows[i].inclusive.value));
    p->ticks = ticks_over(0, fmax(longest, 0.01), 11);
    put_axis(p);
    for (size_t i = 0; i < p->n; i++) {
        sum += c->rows[i].share.value;
        put_row(p, i, sum);
    }
    put_others(p, sum);
}

static void put_panel(struct sheet *sheet, const struct gap_run *run, bool builds)
{
    const struct gap_coverage *c = run->coverage;
    size_t n = coverage_main_rows(c), lines = n + (n && n < c->n);
    const char *covered = text_clean(sheet->a, coverage_headline(sheet->a, c));
    struct panel p = {.sheet = sheet, .run = run, .n = n};
    p.covered = text_wrap(sheet->a, covered, SIZE_LABEL, sheet->width);
    p.names = names_width(c, n, sheet->a);
    double head = PANEL_TITLE_HEIGHT + (double)p.covered.n * LABEL_LINE + HEAD_HEIGHT;
    double rows = (double)lines * ROW_PITCH;
    double top = sheet_panel(sheet, head + (n ? rows + AXIS_HEIGHT : 0));
    p.plot = (struct box){PAGE_MARGIN + p.names + 5, top + head,
                          sheet->width - p.names - 5 - VALUES_WIDTH, rows};
    scene_group(sheet->scene, run_name(sheet->a, run, builds));
    put_head(&p, top, builds);
    if (n)
        put_rows(&p);
    scene_end_group(sheet->scene);
}

/* ---- the chart ---- */

static const char *footnote(struct arena *a, const struct gap_table *t)
{
    bool gaps = false;
    const char *why = "";
    for (size_t i = 0; i < t->n; i++) {
        gaps |= t->at[i].n > 0;
        if (t->at[i].coverage)
            why = coverage_no_gaps(a, t->at[i].coverage);
    }
    return arena_printf(a,
                        "Lines on bars: 95 %% confidence intervals. cum. %%: the sum of the shares "
                        "down to this bar. "
                        "MACS: cycles per iteration of the source loop if k is known, otherwise "
                        "per pass of a loop without inner loops, or per call of a function without "
                        "loops.%s%s%s",
                        gaps ? "" : " Charts of gaps are left out: ", gaps ? "" : why,
                        gaps ? "" : ".");
}

bool coverage_is_default(const struct plot_facts *f)
{
    for (size_t i = 0; i < f->table->n; i++)
        if (f->table->at[i].coverage)
            return true;
    return false;
}

struct chart coverage_chart(struct arena *a, const struct plot_facts *f)
{
    const struct gap_table *t = f->table;
    size_t entries;
    struct legend_entry *legend = part_legend(a, &entries);
    if (!coverage_is_default(f))
        return (struct chart){.why = "no run was sampled; macs run -- COMMAND samples a program"};
    struct sheet s = sheet_new(a, with_machine(a, t, "Where the CPU time goes"),
                               "One bar per loop, function or other part of the program, the "
                               "longest first. Its length is the share of the CPU time.",
                               legend, entries, CONTENT_MAX);
    for (size_t i = 0; i < t->n; i++)
        if (t->at[i].coverage)
            put_panel(&s, &t->at[i], several_builds(t));
    sheet_end(&s, footnote(a, t));
    return (struct chart){.part = scene_part(s.scene)};
}
