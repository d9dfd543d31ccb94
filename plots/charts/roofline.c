/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roofline: flops per cycle of loops against flops per byte, with the limits of their machine. */
#include "gaps/roofline.h"
#include "plots/charts/label-space.h"
#include "plots/charts/charts.h"
#include "plots/charts/names.h"
#include "plots/charts/sheet.h"
#include "plots/drawing/axis.h"
#include "plots/drawing/markers.h"
#include "plots/drawing/page.h"
#include "plots/drawing/scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LOOPS_MOST = 60, PANELS_MOST = 8, NAMES_SHOWN = 30 };
#define LEFT 38.0
#define HEIGHT 250.0
#define FOOT 36.0 /* ticks and title of the horizontal axis */
#define CAP 2.4   /* half the width of the bars at MACS and MA */
#define GAP_P_WIDTH 1.9
#define BOUNDS_WIDTH 0.7
#define X_MARGIN 1.15 /* factors by which the axes exceed the values */
#define Y_MARGIN 1.3
#define NAME_WIDTH_MAX 110.0
#define KEY_WIDTH_MAX 150.0
#define KEY_GAP 12.0 /* between columns of the key */

/* ---- loops ---- */

/* A loop in the plot; rates in flops per cycle of one processor. */
struct spot {
    const struct gap_loop *loop;
    const char *name;
    double intensity; /* flops per byte */
    struct quantity measured, macs, ma;
    struct point at;   /* of its mark */
    const char *label; /* its name, or its number in the key */
    struct box place;  /* of the label; width 0 = it did not fit */
    bool over;         /* the label covers lines, on a white box */
};
struct roof_panel {
    const struct gap_run *run;
    struct gap_roofs roofs;
    const struct gap_loop
        *levels; /* a loop whose data bound has the rates of levels; NULL = none */
    struct spot *spots;
    size_t n;
    const char *foot;
    bool numbered; /* names are in a key below the plot */
    struct box plot;
    struct scale x, y;
    struct point roof[3];
    struct label_space labels;
};

static struct quantity rate(const struct gap_loop *l, struct quantity cpl)
{
    return q_div(l->tnf, cpl, "no cycles");
}

static double time_of(const struct gap_loop *l)
{
    return is_known(l->time) ? l->time.value : -1;
}

static int by_time(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    double more = time_of(y->loop) - time_of(x->loop);
    return more != 0 ? (more > 0) - (more < 0) : (x->loop > y->loop) - (x->loop < y->loop);
}

static bool spot_of(const struct gaps *g, const struct gap_run *run, const struct gap_loop *l,
                    struct spot *to)
{
    struct quantity bytes = gap_bytes(g, run, l);
    if (!is_known(bytes) || !is_known(l->tnf) || !(l->tnf.value > 0))
        return false;
    *to = (struct spot){.loop = l, .intensity = l->tnf.value / bytes.value};
    to->measured = rate(l, l->cpl.measured);
    to->macs = rate(l, l->cpl.macs);
    to->ma = rate(l, l->cpl.ma);
    return is_known(to->measured) || is_known(to->ma);
}

/* Returns the footnote about loops that are not drawn: those of out, and more with less time. */
static const char *footnote_of(struct arena *a, const struct notes *out, size_t more)
{
    const char *text = more ? arena_printf(a, "Not drawn: %zu loops with less time. ", more) : "";
    for (size_t i = 0; i < out->n && i < NAMES_SHOWN; i++)
        text = arena_printf(
            a, "%s%s%s", text,
            i ? ", " : "Not drawn, because their flops, bytes or rate are unknown: ", out->at[i]);
    if (out->n > NAMES_SHOWN)
        text = arena_printf(a, "%s and %zu more", text, out->n - NAMES_SHOWN);
    return out->n ? arena_printf(a, "%s. ", text) : text;
}

