/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/lines-layout.h"

#include "plots/drawing/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MOST 110.0    /* width of a name beside a plot */
#define TEXT_GAP 4.0        /* least distance between labels of an axis */
#define GAP 11.0            /* between cells of one line each */
#define HEADING_HEIGHT 15.0 /* above small plots */
#define FOOT_HEIGHT 26.0    /* below small plots */
#define SMALL_LOWEST 40.0
enum { UNFITTED_MOST = 6 }; /* lines without a fit that the note names */
enum { FITS_TOGETHER = 4 }; /* fits of more lines would hide the lines */

/* ---- scales ---- */

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns every x of the chart once, in ascending order; *n > 0. */
static double *all_x(struct arena *a, const struct line_chart *chart, size_t *n)
{
    size_t capacity = 0, kept = 0;
    for (size_t p = 0; p < chart->n_panels; p++)
        for (size_t i = 0; i < chart->panels[p].n; i++)
            capacity += chart->panels[p].lines[i].n;
    double *at = ARENA_ARRAY(a, double, capacity);
    *n = 0;
    for (size_t p = 0; p < chart->n_panels; p++)
        for (size_t i = 0; i < chart->panels[p].n; i++)
            for (size_t k = 0; k < chart->panels[p].lines[i].n; k++)
                at[(*n)++] = chart->panels[p].lines[i].at[k].x;
    qsort(at, *n, sizeof *at, by_number);
    for (size_t i = 0; i < *n; i++)
        if (!kept || at[i] > at[kept - 1])
            at[kept++] = at[i];
    *n = kept;
    return at;
}

static void find_range(const struct line_chart *chart, double *low, double *high)
{
    *low = chart->low;
    *high = chart->high;
    for (size_t p = 0; p < chart->n_panels; p++)
        for (size_t i = 0; i < chart->panels[p].n; i++)
            for (size_t k = 0; k < chart->panels[p].lines[i].n; k++) {
                const struct line_point *at = &chart->panels[p].lines[i].at[k];
                *low = at->missing ? *low : fmin(*low, at->y);
                *high = at->missing ? *high : fmax(*high, at->y);
            }
}

static void find_scales(struct arena *a, struct line_layout *l, bool all)
{
    size_t n;
    double low, high, *x = all_x(a, l->chart, &n);
    find_range(l->chart, &low, &high);
    l->x = scale_through(x, n, l->chart->log_x);
    l->y =
        l->chart->log_y ? scale_log2(low, high, all ? 10 : 4) : scale_even(low, high, all ? 8 : 4);
}

struct point line_place(const struct line_layout *l, const struct box *plot, double x, double y)
{
    return (struct point){plot->x + plot->width * scale_at(&l->x, x),
                          plot->y + plot->height * (1 - scale_at(&l->y, y))};
}

/* ---- labels of the ticks ---- */

static struct tick_text *tick_texts(struct arena *a, const struct scale *s)
{
    struct tick_text *t = ARENA_ARRAY(a, struct tick_text, s->n + 1);
    for (size_t i = 0; i < s->n; i++) {
        char buf[SHARE_TEXT];
        /* Rounded: ticks are multiples of steps. */
        double v = fabs(s->tick[i]) < 1e-12 ? 0 : s->tick[i];
        t[i] = (struct tick_text){scale_at(s, s->tick[i]), arena_strdup(a, value_text(v, buf))};
    }
    return t;
}

/* Removes labels that would touch; the first and the last one remain. length: of the axis. */
static void remove_touching_labels(struct tick_text *t, size_t n, double length, bool upright)
{
    double kept_end = -1e9; /* end of the last label that was kept */
    double last = n ? text_width(t[n - 1].text, SIZE_LABEL, false) : 0;
    for (size_t i = 0; i < n; i++) {
        double half = (upright ? SIZE_LABEL : text_width(t[i].text, SIZE_LABEL, false)) / 2;
        double at = t[i].at * length, limit = t[n - 1].at * length;
        limit -= (upright ? SIZE_LABEL : last) / 2 + TEXT_GAP;
        if (i + 1 < n && (at - half < kept_end + TEXT_GAP || at + half > limit))
            t[i].text = "";
        else
            kept_end = at + half;
    }
}

/* ---- cells ---- */

/* Returns the number of lines of the largest panel, without sums. */
static size_t most_lines(const struct line_chart *chart)
{
    size_t most = 0;
    for (size_t p = 0; p < chart->n_panels; p++) {
        const struct line_panel *panel = &chart->panels[p];
        size_t n = panel->n - panel->lines[panel->n - 1].sum;
        most = n > most ? n : most;
    }
    return most;
}

