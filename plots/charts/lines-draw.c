/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/lines-layout.h"
#include "base/util.h"

#include <math.h>

#define COLOUR_CONTEXT 0xD2D2D2 /* lines in the background */
#define LINE_THIN 0.5
#define LINE_THICK 1.1
#define LINE_SUM 2.0
#define LINE_FIT 1.5

/* ---- paths within the plot ---- */

/* A path that is collected point by point and drawn at the end of each uninterrupted part. */
struct pen {
    struct canvas *c;
    const struct paint *paint;
    struct point at[2048];
    size_t n;
};

static void pen_up(struct pen *p)
{
    if (p->n > 1)
        p->c->verbs->path(p->c, p->at, p->n, false, p->paint);
    p->n = 0;
}

static void pen_to(struct pen *p, struct point to)
{
    if (p->n == COUNT_OF(p->at)) {
        struct point last = p->at[p->n - 1];
        pen_up(p);
        p->at[p->n++] = last;
    }
    p->at[p->n++] = to;
}

static void draw_points(const struct line_layout *l, const struct line_cell *cell,
                        const struct line_point *at, size_t n, const struct paint *paint,
                        struct canvas *c)
{
    struct pen pen = {.c = c, .paint = paint};
    for (size_t i = 0; i < n; i++) {
        double up = at[i].missing ? -1 : scale_at(&l->y, at[i].y);
        if (up < 0 || up > 1)
            pen_up(&pen);
        else
            pen_to(&pen, line_place(l, &cell->plot, at[i].x, at[i].y));
    }
    pen_up(&pen);
}

static void draw_values(const struct line_layout *l, const struct line_cell *cell,
                        const struct line *line, const struct paint *paint, struct canvas *c)
{
    draw_points(l, cell, line->at, line->n, paint, c);
}

/* Draws marks at the points, except marks that would overlap the previous or the last one. */
static void draw_markers(const struct line_layout *l, const struct line_cell *cell,
                         const struct line *line, const struct line_look *look, struct canvas *c)
{
    double next_free = -1e9, last = -1e9;
    for (size_t i = 0; i < line->n; i++)
        last = line->at[i].missing ? last : line_place(l, &cell->plot, line->at[i].x, 1).x;
    for (size_t i = 0; i < line->n; i++) {
        if (line->at[i].missing)
            continue;
        struct point at = line_place(l, &cell->plot, line->at[i].x, line->at[i].y);
        if (at.x < last && (at.x < next_free || at.x > last - 2.4 * l->radius))
            continue;
        draw_marker(c, at, look, l->radius);
        next_free = at.x + 2.4 * l->radius;
    }
}

/* Draws y = x within the plot. */
static void draw_ideal(const struct line_layout *l, const struct line_cell *cell, struct canvas *c)
{
    double from = fmax(l->x.low, l->y.low), to = fmin(l->x.high, l->y.high);
    struct paint p = {.stroke = 0.8, .line = COLOUR_QUIET, .dash = DASH_DASHED};
    struct point ends[2] = {line_place(l, &cell->plot, from, from),
                            line_place(l, &cell->plot, to, to)};
    if (from < to)
        c->verbs->path(c, ends, 2, false, &p);
}

/* ---- axes ---- */

static void draw_grid(const struct line_layout *l, const struct line_cell *cell, struct canvas *c)
{
    double left = cell->plot.x, right = left + cell->plot.width, top = cell->plot.y;
    double foot = top + cell->plot.height;
    for (size_t i = 0; i < l->y.n; i++) {
        double y = foot - cell->plot.height * l->y_ticks[i].at;
        draw_line(c, (struct point){left, y}, (struct point){right, y}, LINE_GRID, COLOUR_GRID);
    }
    for (size_t i = 0; i < l->x.n; i++) {
        double x = left + cell->plot.width * l->x_ticks[i].at;
        draw_line(c, (struct point){x, top}, (struct point){x, foot}, LINE_GRID, COLOUR_GRID);
    }
}

static void draw_vertical_axis(const struct line_layout *l, const struct line_cell *cell,
                               struct canvas *c)
{
    struct text_style s = label_style(ANCHOR_END);
    double left = cell->plot.x, foot = cell->plot.y + cell->plot.height;
    draw_line(c, (struct point){left, cell->plot.y}, (struct point){left, foot}, LINE_AXIS,
              COLOUR_INK);
    for (size_t i = 0; cell->outer_left && i < l->y.n; i++) {
        double y = foot - cell->plot.height * l->y_ticks[i].at;
        draw_line(c, (struct point){left - TICK, y}, (struct point){left, y}, LINE_AXIS,
                  COLOUR_INK);
        if (*l->y_ticks[i].text)
            put_text(c, left - TICK - 2, y + LABEL_HEIGHT / 2, s, l->y_ticks[i].text);
    }
}