static struct roof_panel panel_of(struct arena *a, const struct gaps *g, const struct gap_run *run,
                                  enum naming by, struct doubts *doubts)
{
    struct roof_panel p = {.run = run, .roofs = gap_roofs(g, a, run)};
    struct notes out = {0};
    size_t all;
    p.spots = ARENA_ARRAY(a, struct spot, run->n + 1);
    for (size_t i = 0; i < run->n; i++) {
        const char *name = loop_name(a, &run->loops[i], by);
        if (!spot_of(g, run, &run->loops[i], &p.spots[p.n]))
            note(a, &out, "%s", name);
        else
            p.spots[p.n++].name = name;
        if (loop_has_data(&run->loops[i]))
            p.levels = &run->loops[i];
    }
    qsort(p.spots, p.n, sizeof *p.spots, by_time);
    all = p.n;
    p.n = all > LOOPS_MOST ? LOOPS_MOST : all;
    for (size_t i = 0; i < p.n; i++)
        p.spots[i].name = doubted_name(a, p.spots[i].name, &p.spots[i].loop->notes,
                                       DOUBT_TNF | DOUBT_MA | DOUBT_MACS | DOUBT_TIME, doubts);
    p.foot = footnote_of(a, &out, all - p.n);
    return p;
}

/* ---- scales ---- */

static void include_value(double *low, double *high, double v)
{
    *low = fmin(*low, v);
    *high = fmax(*high, v);
}

/* Limits the axis to low to high, instead of round numbers. */
static void limit_scale(struct scale *s, double low, double high)
{
    size_t n = 0;
    s->low = fmax(s->low, low);
    s->high = fmin(s->high, high);
    for (size_t i = 0; i < s->n; i++)
        if (s->tick[i] >= s->low && s->tick[i] <= s->high)
            s->tick[n++] = s->tick[i];
    s->n = n;
}

/* Returns the flops per byte from level i to the core; 0 = none is needed. */
static double level_intensity(const struct gap_loop *l, int i)
{
    struct gap_level_roof of;
    return gap_level_roof(l, i, &of) && of.bytes > 0 ? l->tnf.value / of.bytes : 0;
}

/* Includes the marks of the levels, and a part of their roofs. */
static void include_levels(const struct roof_panel *p, double x[2], double y[2])
{
    struct gap_level_roof of;
    for (int i = 0; p->levels && gap_level_roof(p->levels, i, &of); i++) {
        for (size_t k = 0; k < p->n; k++)
            if (level_intensity(p->spots[k].loop, i) > 0)
                include_value(&x[0], &x[1], level_intensity(p->spots[k].loop, i));
        include_value(&y[0], &y[1], fmin(x[1] * of.rate, p->roofs.flops.value) / 2);
    }
}

/* Sets the axes, which are the same for all plots, so that runs can be compared. They include every
 * loop, the ridge points and a part of the slopes. */
static void find_scales(struct roof_panel *panels, size_t n)
{
    double x[2] = {INFINITY, 0}, y[2] = {INFINITY, 0};
    for (size_t k = 0; k < n; k++) {
        double peak = panels[k].roofs.flops.value, ridge = peak / panels[k].roofs.bytes.value;
        include_value(&x[0], &x[1], ridge / 4);
        include_value(&x[0], &x[1], ridge * 2);
        include_value(&y[0], &y[1], peak / 4);
        include_value(&y[0], &y[1], peak * 1.2);
        for (size_t i = 0; i < panels[k].n; i++) {
            const struct spot *s = &panels[k].spots[i];
            include_value(&x[0], &x[1], s->intensity);
            if (is_known(s->measured))
                include_value(&y[0], &y[1], s->measured.value);
            if (is_known(s->ma))
                include_value(&y[0], &y[1], s->ma.value);
        }
        include_levels(&panels[k], x, y);
    }
    for (size_t k = 0; k < n; k++) {
        panels[k].x = scale_log10(x[0] / X_MARGIN, x[1] * X_MARGIN, 12);
        panels[k].y = scale_log10(y[0] / Y_MARGIN, y[1] * Y_MARGIN, 12);
        limit_scale(&panels[k].x, x[0] / X_MARGIN, x[1] * X_MARGIN);
        limit_scale(&panels[k].y, y[0] / Y_MARGIN, y[1] * Y_MARGIN);
    }
}