static const struct line_point *greatest(const struct line *line)
{
    const struct line_point *best = NULL;
    for (size_t i = 0; i < line->n; i++)
        if (!line->at[i].missing && (!best || line->at[i].y > best->y))
            best = &line->at[i];
    return best;
}

static const char *best_text(struct arena *a, const struct line_chart *chart,
                             const struct line *line)
{
    char buf[SHARE_TEXT];
    const struct line_point *best = greatest(line);
    return chart->best && best ? arena_printf(a, "%s %s", chart->best, value_text(best->x, buf))
                               : "";
}

static void create_cells(struct arena *a, struct line_layout *l, bool all)
{
    const struct line_chart *chart = l->chart;
    size_t capacity = 0;
    for (size_t p = 0; p < chart->n_panels; p++)
        capacity += all ? 1 : chart->panels[p].n;
    l->cells = ARENA_ARRAY(a, struct line_cell, capacity);
    for (size_t p = 0; p < chart->n_panels; p++) {
        const struct line_panel *panel = &chart->panels[p];
        for (size_t i = 0; i < (all ? 1 : panel->n); i++)
            l->cells[l->n_cells++] = (struct line_cell){
                .panel = panel,
                .group = text_clean(a, !all            ? panel->lines[i].title
                                       : *panel->title ? panel->title
                                                       : chart->title),
                .title = text_clean(a, all ? panel->title : panel->lines[i].name),
                .note = all ? "" : best_text(a, chart, &panel->lines[i]),
                .line = all ? NULL : &panel->lines[i],
            };
    }
}

/* ---- names beside a plot ---- */

static const struct line_point *last_known(const struct line *line)
{
    for (size_t i = line->n; i-- > 0;)
        if (!line->at[i].missing)
            return &line->at[i];
    return NULL;
}

static int by_height(const void *a, const void *b)
{
    const struct placed_line *x = a, *y = b;
    double dy = x->end.y - y->end.y;
    if (dy == 0)
        return (x->line > y->line) - (x->line < y->line);
    return dy < 0 ? -1 : 1;
}

/* Returns the end of y = x in the plot, at its right or its top. */
static struct point ideal_end(const struct line_layout *l, const struct box *plot)
{
    double v = fmin(l->x.high, l->y.high);
    return line_place(l, plot, v, v);
}

static void place_names(struct arena *a, struct line_layout *l, struct line_cell *cell,
                        double width)
{
    const struct line_panel *panel = cell->panel;
    double y[LINES_TOGETHER + 2];
    cell->lines = ARENA_ARRAY(a, struct placed_line, panel->n + 1);
    for (size_t i = 0; i < panel->n; i++) {
        const struct line *line = &panel->lines[i];
        const struct line_point *end = last_known(line);
        cell->lines[cell->n++] = (struct placed_line){
            .line = line,
            .title = text_clean(a, line->title),
            .name = text_shorten(a, text_clean(a, line->name), SIZE_LABEL, line->sum, width),
            .look = line->sum ? &sum_look : &line_looks[i],
            .end = line_place(l, &cell->plot, end->x, end->y),
        };
    }
    if (l->chart->ideal)
        cell->lines[cell->n++] = (struct placed_line){
            .title = l->chart->ideal,
            .name = text_shorten(a, l->chart->ideal, SIZE_LABEL, false, width),
            .end = ideal_end(l, &cell->plot),
        };
    qsort(cell->lines, cell->n, sizeof *cell->lines, by_height);
    for (size_t i = 0; i < cell->n; i++)
        y[i] = cell->lines[i].end.y;
    spread_positions(y, cell->n, NAME_HEIGHT, cell->plot.y, cell->plot.y + cell->plot.height);
    for (size_t i = 0; i < cell->n; i++)
        cell->lines[i].y = y[i];
}

/* ---- the page ---- */

struct grid {
    size_t columns, rows; /* of a page */
    double width, height; /* of a plot */
    double across, down;  /* from cell to cell */
    double top, foot;     /* heights of the cell above and below its plot */
};

static double name_width(struct arena *a, const struct line *line)
{
    return text_width(text_clean(a, line->name), SIZE_LABEL, line->sum);
}

/* Returns the width of the names at the right of a plot. */
static double names_width(struct arena *a, const struct line_layout *l)
{
    double most = l->chart->ideal ? text_width(l->chart->ideal, SIZE_LABEL, false) : 0;
    for (size_t p = 0; p < l->chart->n_panels; p++)
        for (size_t i = 0; i < l->chart->panels[p].n; i++)
            most = fmax(most, name_width(a, &l->chart->panels[p].lines[i]));
    return fmin(most, NAMES_MOST);
}