static void draw_horizontal_axis(const struct line_layout *l, const struct line_cell *cell,
                                 struct canvas *c)
{
    struct text_style s = label_style(ANCHOR_MIDDLE);
    double left = cell->plot.x, foot = cell->plot.y + cell->plot.height;
    draw_line(c, (struct point){left, foot}, (struct point){left + cell->plot.width, foot},
              LINE_AXIS, COLOUR_INK);
    for (size_t i = 0; i < l->x.n; i++) {
        double x = left + cell->plot.width * l->x_ticks[i].at;
        double tick = *l->x_ticks[i].text ? TICK : TICK / 2;
        draw_line(c, (struct point){x, foot}, (struct point){x, foot + tick}, LINE_AXIS,
                  COLOUR_INK);
        if (cell->outer_foot && *l->x_ticks[i].text)
            put_text(c, x, foot + TICK + 2 + LABEL_HEIGHT, s, l->x_ticks[i].text);
    }
}

/* ---- cells ---- */

static struct paint solid_line(double width, colour line)
{
    return (struct paint){.stroke = width, .line = line};
}

static struct paint dotted_line(colour line)
{
    return (struct paint){.stroke = LINE_FIT, .line = line, .dash = DASH_DOTTED};
}

/* Draws the name of a line with its mark, or dashes, and a leader from the end of the line. The
 * leader of a line that ends before the last x is as pale as the grid, because nothing was measured
 * there. */
static void draw_name(const struct line_cell *cell, const struct placed_line *p, struct canvas *c)
{
    static const struct paint dashes = {.stroke = 0.8, .line = COLOUR_QUIET, .dash = DASH_DASHED};
    struct text_style s = {.size = SIZE_LABEL, .colour = p->line ? p->look->colour : COLOUR_QUIET};
    double right = cell->plot.x + cell->plot.width, mark = right + LEADER;
    bool ends_early = p->end.x < right - 0.05 * cell->plot.width;
    struct paint thin = solid_line(LINE_THIN, ends_early ? COLOUR_GRID : s.colour);
    struct point leader[3] = {p->end, {right + 2, p->end.y}, {mark - 4, p->y}};
    c->verbs->path(c, leader, 3, false, &thin);
    if (p->line)
        draw_marker(c, (struct point){mark, p->y}, p->look, MARKER_RADIUS);
    else
        c->verbs->path(c, (struct point[]){{mark - 4, p->y}, {mark + 4, p->y}}, 2, false, &dashes);
    s.bold = p->line && p->line->sum;
    put_text(c, mark + MARK_WIDTH - 3, p->y + LABEL_HEIGHT / 2, s, p->name);
}

static void draw_all_lines(const struct line_layout *l, const struct line_cell *cell,
                           struct canvas *c)
{
    for (size_t i = 0; i < cell->n; i++) {
        const struct placed_line *p = &cell->lines[i];
        c->verbs->group(c, p->title);
        draw_name(cell, p, c);
        if (p->line) {
            struct paint paint = solid_line(p->line->sum ? LINE_SUM : LINE_THICK, p->look->colour);
            struct paint fit = dotted_line(p->look->colour);
            draw_values(l, cell, p->line, &paint, c);
            if (l->fits || p->line->sum)
                draw_points(l, cell, p->line->fit, p->line->n_fit, &fit, c);
            draw_markers(l, cell, p->line, p->look, c);
        } else
            draw_ideal(l, cell, c);
        c->verbs->end_group(c);
    }
}

/* Draws one line, with the other lines of the panel in the background. */
static void draw_one_line(const struct line_layout *l, const struct line_cell *cell,
                          struct canvas *c)
{
    struct paint context = solid_line(LINE_THIN, COLOUR_CONTEXT), ink = solid_line(LINE_THICK, 0);
    struct paint fit = dotted_line(line_looks[1].colour);
    ink.line = cell->line->sum ? sum_look.colour : line_looks[0].colour;
    for (size_t i = 0; i < cell->panel->n; i++)
        if (&cell->panel->lines[i] != cell->line)
            draw_values(l, cell, &cell->panel->lines[i], &context, c);
    if (l->chart->ideal)
        draw_ideal(l, cell, c);
    draw_values(l, cell, cell->line, &ink, c);
    draw_points(l, cell, cell->line->fit, cell->line->n_fit, &fit, c);
    draw_markers(l, cell, cell->line, cell->line->sum ? &sum_look : &line_looks[0], c);
}