static struct point point_at(const struct roof_panel *p, double x, double y)
{
    return (struct point){p->plot.x + p->plot.width * scale_at(&p->x, x),
                          p->plot.y + p->plot.height * (1 - scale_at(&p->y, y))};
}

/* ---- layout ---- */

/* Sets the upper and lower end of a whisker, from the rates that are known. */
static void whisker_ends(const struct roof_panel *p, const struct spot *s, double *top,
                         double *foot)
{
    const struct quantity ends[2] = {s->macs, s->ma};
    *top = *foot = s->at.y;
    for (int i = 0; i < 2; i++)
        if (is_known(ends[i])) {
            double y = point_at(p, s->intensity, ends[i].value).y;
            *top = fmin(*top, y);
            *foot = fmax(*foot, y);
        }
}

static void place_roofs(struct roof_panel *p)
{
    double peak = p->roofs.flops.value, bytes = p->roofs.bytes.value;
    double from = fmax(p->x.low, p->y.low / bytes);
    p->roof[0] = point_at(p, from, from * bytes);
    p->roof[1] = point_at(p, peak / bytes, peak);
    p->roof[2] = point_at(p, p->x.high, peak);
}

/* Reserves the marks of the levels, and the lines to them. */
static void reserve_level_marks(struct arena *a, struct roof_panel *p, const struct spot *s)
{
    for (int i = 0; i < gap_level_roofs(s->loop) && is_known(s->measured); i++) {
        double x = level_intensity(s->loop, i);
        if (!(x > 0))
            continue;
        struct point at = point_at(p, x, s->measured.value);
        label_space_reserve(&p->labels, a, (struct box){at.x - 2, at.y - 2, 4, 4});
        label_space_add_line(
            &p->labels, a,
            (struct box){fmin(at.x, s->at.x), at.y - 0.1, fabs(at.x - s->at.x), 0.2});
    }
}

/* Places the plot at left, top, and adds its marks, whiskers and roofs to the label space. */
static void place_marks(struct arena *a, struct roof_panel *p, double left, double top,
                        double width)
{
    p->plot = (struct box){left, top, width, HEIGHT};
    p->labels = (struct label_space){.frame = p->plot};
    place_roofs(p);
    label_space_add_slope(&p->labels, a, p->roof[0], p->roof[1]);
    label_space_add_slope(&p->labels, a, p->roof[1], p->roof[2]);
    for (size_t i = 0; i < p->n; i++) {
        struct spot *s = &p->spots[i];
        double upper, lower;
        s->at = point_at(p, s->intensity, is_known(s->measured) ? s->measured.value : s->ma.value);
        whisker_ends(p, s, &upper, &lower);
        label_space_reserve(&p->labels, a, (struct box){s->at.x - 3, s->at.y - 3, 6, 6});
        label_space_add_line(&p->labels, a,
                             (struct box){s->at.x - CAP, upper, 2 * CAP, lower - upper + 0.1});
        reserve_level_marks(a, p, s);
    }
}

/* Places the labels that have no position yet. Returns the number of those that do not fit. over:
 * they may cover lines. */
static size_t place_labels(struct arena *a, struct roof_panel *p, bool over)
{
    size_t unplaced = 0;
    for (size_t i = 0; i < p->n; i++) {
        struct spot *s = &p->spots[i];
        double width = text_width(s->label, SIZE_LABEL, false);
        if (s->place.width > 0)
            continue;
        s->over = over;
        if (!label_space_place(&p->labels, a, s->at, width, over, &s->place)) {
            s->place.width = 0;
            unplaced++;
        }
    }
    return unplaced;
}

