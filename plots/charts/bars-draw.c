/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/bars-layout.h"

#include <math.h>

static double axis_y(const struct bar_layout *l, const struct bar_cell *cell, double share)
{
    double span = ticks_last(&l->ticks) - l->ticks.first;
    return cell->plot.y + cell->plot.height * (ticks_last(&l->ticks) - share) / span;
}

/* Returns the x of the middle of bar i. Bars are centred if the plot is wider than they need. */
static double bar_middle(const struct bar_layout *l, const struct bar_cell *cell, size_t i)
{
    double spare = cell->plot.width - (double)cell->n * l->pitch;
    double shift = l->n_cells == 1 && cell->n <= 2 ? spare / 2 : 0;
    return cell->plot.x + shift + ((double)i + 0.5) * l->pitch;
}

/* Draws a bar's text in the row that begins at top: horizontal, or vertical. Vertical values end at
 * the plot below them, other vertical texts begin at the plot above them. */
static void put_row_text(struct canvas *c, const struct bar_layout *l, enum bar_row row, double x,
                         double top, const char *text)
{
    struct text_style s = label_style(ANCHOR_MIDDLE);
    double foot = top + l->rows[row].height;
    if (!*text)
        return;
    if (!l->rows[row].upright) {
        put_text(c, x, foot, s, text);
        return;
    }
    s.turn = 90;
    s.anchor = row == ROW_VALUE ? ANCHOR_START : ANCHOR_END;
    put_text(c, x + LABEL_HEIGHT / 2, row == ROW_VALUE ? foot : top, s, text);
}

/* Returns the y of the top of a row. */
static double row_top(const struct bar_layout *l, const struct bar_cell *cell, enum bar_row row)
{
    double below = cell->plot.y + cell->plot.height + TICK + ROW_GAP;
    double shares = l->rows[ROW_BELOW].height;
    if (row == ROW_VALUE)
        return cell->plot.y - VALUE_GAP - l->rows[ROW_VALUE].height;
    return row == ROW_NAME && shares > 0 ? below + shares + ROW_GAP : below;
}

/* ---- axes ---- */

static void draw_grid(const struct bar_layout *l, const struct bar_cell *cell, struct canvas *c)
{
    double left = cell->plot.x, right = left + cell->plot.width;
    for (size_t i = 0; i < l->ticks.n; i++) {
        double y = axis_y(l, cell, tick_at(&l->ticks, i));
        draw_line(c, (struct point){left, y}, (struct point){right, y}, LINE_GRID, COLOUR_GRID);
    }
}

static void draw_axes(const struct bar_layout *l, const struct bar_cell *cell, struct canvas *c)
{
    struct text_style s = label_style(ANCHOR_END);
    double left = cell->plot.x, right = left + cell->plot.width;
    double bottom = cell->plot.y + cell->plot.height, zero = axis_y(l, cell, 0);
    for (size_t i = 0; i < l->ticks.n; i++) {
        double y = axis_y(l, cell, tick_at(&l->ticks, i));
        char buf[SHARE_TEXT];
        draw_line(c, (struct point){left - TICK, y}, (struct point){left, y}, LINE_AXIS,
                  COLOUR_INK);
        put_text(c, left - TICK - 2, y + LABEL_HEIGHT / 2, s,
                 share_text(round(tick_at(&l->ticks, i) * 100) / 100, buf));
    }
    draw_line(c, (struct point){left, cell->plot.y}, (struct point){left, bottom}, LINE_AXIS,
              COLOUR_INK);
    draw_line(c, (struct point){left, zero}, (struct point){right, zero}, LINE_AXIS, COLOUR_INK);
}

/* ---- bars ---- */

/* Draws the text in the middle of the box, if it fits. */
static void label_box(struct canvas *c, struct box b, const struct look *look, const char *text)
{
    struct text_style s = {.size = SIZE_LABEL, .colour = look_label(look), .anchor = ANCHOR_MIDDLE};
    double width = text_width(text, SIZE_LABEL, false) + 2.4, height = LABEL_HEIGHT + 2.4;
    double x = b.x + b.width / 2, y = b.y + b.height / 2;
    if (width > b.width || height > b.height - 1)
        return;
    if (look->hatch != HATCH_NONE)
        c->verbs->rectangle(c, (struct box){x - width / 2, y - height / 2, width, height},
                            &(struct paint){.filled = true, .fill = COLOUR_PAPER});
    put_text(c, x, y + LABEL_HEIGHT / 2, s, text);
}

static void draw_blank(struct canvas *c, struct box b, double share)
{
    struct text_style s = axis_style(ANCHOR_MIDDLE);
    c->verbs->rectangle(c, b, &blank_paint);
    if (fabs(share) >= BLANK_LEAST)
        put_text(c, b.x + b.width / 2, b.y + b.height / 2 + SIZE_AXIS * 0.27, s, "-");
}