static double cells_height(const struct line_layout *l)
{
    return PAGE_HEIGHT_MAX - PAGE_MARGIN - PAGE_TITLE_HEIGHT - page_foot_height(&l->notes);
}

static struct grid wide_grid(const struct line_layout *l, double names)
{
    bool titled = l->n_cells > 1 || *l->cells[0].title;
    struct grid g = {.columns = 1, .top = titled ? PANEL_TITLE_HEIGHT + 4 : 4, .foot = 34};
    g.width = CONTENT_MAX - AXIS_LEFT - LEADER - MARK_WIDTH - names;
    g.height = l->n_cells == 1 ? 270 : l->n_cells == 2 ? 250 : 190;
    g.down = g.top + g.height + g.foot;
    g.rows = (size_t)fmax(1, cells_height(l) / g.down);
    return g;
}

/* Returns the grid of small plots: as few columns as keep a panel on one page, 6 at most. */
static struct grid small_grid(const struct line_layout *l)
{
    size_t most = 1;
    for (size_t p = 0; p < l->chart->n_panels; p++)
        most = l->chart->panels[p].n > most ? l->chart->panels[p].n : most;
    struct grid g = {.top = 12, .foot = 5};
    double available = cells_height(l) - HEADING_HEIGHT - FOOT_HEIGHT, rows, all_fit;
    for (g.columns = 4;; g.columns++) {
        rows = ceil((double)most / (double)g.columns);
        g.across = (CONTENT_MAX - AXIS_LEFT + GAP) / (double)g.columns;
        g.width = floor(g.across - GAP);
        all_fit = floor(available / rows) - g.top - g.foot;
        if (g.columns == 6 || all_fit >= g.width * 0.6)
            break;
    }
    g.height = fmin(all_fit >= SMALL_LOWEST ? all_fit : g.width * 0.7, g.width * 0.75);
    g.height = floor(g.height);
    g.down = g.top + g.height + g.foot;
    g.rows = (size_t)fmax(1, available / g.down);
    return g;
}

static void add_page(struct arena *a, struct line_layout *l)
{
    *ARENA_PUSH(a, l->pages, l->n_pages) = (struct page){.width = CONTENT_MAX + 2 * PAGE_MARGIN};
}

static void place_wide(struct arena *a, struct line_layout *l)
{
    double names = names_width(a, l);
    struct grid g = wide_grid(l, names);
    for (size_t i = 0; i < l->n_cells; i++) {
        struct line_cell *cell = &l->cells[i];
        double y = PAGE_MARGIN + PAGE_TITLE_HEIGHT + (double)(i % g.rows) * g.down;
        if (i % g.rows == 0)
            add_page(a, l);
        cell->page = l->n_pages - 1;
        cell->plot = (struct box){PAGE_MARGIN + AXIS_LEFT, y + g.top, g.width, g.height};
        cell->outer_left = cell->outer_foot = true;
        cell->title = text_shorten(a, cell->title, SIZE_PANEL, true, CONTENT_MAX);
        place_names(a, l, cell, names);
        l->pages[cell->page].height = ceil(y + g.down + page_foot_height(&l->notes));
    }
    remove_touching_labels(l->x_ticks, l->x.n, g.width, false);
    remove_touching_labels(l->y_ticks, l->y.n, g.height, true);
}

/* Shortens the title of a small plot to width, and removes its note if both do not fit. */
static void fit_small_title(struct arena *a, struct line_cell *cell, double width)
{
    double note = *cell->note ? text_width(cell->note, SIZE_LABEL, false) + TEXT_GAP : 0;
    if (text_width(cell->title, SIZE_LABEL, true) + note > width)
        note = 0, cell->note = "";
    cell->title = text_shorten(a, cell->title, SIZE_LABEL, true, width - note);
}

/* Places the cells of a panel, of which first is the first, on new pages. Returns the index of the
 * next panel's first cell. */
static size_t place_small_panel(struct arena *a, struct line_layout *l, const struct grid *g,
                                size_t first)
{
    size_t n = l->cells[first].panel->n, per_page = g->rows * g->columns;
    const char *heading = text_shorten(a, text_clean(a, l->cells[first].panel->title), SIZE_PANEL,
                                       true, CONTENT_MAX / 2);
    for (size_t i = 0; i < n; i++) {
        struct line_cell *cell = &l->cells[first + i];
        size_t at = i % per_page, row = at / g->columns, column = at % g->columns;
        if (at == 0)
            add_page(a, l);
        double y = PAGE_MARGIN + PAGE_TITLE_HEIGHT + HEADING_HEIGHT + (double)row * g->down;
        cell->page = l->n_pages - 1;
        cell->plot = (struct box){PAGE_MARGIN + AXIS_LEFT + (double)column * g->across, y + g->top,
                                  g->width, g->height};
        cell->outer_left = column == 0;
        cell->outer_foot = at + g->columns >= per_page || i + g->columns >= n;
        cell->heading = at == 0 ? heading : NULL;
        fit_small_title(a, cell, g->width);
        l->pages[cell->page].height = ceil(y + g->down + FOOT_HEIGHT + page_foot_height(&l->notes));
    }
    return first + n;
}