/* Draws, above the small plots of a page, the panel's title and that of the vertical axis. */
static void draw_heading(const struct line_layout *l, const char *heading, struct canvas *c)
{
    struct text_style title = panel_style();
    struct text_style up = axis_style(ANCHOR_START);
    double y = PAGE_MARGIN + PAGE_TITLE_HEIGHT + SIZE_PANEL - 2;
    double width = *heading ? text_width(heading, SIZE_PANEL, true) + 9 : 0;
    if (*heading)
        put_text(c, PAGE_MARGIN, y, title, heading);
    put_text(c, PAGE_MARGIN + width, y, up, l->up);
}

static void draw_titles(const struct line_layout *l, const struct line_cell *cell, struct canvas *c)
{
    struct text_style head = panel_style();
    struct text_style note = quiet_style(ANCHOR_END);
    if (!cell->line) {
        if (*cell->title)
            put_text(c, PAGE_MARGIN, cell->plot.y - 9, head, cell->title);
        return;
    }
    if (cell->heading)
        draw_heading(l, cell->heading, c);
    head.size = SIZE_LABEL;
    put_text(c, cell->plot.x, cell->plot.y - 3, head, cell->title);
    if (*cell->note)
        put_text(c, cell->plot.x + cell->plot.width, cell->plot.y - 3, note, cell->note);
}

static void draw_cell(const struct line_layout *l, const struct line_cell *cell, struct canvas *c)
{
    c->verbs->group(c, cell->group);
    draw_titles(l, cell, c);
    draw_grid(l, cell, c);
    if (cell->line)
        draw_one_line(l, cell, c);
    else
        draw_all_lines(l, cell, c);
    draw_vertical_axis(l, cell, c);
    draw_horizontal_axis(l, cell, c);
    c->verbs->end_group(c);
}

/* ---- pages ---- */

/* Draws the titles of the axes: of a wide plot, or of the small plots first to end - 1 together. */
static void draw_axis_titles(const struct line_layout *l, size_t first, size_t end,
                             struct canvas *c)
{
    struct text_style s = axis_style(ANCHOR_MIDDLE);
    const struct box *plot = &l->cells[first].plot;
    double right = 0, foot = 0;
    for (size_t i = first; i < end; i++) {
        right = fmax(right, l->cells[i].plot.x + l->cells[i].plot.width);
        foot = fmax(foot, l->cells[i].plot.y + l->cells[i].plot.height);
    }
    put_text(c, (plot->x + right) / 2, foot + TICK + 2 + SIZE_LABEL + SIZE_AXIS * 1.6, s,
             l->across);
    s.turn = 90;
    if (!l->cells[first].line)
        put_text(c, PAGE_MARGIN + SIZE_AXIS, (plot->y + foot) / 2, s, l->up);
}

/* Draws a sample of the dotted line and its meaning, at the right of the title. */
static void draw_legend(const struct line_layout *l, struct canvas *c)
{
    struct text_style s = axis_style(ANCHOR_END);
    struct paint paint = dotted_line(l->cells[0].line ? line_looks[1].colour : COLOUR_INK);
    double right = PAGE_MARGIN + CONTENT_MAX, y = PAGE_MARGIN + SIZE_TITLE * 0.9;
    double left = right - text_width(l->legend, SIZE_AXIS, false) - SAMPLE_WIDTH;
    struct point ends[2] = {{left, y - 2.5}, {left + SAMPLE_WIDTH - 5, y - 2.5}};
    c->verbs->path(c, ends, 2, false, &paint);
    put_text(c, right, y, s, l->legend);
}

void lines_draw(struct canvas *c, const void *layout)
{
    const struct line_layout *l = layout;
    c->verbs->begin(c, &(struct document){l->title, l->subject, l->pages, l->n_pages});
    for (size_t page = 0, cell = 0; page < l->n_pages; page++) {
        size_t first = cell;
        c->verbs->page(c, &l->pages[page]);
        draw_page_title(c, l->title);
        if (*l->legend)
            draw_legend(l, c);
        for (; cell < l->n_cells && l->cells[cell].page == page; cell++) {
            draw_cell(l, &l->cells[cell], c);
            if (!l->cells[cell].line)
                draw_axis_titles(l, cell, cell + 1, c);
        }
        if (l->cells[first].line)
            draw_axis_titles(l, first, cell, c);
        draw_page_notes(c, &l->pages[page], &l->notes);
    }
}