static void set_labels(struct arena *a, struct roof_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        struct spot *s = &p->spots[i];
        const char *name = text_clean(a, s->name);
        s->place = (struct box){0};
        s->label = p->numbered ? arena_printf(a, "%zu", i + 1)
                               : text_shorten(a, name, SIZE_LABEL, false, NAME_WIDTH_MAX);
    }
}

/* ---- axes and roofs ---- */

static void put_axes(struct sheet *s, const struct roof_panel *p)
{
    struct scene *to = s->scene;
    double foot = p->plot.y + p->plot.height, right = p->plot.x + p->plot.width;
    char buf[SHARE_TEXT];
    for (size_t i = 0; i < p->x.n; i++) {
        struct point at = point_at(p, p->x.tick[i], p->y.low);
        scene_line(to, (struct point){at.x, p->plot.y}, (struct point){at.x, foot + TICK},
                   line_paint(LINE_GRID, COLOUR_GRID));
        scene_text(to, at.x, foot + TICK + 2 + LABEL_HEIGHT, label_style(ANCHOR_MIDDLE),
                   value_text(p->x.tick[i], buf));
    }
    for (size_t i = 0; i < p->y.n; i++) {
        struct point at = point_at(p, p->x.low, p->y.tick[i]);
        scene_line(to, (struct point){at.x - TICK, at.y}, (struct point){right, at.y},
                   line_paint(LINE_GRID, COLOUR_GRID));
        scene_text(to, at.x - TICK - 2, at.y + LABEL_HEIGHT / 2, label_style(ANCHOR_END),
                   value_text(p->y.tick[i], buf));
    }
    scene_line(to, (struct point){p->plot.x, p->plot.y}, (struct point){p->plot.x, foot},
               line_paint(LINE_AXIS, COLOUR_INK));
    scene_line(to, (struct point){p->plot.x, foot}, (struct point){right, foot},
               line_paint(LINE_AXIS, COLOUR_INK));
}

static void put_axis_titles(struct sheet *s, const struct roof_panel *p)
{
    struct text_style style = axis_style(ANCHOR_MIDDLE);
    double foot = p->plot.y + p->plot.height;
    scene_text(s->scene, p->plot.x + p->plot.width / 2, foot + 26, style,
               "essential flops per byte loaded or stored");
    style.turn = 90;
    scene_text(s->scene, PAGE_MARGIN + SIZE_AXIS, p->plot.y + p->plot.height / 2, style,
               "flops per cycle of one processor");
}

/* Returns "peak: 2 flops per cycle, 40 MFLOPS". */
static const char *peak_text(struct arena *a, const struct roof_panel *p)
{
    double peak = p->roofs.flops.value;
    struct quantity clock = p->n ? p->spots[0].loop->clock_hz : missing("");
    char flops[SHARE_TEXT], rates[SHARE_TEXT];
    const char *text = arena_printf(a, "peak: %s flops per cycle", value_text(peak, flops));
    if (is_known(clock))
        text = arena_printf(a, "%s, %s MFLOPS", text, value_text(peak * clock.value / 1e6, rates));
    return text;
}

static const struct paint white = {.filled = true, .fill = COLOUR_PAPER};

/* Draws the text with its lower right corner at the point, if the space is free, on a white box. */
static void put_roof_text(struct sheet *s, struct roof_panel *p, struct point at, const char *text)
{
    double width = text_width(text, SIZE_LABEL, false);
    struct box b = {at.x - width, at.y - SIZE_LABEL, width, SIZE_LABEL + 1.6};
    if (!label_space_is_free(&p->labels, b, true))
        return;
    if (p->levels)
        scene_box(s->scene, b, white);
    scene_text(s->scene, at.x, at.y, quiet_style(ANCHOR_END), text);
    label_space_reserve(&p->labels, s->a, b);
}