static void place_small(struct arena *a, struct line_layout *l)
{
    struct grid g = small_grid(l);
    for (size_t i = 0; i < l->n_cells;)
        i = place_small_panel(a, l, &g, i);
    remove_touching_labels(l->x_ticks, l->x.n, g.width, false);
    remove_touching_labels(l->y_ticks, l->y.n, g.height, true);
}

/* Returns whether any fit is drawn. */
static bool any_fit(const struct line_layout *l)
{
    for (size_t p = 0; p < l->chart->n_panels; p++)
        for (size_t i = 0; i < l->chart->panels[p].n; i++) {
            const struct line *line = &l->chart->panels[p].lines[i];
            if (line->n_fit && (l->fits || line->sum))
                return true;
        }
    return false;
}

/* Returns the lines that lack their fit: "No law fits a, b and 3 more. ". */
static const char *unfitted_text(struct arena *a, const struct line_layout *l)
{
    const char *text = "";
    size_t n = 0;
    for (size_t p = 0; p < l->chart->n_panels; p++)
        for (size_t i = 0; i < l->chart->panels[p].n; i++) {
            const struct line *line = &l->chart->panels[p].lines[i];
            if (line->n_fit || !(l->fits || line->sum) || n++ >= UNFITTED_MOST)
                continue;
            text = arena_printf(a, "%s%s %s", text, n > 1 ? "," : "No law fits",
                                text_clean(a, line->name));
            if (l->chart->n_panels > 1)
                text = arena_printf(a, "%s of %s", text, text_clean(a, l->chart->panels[p].title));
        }
    if (n > UNFITTED_MOST)
        text = arena_printf(a, "%s and %zu more", text, n - UNFITTED_MOST);
    return n ? arena_printf(a, "%s. ", text) : text;
}

/* Returns the meaning of the dotted lines, if it fits beside the title; else "". */
static const char *legend_text(const struct line_layout *l)
{
    double available = CONTENT_MAX - text_width(l->title, SIZE_TITLE, true) - 2 * SAMPLE_WIDTH;
    bool fits =
        l->chart->fit && any_fit(l) && text_width(l->chart->fit, SIZE_AXIS, false) < available;
    return fits ? l->chart->fit : "";
}

static const char *notes_text(struct arena *a, const struct line_layout *l, bool all)
{
    const struct line_chart *chart = l->chart;
    const char *text = text_clean(a, chart->foot);
    if (!all && chart->ideal)
        text = arena_printf(a, "%sDashed: %s. ", text, chart->ideal);
    if (chart->fit && any_fit(l) && !*l->legend)
        text = arena_printf(a, "%sDotted: %s. ", text, chart->fit);
    if (chart->fit)
        text = arena_printf(a, "%s%s", text, unfitted_text(a, l));
    if (!all)
        text = arena_printf(a, "%sGrey: the lines of the other plots. ", text);
    if (!all && chart->best)
        text =
            arena_printf(a, "%s%s: %s of the greatest value. ", text, chart->best, chart->across);
    return text;
}

const struct line_layout *lines_lay_out(struct arena *a, const struct line_chart *chart)
{
    struct line_layout *l = ARENA_NEW(a, struct line_layout);
    bool all = most_lines(chart) <= LINES_TOGETHER;
    l->chart = chart;
    l->title = text_shorten(a, text_clean(a, chart->title), SIZE_TITLE, true, CONTENT_MAX);
    l->subject = text_clean(a, chart->subject);
    l->across = text_clean(a, chart->across);
    l->up = text_clean(a, chart->up);
    l->radius = all ? MARKER_RADIUS : 1.6;
    find_scales(a, l, all);
    l->x_ticks = tick_texts(a, &l->x);
    l->y_ticks = tick_texts(a, &l->y);
    l->fits = !all || most_lines(chart) <= FITS_TOGETHER;
    l->legend = legend_text(l);
    l->notes = text_wrap(a, notes_text(a, l, all), SIZE_LABEL, CONTENT_MAX);
    create_cells(a, l, all);
    if (all)
        place_wide(a, l);
    else
        place_small(a, l);
    return l;
}