static void draw_segment(const struct bar_layout *l, const struct bar_cell *cell, double x,
                         const struct segment *g, struct canvas *c)
{
    double to = fmin(g->to, ticks_last(&l->ticks)), from = fmax(g->from, l->ticks.first);
    char buf[SHARE_TEXT];
    if (to < from || (to == from && g->key == g->last))
        return;
    double y = axis_y(l, cell, to);
    struct box b = {x - l->bar_width / 2, y, l->bar_width, axis_y(l, cell, from) - y};
    if (g->key != g->last) {
        draw_blank(c, b, g->share);
        return;
    }
    const struct look *look = &l->chart->keys[g->key].look;
    struct paint p = look_paint(*look);
    if (g->share < 0)
        p.stroke = 2.5 * LINE_SEGMENT;
    c->verbs->rectangle(c, b, &p);
    if (l->labels)
        label_box(c, b, look, share_text(g->share, buf));
}

/* Draws a white zigzag over the end of a bar that is longer than drawn. */
static void draw_break(const struct bar_layout *l, double x, double y, struct canvas *c)
{
    double left = x - l->bar_width / 2 - 1, step = (l->bar_width + 2) / 6;
    struct point zigzag[7];
    for (int i = 0; i < 7; i++)
        zigzag[i] = (struct point){left + i * step, y + (i % 2 ? -1.5 : 1.5)};
    c->verbs->path(c, zigzag, 7, false, &(struct paint){.stroke = 3, .line = COLOUR_PAPER});
    c->verbs->path(c, zigzag, 7, false,
                   &(struct paint){.stroke = LINE_SEGMENT, .line = COLOUR_INK});
}

static void draw_stack(const struct bar_layout *l, const struct bar_cell *cell, double x,
                       const struct placed_bar *b, struct canvas *c)
{
    struct text_style s = {.size = SIZE_LABEL, .colour = COLOUR_QUIET, .turn = 90};
    if (*b->why) {
        put_text(c, x + LABEL_HEIGHT / 2, axis_y(l, cell, 0) - 4, s, b->why);
        return;
    }
    for (size_t i = 0; i < b->stack.n; i++)
        draw_segment(l, cell, x, &b->stack.at[i], c);
    if (b->stack.high > ticks_last(&l->ticks) + 1e-9)
        draw_break(l, x, cell->plot.y + 7, c);
    if (b->stack.low < l->ticks.first - 1e-9)
        draw_break(l, x, cell->plot.y + cell->plot.height - 7, c);
}

static void draw_bar(const struct bar_layout *l, const struct bar_cell *cell, size_t i,
                     struct canvas *c)
{
    const struct placed_bar *b = &cell->bars[i];
    double x = bar_middle(l, cell, i);
    c->verbs->group(c, b->title);
    draw_stack(l, cell, x, b, c);
    for (enum bar_row row = 0; row < BAR_ROWS; row++)
        put_row_text(c, l, row, x, row_top(l, cell, row), b->text[row]);
    c->verbs->end_group(c);
}

/* Draws the title, the titles of the axes and the units of the rows of numbers. */
static void draw_titles(const struct bar_layout *l, const struct bar_cell *cell, struct canvas *c)
{
    struct text_style title = panel_style();
    struct text_style unit = quiet_style(ANCHOR_END);
    struct text_style axis = axis_style(ANCHOR_MIDDLE);
    double left_of_plot = cell->plot.x - TICK - 2;
    double below = row_top(l, cell, ROW_NAME) + l->rows[ROW_NAME].height;
    put_text(c, cell->left, row_top(l, cell, ROW_VALUE) - PANEL_TITLE_HEIGHT + SIZE_PANEL, title,
             cell->title);
    put_text(c, left_of_plot, cell->plot.y - VALUE_GAP, unit, l->chart->unit);
    if (cell->below)
        put_text(c, left_of_plot, row_top(l, cell, ROW_BELOW) + LABEL_HEIGHT, unit, "%");
    put_text(c, cell->plot.x + cell->plot.width / 2, below + ROW_GAP + SIZE_AXIS * TEXT_ASCENT,
             axis, cell->across);
    axis.turn = 90;
    put_text(c, cell->left + SIZE_AXIS, cell->plot.y + cell->plot.height / 2, axis,
             cell->panel->axis);
}

static void draw_cell(const struct bar_layout *l, const struct bar_cell *cell, struct canvas *c)
{
    c->verbs->group(c, cell->title);
    draw_titles(l, cell, c);
    draw_grid(l, cell, c);
    for (size_t i = 0; i < cell->n; i++)
        draw_bar(l, cell, i, c);
    draw_axes(l, cell, c);
    c->verbs->end_group(c);
}

/* ---- pages ---- */

static void draw_page_head(const struct bar_layout *l, struct canvas *c)
{
    draw_page_title(c, l->title);
    legend_draw(&l->legend, c, (struct point){PAGE_MARGIN, PAGE_MARGIN + PAGE_TITLE_HEIGHT});
}

void bars_draw(struct canvas *c, const void *layout)
{
    const struct bar_layout *l = layout;
    c->verbs->begin(c, &(struct document){l->title, l->subject, l->pages, l->n_pages});
    for (size_t page = 0, cell = 0; page < l->n_pages; page++) {
        c->verbs->page(c, &l->pages[page]);
        draw_page_head(l, c);
        for (; cell < l->n_cells && l->cells[cell].page == page; cell++)
            draw_cell(l, &l->cells[cell], c);
        draw_page_notes(c, &l->pages[page], &l->notes);
    }
}