static void put_roofs(struct sheet *s, struct roof_panel *p)
{
    const struct point *line = p->roof;
    char buf[SHARE_TEXT];
    const char *text = arena_printf(s->a, "loads and stores: %s bytes per cycle",
                                    value_text(p->roofs.bytes.value, buf));
    double width = text_width(text, SIZE_LABEL, false) + 12;
    struct point corner = line[1];
    scene_path(s->scene, line, 3, false, line_paint(1.6, COLOUR_INK));
    put_roof_text(s, p, (struct point){line[2].x - 2, line[2].y - 4}, peak_text(s->a, p));
    if (line[0].x - p->plot.x < width && line[1].x > p->plot.x + width) {
        double part = fmax((p->plot.x + width - line[0].x) / (line[1].x - line[0].x), 0.5);
        corner.x = line[0].x + part * (line[1].x - line[0].x);
        corner.y = line[0].y + part * (line[1].y - line[0].y);
    }
    put_roof_text(s, p, (struct point){corner.x - 8, corner.y}, text);
}

/* ---- levels ---- */

/* Draws the roof of each level, with its name and rate at its upper end. */
static void put_level_roofs(struct sheet *s, struct roof_panel *p)
{
    struct paint dashed = line_paint(LINE_AXIS, COLOUR_INK);
    struct gap_level_roof of;
    char buf[SHARE_TEXT];
    dashed.dash = DASH_DASHED;
    for (int i = 0; p->levels && gap_level_roof(p->levels, i, &of); i++) {
        double peak = p->roofs.flops.value, from = fmax(p->x.low, p->y.low / of.rate);
        double to = fmin(p->x.high, peak / of.rate);
        struct point ends[] = {point_at(p, from, from * of.rate), point_at(p, to, to * of.rate)};
        if (to <= from)
            continue;
        scene_path(s->scene, ends, 2, false, dashed);
        label_space_add_slope(&p->labels, s->a, ends[0], ends[1]);
        struct point at = {ends[1].x + 0.03 * (ends[0].x - ends[1].x),
                           ends[1].y + 0.03 * (ends[0].y - ends[1].y) - 4};
        put_roof_text(
            s, p, at,
            arena_printf(s->a, "%s: %s bytes per cycle", of.name, value_text(of.rate, buf)));
    }
}

/* Draws the marks of a loop at its flops per byte from each level, at its measured rate, the
 * farthest first. A name that would cover another is omitted. */
static void put_level_marks(struct sheet *s, struct roof_panel *p, const struct spot *spot)
{
    struct paint dashed = line_paint(LINE_GRID, line_looks[0].colour);
    struct canvas c = scene_canvas(s->scene);
    struct line_look look = line_looks[0];
    struct gap_level_roof of;
    look.hollow = true;
    dashed.dash = DASH_DASHED;
    for (int i = gap_level_roofs(spot->loop) - 1; i >= 0; i--) {
        double x = level_intensity(spot->loop, i);
        if (!(x > 0) || !is_known(spot->measured) || !gap_level_roof(spot->loop, i, &of))
            continue;
        struct point at = point_at(p, x, spot->measured.value);
        scene_line(s->scene, spot->at, at, dashed);
        draw_marker(&c, at, &look, MARKER_RADIUS * 0.7);
        at.x += text_width(of.name, SIZE_LABEL, false) / 2;
        put_roof_text(s, p, (struct point){at.x, at.y + SIZE_LABEL + 4}, of.name);
    }
}

/* ---- loops ---- */

static const char *spot_title(struct arena *a, const struct spot *s)
{
    char x[SHARE_TEXT], measured[QUANTITY_TEXT], macs[QUANTITY_TEXT], ma[QUANTITY_TEXT];
    struct gap_level_roof of;
    const char *levels = "";
    for (int i = 0; gap_level_roof(s->loop, i, &of); i++)
        if (of.bytes > 0)
            levels = arena_printf(a, "%s, %s from %s", levels,
                                  value_text(level_intensity(s->loop, i), x), of.name);
    return arena_printf(a, "%s: %s flops per byte%s; flops per cycle: measured %s, MACS %s, MA %s",
                        s->loop->loop, value_text(s->intensity, x), levels,
                        quantity_text(s->measured, measured), quantity_text(s->macs, macs),
                        quantity_text(s->ma, ma));
}

