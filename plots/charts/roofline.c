/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops under the roofs of their machine: flops a cycle against flops a byte. */
#include "gaps/roofline.h"
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
#define BAR_HALF 2.4 /* of the bars at MACS and MA */
#define AWAY 5.0     /* from a mark to its name */

/* ---- loops ---- */

/* A loop in the plot; rates in flops a cycle of one processor. */
struct spot {
    const struct gap_loop *loop;
    const char *name;
    double intensity; /* flops a byte */
    struct quantity measured, macs, ma;
    struct point at; /* of its mark */
    bool named;      /* there was room for its name */
};
struct roof_panel {
    const struct gap_run *run;
    struct gap_roofs roofs;
    struct spot *spots;
    size_t n;
    const char *foot;
    struct box plot;
    struct scale x, y;
    struct box *taken; /* places of marks and texts */
    size_t n_taken;
    struct box *lines; /* of loops */
    size_t n_lines;
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

/* "Not drawn, for they have no flops, bytes or rate: a, b and 3 more. " */
static const char *foot_of(struct arena *a, const struct notes *out, size_t more)
{
    const char *text =
        more ? arena_printf(a, "%zu loops that take less time are not drawn. ", more) : "";
    for (size_t i = 0; i < out->n && i < NAMES_SHOWN; i++)
        text =
            arena_printf(a, "%s%s%s", text,
                         i ? ", " : "Without flops, bytes or a rate, so not drawn: ", out->at[i]);
    if (out->n > NAMES_SHOWN)
        text = arena_printf(a, "%s and %zu more", text, out->n - NAMES_SHOWN);
    return out->n ? arena_printf(a, "%s. ", text) : text;
}

static struct roof_panel panel_of(struct arena *a, const struct gaps *g, const struct gap_run *run,
                                  enum naming by)
{
    struct roof_panel p = {.run = run, .roofs = gap_roofs(g, run)};
    struct notes out = {0};
    size_t all;
    p.spots = ARENA_ARRAY(a, struct spot, run->n + 1);
    for (size_t i = 0; i < run->n; i++) {
        const char *name = loop_name(a, &run->loops[i], by);
        if (!spot_of(g, run, &run->loops[i], &p.spots[p.n]))
            note(a, &out, "%s", name);
        else
            p.spots[p.n++].name = name;
    }
    qsort(p.spots, p.n, sizeof *p.spots, by_time);
    all = p.n;
    p.n = all > LOOPS_MOST ? LOOPS_MOST : all;
    p.foot = foot_of(a, &out, all - p.n);
    p.taken = ARENA_ARRAY(a, struct box, 2 * p.n + 3);
    p.lines = ARENA_ARRAY(a, struct box, p.n + 1);
    return p;
}

/* ---- scales ---- */

static void reach(double *low, double *high, double v)
{
    *low = fmin(*low, v);
    *high = fmax(*high, v);
}

/* The plot holds every loop, the ridge, and some of the slope below it. */
static void find_scales(struct roof_panel *p)
{
    double peak = p->roofs.flops.value, ridge = peak / p->roofs.bytes.value;
    double x[2] = {ridge / 4, ridge * 2}, y[2] = {peak / 4, peak * 1.2};
    for (size_t i = 0; i < p->n; i++) {
        const struct spot *s = &p->spots[i];
        reach(&x[0], &x[1], s->intensity);
        if (is_known(s->measured))
            reach(&y[0], &y[1], s->measured.value);
        if (is_known(s->ma))
            reach(&y[0], &y[1], s->ma.value);
    }
    p->x = scale_log10(x[0] / 1.15, x[1] * 1.15, 12);
    p->y = scale_log10(y[0] / 1.15, y[1], 12);
}

static struct point place(const struct roof_panel *p, double x, double y)
{
    return (struct point){p->plot.x + p->plot.width * scale_at(&p->x, x),
                          p->plot.y + p->plot.height * (1 - scale_at(&p->y, y))};
}

/* ---- what is taken ---- */

static bool touch(struct box a, struct box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static void take(struct roof_panel *p, struct box b)
{
    p->taken[p->n_taken++] = b;
}

static bool crosses(const struct roof_panel *p, struct box b)
{
    for (size_t i = 0; i < p->n_lines; i++)
        if (touch(b, p->lines[i]))
            return true;
    return false;
}

static bool is_free(const struct roof_panel *p, struct box b)
{
    if (b.x < p->plot.x + 1 || b.x + b.width > p->plot.x + p->plot.width - 1 ||
        b.y < p->plot.y + 1 || b.y + b.height > p->plot.y + p->plot.height - 1)
        return false;
    for (size_t i = 0; i < p->n_taken; i++)
        if (touch(b, p->taken[i]))
            return false;
    return true;
}

/* ---- axes and roofs ---- */

static void put_axes(struct sheet *s, const struct roof_panel *p)
{
    struct scene *to = s->scene;
    double foot = p->plot.y + p->plot.height, right = p->plot.x + p->plot.width;
    char buf[SHARE_TEXT];
    for (size_t i = 0; i < p->x.n; i++) {
        struct point at = place(p, p->x.tick[i], p->y.low);
        scene_line(to, (struct point){at.x, p->plot.y}, (struct point){at.x, foot + TICK},
                   line_paint(LINE_GRID, COLOUR_GRID));
        scene_text(to, at.x, foot + TICK + 2 + LABEL_HEIGHT, label_style(ANCHOR_MIDDLE),
                   value_text(p->x.tick[i], buf));
    }
    for (size_t i = 0; i < p->y.n; i++) {
        struct point at = place(p, p->x.low, p->y.tick[i]);
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
               "essential flops for each byte loaded or stored");
    style.turn = 90;
    scene_text(s->scene, PAGE_MARGIN + SIZE_AXIS, p->plot.y + p->plot.height / 2, style,
               "flops a cycle of a processor");
}

/* "Peak: 2 flops a cycle, 40 MFLOPS" */
static const char *peak_text(struct arena *a, const struct roof_panel *p)
{
    double peak = p->roofs.flops.value;
    struct quantity clock = p->n ? p->spots[0].loop->clock_hz : missing("");
    char flops[SHARE_TEXT], rates[SHARE_TEXT];
    const char *text = arena_printf(a, "peak: %s flops a cycle", value_text(peak, flops));
    if (is_known(clock))
        text = arena_printf(a, "%s, %s MFLOPS", text, value_text(peak * clock.value / 1e6, rates));
    return text;
}

/* The text with its right foot corner at the point, if it is free. */
static void put_roof_text(struct sheet *s, struct roof_panel *p, struct point at, const char *text)
{
    double width = text_width(text, SIZE_LABEL, false);
    struct box b = {at.x - width, at.y - SIZE_LABEL, width, SIZE_LABEL + 1.6};
    if (!is_free(p, b))
        return;
    scene_text(s->scene, at.x, at.y, quiet_style(ANCHOR_END), text);
    take(p, b);
}

static void put_roofs(struct sheet *s, struct roof_panel *p)
{
    double peak = p->roofs.flops.value, bytes = p->roofs.bytes.value;
    double from = fmax(p->x.low, p->y.low / bytes), ridge = peak / bytes;
    struct point line[3] = {place(p, from, from * bytes), place(p, ridge, peak),
                            place(p, p->x.high, peak)};
    char buf[SHARE_TEXT];
    scene_path(s->scene, line, 3, false, line_paint(1.6, COLOUR_INK));
    put_roof_text(s, p, (struct point){line[2].x - 2, line[2].y - 4}, peak_text(s->a, p));
    const char *text =
        arena_printf(s->a, "loads and stores: %s bytes a cycle", value_text(bytes, buf));
    double room = text_width(text, SIZE_LABEL, false) + 12;
    struct point beside = line[1];
    if (line[0].x - p->plot.x < room && line[1].x > p->plot.x + room) {
        double part = fmax((p->plot.x + room - line[0].x) / (line[1].x - line[0].x), 0.5);
        beside.x = line[0].x + part * (line[1].x - line[0].x);
        beside.y = line[0].y + part * (line[1].y - line[0].y);
    }
    put_roof_text(s, p, (struct point){beside.x - 8, beside.y}, text);
}

/* ---- loops ---- */

static const char *spot_title(struct arena *a, const struct spot *s)
{
    char x[SHARE_TEXT], measured[QUANTITY_TEXT], macs[QUANTITY_TEXT], ma[QUANTITY_TEXT];
    return arena_printf(a, "%s: %s flops a byte; flops a cycle: measured %s, MACS %s, MA %s",
                        s->loop->loop, value_text(s->intensity, x),
                        quantity_text(s->measured, measured), quantity_text(s->macs, macs),
                        quantity_text(s->ma, ma));
}

/* The line from the mark to MA, with bars at MACS and MA. */
static void put_bounds(struct sheet *sheet, struct roof_panel *p, const struct spot *s)
{
    const struct quantity bars[2] = {s->macs, s->ma};
    double top = s->at.y, foot = s->at.y;
    for (int i = 0; i < 2; i++) {
        if (!is_known(bars[i]))
            continue;
        struct point at = place(p, s->intensity, bars[i].value);
        top = fmin(top, at.y);
        foot = fmax(foot, at.y);
        scene_line(sheet->scene, (struct point){at.x - BAR_HALF, at.y},
                   (struct point){at.x + BAR_HALF, at.y}, line_paint(0.9, line_looks[0].colour));
    }
    if (foot > top)
        scene_line(sheet->scene, (struct point){s->at.x, top}, (struct point){s->at.x, foot},
                   line_paint(0.7, line_looks[0].colour));
    p->lines[p->n_lines++] = (struct box){s->at.x - BAR_HALF, top, 2 * BAR_HALF, foot - top};
}

static void put_spot(struct sheet *sheet, struct roof_panel *p, struct spot *s)
{
    struct canvas c = scene_canvas(sheet->scene);
    struct line_look look = line_looks[0];
    look.hollow = !is_known(s->measured);
    s->at = place(p, s->intensity, look.hollow ? s->ma.value : s->measured.value);
    scene_group(sheet->scene, spot_title(sheet->a, s));
    put_bounds(sheet, p, s);
    draw_marker(&c, s->at, &look, MARKER_RADIUS);
    take(p, (struct box){s->at.x - 3, s->at.y - 3, 6, 6});
    scene_end_group(sheet->scene);
}

/* The name at the first free place around the mark; over: on paper across lines
 * of other loops where there is no other place. */
static void put_name(struct sheet *sheet, struct roof_panel *p, struct spot *s, bool over)
{
    static const struct paint paper = {.filled = true, .fill = COLOUR_PAPER};
    static const struct {
        double x, y; /* of the name's middle, in halves of its size and AWAY */
    } places[] = {{1, 0}, {-1, 0}, {0, 1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {0, -1}};
    const char *name = text_clean(sheet->a, s->name);
    double width = text_width(name, SIZE_LABEL, false), height = SIZE_LABEL + 1.2;
    for (size_t i = 0; i < sizeof places / sizeof *places && !s->named; i++) {
        double x = s->at.x + places[i].x * (width / 2 + AWAY);
        double y = s->at.y + places[i].y * (height / 2 + AWAY - 1);
        struct box b = {x - width / 2 - 0.5, y - height / 2, width + 1, height};
        if (!is_free(p, b) || (!over && crosses(p, b)))
            continue;
        s->named = true;
        take(p, b);
        if (over)
            scene_box(sheet->scene, b, paper);
        scene_text(sheet->scene, x, y + LABEL_HEIGHT / 2, label_style(ANCHOR_MIDDLE), name);
    }
}

static const char *unnamed_text(struct arena *a, const struct roof_panel *p)
{
    const char *text = "";
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!p->spots[i].named && n++ < NAMES_SHOWN)
            text = arena_printf(a, "%s%s%s", text,
                                n > 1 ? ", " : "No room for the names of: ", p->spots[i].name);
    if (n > NAMES_SHOWN)
        text = arena_printf(a, "%s and %zu more", text, n - NAMES_SHOWN);
    return n ? arena_printf(a, "%s. ", text) : text;
}

static void put_panel(struct sheet *s, struct roof_panel *p, bool builds)
{
    double top = sheet_panel(s, PANEL_TITLE_ROOM + HEIGHT + 56);
    const char *title = run_name(s->a, p->run, builds);
    p->plot = (struct box){PAGE_MARGIN + LEFT, top + PANEL_TITLE_ROOM + 2, s->width - LEFT, HEIGHT};
    find_scales(p);
    scene_group(s->scene, title);
    scene_text(s->scene, PAGE_MARGIN, top + SIZE_PANEL, panel_style(),
               text_shorten(s->a, text_clean(s->a, title), SIZE_PANEL, true, s->width));
    put_axes(s, p);
    put_roofs(s, p);
    for (size_t i = 0; i < p->n; i++)
        put_spot(s, p, &p->spots[i]);
    for (size_t i = 0; i < p->n; i++)
        put_name(s, p, &p->spots[i], false);
    for (size_t i = 0; i < p->n; i++)
        put_name(s, p, &p->spots[i], true);
    put_axis_titles(s, p);
    p->foot = arena_printf(s->a, "%s%s", p->foot, unnamed_text(s->a, p));
    if (*p->foot)
        p->foot = arena_printf(s->a, "%s: %s", p->run->run ? p->run->run : p->run->build, p->foot);
    scene_end_group(s->scene);
}

/* ---- the chart ---- */

static bool same(const char *a, const char *b)
{
    return strcasecmp(a ? a : "", b ? b : "") == 0;
}

/* Whether a run before it is of the same build, machine and processors. */
static bool is_repeated(const struct gap_table *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same(t->at[k].build, t->at[i].build) && same(t->at[k].machine, t->at[i].machine) &&
            t->at[k].processors == t->at[i].processors)
            return true;
    return false;
}

static size_t make_panels(struct arena *a, const struct plot_facts *f, struct roof_panel *to,
                          const char **foot)
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
        to[n] = panel_of(a, f->gaps, &f->table->at[i], by);
        n += to[n].n && is_known(to[n].roofs.flops) && is_known(to[n].roofs.bytes);
    }
    *foot = more ? arena_printf(a, "%zu more runs are not drawn; --run chooses. ", more) : "";
    return n;
}

static const char marks[] = "Mark: measured (hollow: not measured, MA). Line: from there to the MA "
                            "bound, with bars at MACS "
                            "and MA. ";

struct chart roofline_chart(struct arena *a, const struct plot_facts *f)
{
    struct roof_panel panels[PANELS_MOST + 1];
    const char *foot = "", *machine = one_machine(a, f->table);
    size_t n = f->gaps ? make_panels(a, f, panels, &foot) : 0;
    if (!n)
        return (struct chart){.why = "no loop has essential flops, loads or stores, and a bound or "
                                     "a measurement; add its source with kma --db"};
    struct sheet s = sheet_new(
        a, machine ? arena_printf(a, "Roofline of %s", machine) : "Roofline",
        "A mark for each loop, flops a cycle against flops a byte, under the machine's peak and "
        "what it loads and stores in a cycle; lines go up to the MA bounds.",
        NULL, 0, CONTENT_MAX);
    for (size_t i = 0; i < n; i++) {
        put_panel(&s, &panels[i], several_builds(f->table));
        foot = arena_printf(a, "%s%s", foot, panels[i].foot);
    }
    sheet_end(&s, arena_printf(a, "%s%s", marks, foot));
    return (struct chart){.part = scene_part(s.scene)};
}