static void put_cap(struct sheet *sheet, struct point at)
{
    scene_line(sheet->scene, (struct point){at.x - CAP, at.y}, (struct point){at.x + CAP, at.y},
               line_paint(0.9, line_looks[0].colour));
}

/* Draws a thick line from the mark to MACS and a thin one from MACS to MA, with a bar at each. */
static void put_whisker(struct sheet *sheet, const struct roof_panel *p, const struct spot *s)
{
    struct point macs = is_known(s->macs) ? point_at(p, s->intensity, s->macs.value) : s->at;
    struct point ma = is_known(s->ma) ? point_at(p, s->intensity, s->ma.value) : macs;
    bool gap_p = is_known(s->measured) && is_known(s->macs);
    if (ma.y != macs.y)
        scene_line(sheet->scene, macs, ma, line_paint(BOUNDS_WIDTH, line_looks[0].colour));
    if (gap_p && macs.y != s->at.y)
        scene_line(sheet->scene, s->at, macs, line_paint(GAP_P_WIDTH, line_looks[1].colour));
    if (is_known(s->macs))
        put_cap(sheet, macs);
    if (is_known(s->ma))
        put_cap(sheet, ma);
}

static void put_spot(struct sheet *sheet, const struct roof_panel *p, const struct spot *s)
{
    struct canvas c = scene_canvas(sheet->scene);
    struct line_look look = line_looks[0];
    look.hollow = !is_known(s->measured);
    scene_group(sheet->scene, spot_title(sheet->a, s));
    put_whisker(sheet, p, s);
    draw_marker(&c, s->at, &look, MARKER_RADIUS);
    scene_end_group(sheet->scene);
}

static void put_label(struct sheet *sheet, const struct spot *s)
{
    double x = s->place.x + s->place.width / 2, y = s->place.y + s->place.height / 2;
    if (!(s->place.width > 0))
        return;
    if (s->over)
        scene_box(sheet->scene, s->place, white);
    scene_text(sheet->scene, x, y + LABEL_HEIGHT / 2, label_style(ANCHOR_MIDDLE), s->label);
}

/* ---- the key of numbered loops ---- */

struct key {
    double column; /* width */
    size_t rows;
};

static struct key key_of(struct arena *a, const struct roof_panel *p, double width)
{
    double most = 0, numbers = text_width("00", SIZE_LABEL, false) + 4;
    for (size_t i = 0; i < p->n; i++)
        most = fmax(most, text_width(text_clean(a, p->spots[i].name), SIZE_LABEL, false));
    struct key k = {.column = numbers + fmin(most, KEY_WIDTH_MAX) + KEY_GAP};
    size_t columns = (size_t)((width + KEY_GAP) / k.column);
    k.rows = (p->n + columns - 1) / columns;
    return k;
}

static void put_key(struct sheet *s, const struct roof_panel *p, const struct key *k, double top)
{
    double numbers = text_width("00", SIZE_LABEL, false);
    for (size_t i = 0; i < p->n; i++) {
        double x = PAGE_MARGIN + (double)(i / k->rows) * k->column + numbers;
        double y = top + (double)(i % k->rows) * LABEL_LINE + SIZE_LABEL;
        const char *name = text_clean(s->a, p->spots[i].name);
        scene_text(s->scene, x, y, bold_style(ANCHOR_END), p->spots[i].label);
        scene_text(s->scene, x + 4, y, label_style(ANCHOR_START),
                   text_shorten(s->a, name, SIZE_LABEL, false, KEY_WIDTH_MAX));
    }
}

static const char *unlabelled_text(struct arena *a, const struct roof_panel *p)
{
    const char *text = "";
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!(p->spots[i].place.width > 0))
            text =
                arena_printf(a, "%s%s%s", text,
                             n++ ? ", " : "Not labelled, for lack of space: ", p->spots[i].label);
    if (n)
        text = arena_printf(a, "%s. ", text);
    return p->numbered
               ? arena_printf(a, "%sThe loops are numbered by time, the longest first. ", text)
               : text;
}

/* ---- panels ---- */

/* Draws the legend of marks and whiskers, at the right of the panel's title. */
static void put_legend(struct sheet *s, double base)
{
    static const char *const texts[] = {"measured", "gap P, to MACS", "gaps S and C, to MA",
                                        "not measured: MA"};
    static const double sample = 16;
    struct canvas c = scene_canvas(s->scene);
    struct line_look mark = line_looks[0];
    double x = PAGE_MARGIN + s->width, y = base - LABEL_HEIGHT / 2;
    scene_group(s->scene, "legend");
    for (int i = 3; i >= 0; i--) {
        bool line = i == 1 || i == 2;
        scene_text(s->scene, x, base, label_style(ANCHOR_END), texts[i]);
        x -= text_width(texts[i], SIZE_LABEL, false) + 4;
        mark.hollow = i == 3;
        if (line)
            scene_line(s->scene, (struct point){x - sample, y}, (struct point){x, y},
                       line_paint(i == 1 ? GAP_P_WIDTH : BOUNDS_WIDTH, line_looks[2 - i].colour));
        else
            draw_marker(&c, (struct point){x - 3, y}, &mark, MARKER_RADIUS);
        if (line)
            scene_line(s->scene, (struct point){x, y - CAP}, (struct point){x, y + CAP},
                       line_paint(0.9, line_looks[0].colour));
        x -= (line ? sample : 6) + 9;
    }
    scene_end_group(s->scene);
}

static double legend_width(void)
{
    return text_width("measured gap P, to MACS gaps S and C, to MA not measured: MA", SIZE_LABEL,
                      false) +
           100;
}

/* Sets p->numbered: if a name does not fit, all labels are numbers. */
static void choose_labels(struct arena *a, struct roof_panel *p, double width)
{
    place_marks(a, p, 0, 0, width);
    set_labels(a, p);
    p->numbered = place_labels(a, p, false) > 0;
}

static void put_plot(struct sheet *s, struct roof_panel *p)
{
    put_axes(s, p);
    put_roofs(s, p);
    put_level_roofs(s, p);
    set_labels(s->a, p);
    if (place_labels(s->a, p, false))
        place_labels(s->a, p, true);
    for (size_t i = 0; i < p->n; i++)
        put_level_marks(s, p, &p->spots[i]);
    for (size_t i = 0; i < p->n; i++)
        put_spot(s, p, &p->spots[i]);
    for (size_t i = 0; i < p->n; i++)
        put_label(s, &p->spots[i]);
    put_axis_titles(s, p);
}

static void put_panel(struct sheet *s, struct roof_panel *p, bool builds)
{
    double width = s->width - LEFT;
    struct key key = key_of(s->a, p, s->width);
    choose_labels(s->a, p, width);
    double height = PANEL_TITLE_HEIGHT + HEIGHT + FOOT;
    double top = sheet_panel(s, height + (p->numbered ? (double)key.rows * LABEL_LINE : 0));
    const char *title = text_clean(s->a, run_name(s->a, p->run, builds));
    place_marks(s->a, p, PAGE_MARGIN + LEFT, top + PANEL_TITLE_HEIGHT + 2, width);
    scene_group(s->scene, title);
    scene_text(s->scene, PAGE_MARGIN, top + SIZE_PANEL, panel_style(),
               text_shorten(s->a, title, SIZE_PANEL, true, s->width - legend_width()));
    put_legend(s, top + SIZE_PANEL);
    put_plot(s, p);
    if (p->numbered)
        put_key(s, p, &key, top + height);
    p->foot = arena_printf(s->a, "%s%s", p->foot, unlabelled_text(s->a, p));
    scene_end_group(s->scene);
}

/* ---- the chart ---- */

static bool same_name(const char *a, const char *b)
{
    return strcasecmp(a ? a : "", b ? b : "") == 0;
}

/* Returns whether an earlier run has the same build, machine and number of processors. */
static bool is_repeated(const struct gap_table *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same_name(t->at[k].build, t->at[i].build) &&
            same_name(t->at[k].machine, t->at[i].machine) &&
            t->at[k].processors == t->at[i].processors)
            return true;
    return false;
}

static size_t create_panels(struct arena *a, const struct plot_facts *f, struct roof_panel *to,
                            const char **foot, struct doubts *doubts)
{
    enum naming by = table_naming(a, f->table);
    size_t n = 0, more = 0;
    for (size_t i = 0; i < f->table->n; i++) {
        if (is_repeated(f->table, i))
            continue;
        if (n == PANELS_MOST) {
            more++;
            continue;
        }
        to[n] = panel_of(a, f->gaps, &f->table->at[i], by, doubts);
        n += to[n].n && is_known(to[n].roofs.flops) && is_known(to[n].roofs.bytes);
    }
    *foot = more ? arena_printf(a, "Not drawn: %zu more runs; choose with --run. ", more) : "";
    return n;
}

/* Returns the footnotes of the panels; equal ones once, for all their runs. */
static const char *footnotes(struct arena *a, const struct roof_panel *p, size_t n,
                             const char *foot)
{
    for (size_t i = 0; i < n; i++) {
        struct notes runs = {0};
        bool first = *p[i].foot;
        for (size_t k = 0; k < i && first; k++)
            first = strcmp(p[k].foot, p[i].foot) != 0;
        for (size_t k = i; k < n && first; k++)
            if (strcmp(p[k].foot, p[i].foot) == 0)
                note(a, &runs, "%s%s", runs.n ? ", " : "",
                     p[k].run->run ? p[k].run->run : p[k].run->build);
        for (size_t k = 0; k < runs.n && runs.n < n; k++)
            foot = arena_printf(a, "%s%s", foot, runs.at[k]);
        if (runs.n)
            foot = arena_printf(a, "%s%s%s", foot, runs.n < n ? ": " : "", p[i].foot);
    }
    return foot;
}

static const char levels_text[] =
    "Dashed: the greatest rate of a level into one core. Small marks: the flops per byte that come "
    "from this level or farther at least, at the measured flops per cycle; a mark is below the "
    "line "
    "of its level. ";

struct chart roofline_chart(struct arena *a, const struct plot_facts *f)
{
    struct roof_panel panels[PANELS_MOST + 1];
    const char *foot = "", *machine = one_machine(a, f->table);
    struct doubts doubts = {0};
    size_t n = f->gaps ? create_panels(a, f, panels, &foot, &doubts) : 0;
    const char *doubted = doubts_foot(a, &doubts);
    if (!n)
        return (struct chart){.why = "no loop has essential flops, loads or stores, and a bound or "
                                     "a measurement; add its source with kma --db"};
    struct sheet s = sheet_new(
        a, machine ? arena_printf(a, "Roofline of %s", machine) : "Roofline",
        "One mark per loop: flops per cycle against flops per byte, below the machine's peak and "
        "its load and store rate. Lines lead up to the MACS and MA bounds.",
        NULL, 0, CONTENT_MAX);
    find_scales(panels, n);
    for (size_t i = 0; i < n; i++)
        put_panel(&s, &panels[i], several_builds(f->table));
    for (size_t i = 0; i < n; i++)
        if (panels[i].levels) {
            foot = arena_printf(a, "%s%s", foot, levels_text);
            break;
        }
    sheet_end(&s, arena_printf(a, "%s%s", footnotes(a, panels, n, foot), doubted));
    return (struct chart){.part = scene_part(s.scene)};
}
