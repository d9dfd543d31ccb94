/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/bars-layout.h"

#include <math.h>
#include <string.h>

#define PITCH_LEAST 10.5 /* vertical labels of 7 points just do not touch */
#define PITCH_MOST 44.0
#define PITCH_PREFERRED 26.0
#define PITCH_PREFERRED_MANY 15.0 /* for more than two cells, so that more fit side by side */
#define PLOT_LEAST 110.0
#define PLOT_LOWEST 84.0
#define BAR_SHARE 0.74 /* of the pitch */
#define BAR_MOST 30.0
#define NAME_LENGTH_MAX 96.0 /* of a vertical name */
#define SHARES_LENGTH_MAX 160.0
#define TEXT_GAP 2.5 /* least distance between texts of a row */
#define REASONS_SHOWN 3

/* ---- cells: the parts of a panel, side by side ---- */

static size_t divide_up(size_t n, size_t by)
{
    return (n + by - 1) / by;
}

/* Returns the number of bars per cell. Panels with more bars than fit are divided into cells of
 * equal size. */
static size_t bars_per_cell(size_t n)
{
    size_t fit = (size_t)((CONTENT_MAX - AXIS_WIDTH) / PITCH_LEAST);
    size_t cells = n ? divide_up(n, fit) : 1;
    return n ? divide_up(n, cells) : 1;
}

/* Returns "P", or "A+C" for a part that is not divided. */
static const char *segment_letters(struct arena *a, const struct bar_chart *chart,
                                   const struct segment *g)
{
    const char *all = chart->keys[g->key].letter;
    for (int i = g->key + 1; i <= g->last; i++)
        all = arena_printf(a, "%s+%s", all, chart->keys[i].letter);
    return all;
}

/* Returns the shares that the bar does not show completely, for example "P -12": negative ones,
 * those cut by a break, and undivided ones that are too flat for their mark. */
static const char *shares_below(struct arena *a, const struct bar_chart *chart,
                                const struct stack *s)
{
    const char *all = "";
    for (size_t i = 0; i < s->n; i++) {
        const struct segment *g = &s->at[i];
        char buf[SHARE_TEXT];
        bool flat = g->key != g->last && fabs(g->share) < BLANK_LEAST;
        if (g->share >= 0 && g->to <= BAR_HIGH + 1e-9 && !flat)
            continue;
        all = arena_printf(a, "%s%s%s %s", all, *all ? ", " : "", segment_letters(a, chart, g),
                           share_text(g->share, buf));
    }
    return all;
}

static struct placed_bar place_bar(struct arena *a, const struct bar_chart *chart,
                                   const struct bar_panel *panel, const struct bar *b)
{
    struct placed_bar p = {.bar = b, .stack = bar_stack(b, panel->whole), .why = ""};
    char buf[SHARE_TEXT];
    struct quantity whole = b->level[panel->whole];
    p.title = text_clean(a, b->title);
    p.text[ROW_NAME] = text_clean(a, b->name);
    p.text[ROW_VALUE] = is_known(whole) ? arena_strdup(a, value_text(whole.value, buf)) : "-";
    p.text[ROW_BELOW] = shares_below(a, chart, &p.stack);
    if (p.stack.missing)
        p.why = text_clean(a, p.stack.missing);
    return p;
}

static void place_panel(struct arena *a, struct bar_layout *l, const struct bar_panel *panel)
{
    size_t each = bars_per_cell(panel->n), cells = panel->n ? divide_up(panel->n, each) : 1;
    for (size_t i = 0; i < cells; i++) {
        struct bar_cell *cell = &l->cells[l->n_cells++];
        size_t first = i * each;
        cell->panel = panel;
        cell->title = text_clean(a, panel->title);
        cell->across = text_clean(a, panel->across ? panel->across : l->chart->across);
        if (cells > 1)
            cell->title = arena_printf(a, "%s (%zu of %zu)", cell->title, i + 1, cells);
        cell->n = panel->n - first < each ? panel->n - first : each;
        cell->bars = ARENA_ARRAY(a, struct placed_bar, cell->n);
        for (size_t k = 0; k < cell->n; k++) {
            cell->bars[k] = place_bar(a, l->chart, panel, &panel->bars[first + k]);
            cell->below |= *cell->bars[k].text[ROW_BELOW] != 0;
        }
    }
}

static void create_cells(struct arena *a, struct bar_layout *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->chart->n_panels; i++)
        n += divide_up(l->chart->panels[i].n, bars_per_cell(l->chart->panels[i].n)) + 1;
    l->cells = ARENA_ARRAY(a, struct bar_cell, n);
    for (size_t i = 0; i < l->chart->n_panels; i++)
        place_panel(a, l, &l->chart->panels[i]);
}

/* ---- rows of texts ---- */

static double widest(const struct bar_layout *l, enum bar_row row)
{
    double most = 0;
    for (size_t i = 0; i < l->n_cells; i++)
        for (size_t k = 0; k < l->cells[i].n; k++)
            most = fmax(most, text_width(l->cells[i].bars[k].text[row], SIZE_LABEL, false));
    return most;
}

static void fit_row(struct arena *a, struct bar_layout *l, enum bar_row row, double length_max)
{
    double width = widest(l, row);
    struct bar_texts *r = &l->rows[row];
    r->upright = width > l->pitch - TEXT_GAP;
    r->height = r->upright ? fmin(width, length_max) : width > 0 ? SIZE_LABEL * TEXT_CAPITAL : 0;
    for (size_t i = 0; i < l->n_cells; i++)
        for (size_t k = 0; k < l->cells[i].n; k++) {
            const char **text = &l->cells[i].bars[k].text[row];
            *text = text_shorten(a, *text, SIZE_LABEL, false, length_max);
        }
}

static void fit_rows(struct arena *a, struct bar_layout *l)
{
    fit_row(a, l, ROW_VALUE, NAME_LENGTH_MAX);
    fit_row(a, l, ROW_BELOW, SHARES_LENGTH_MAX);
    fit_row(a, l, ROW_NAME, NAME_LENGTH_MAX);
    l->labels = l->bar_width > text_width("88", SIZE_LABEL, false) + 2;
}

/* ---- the vertical axis ---- */

static void find_scale(struct bar_layout *l)
{
    double low = 0, high = 1;
    for (size_t i = 0; i < l->n_cells; i++)
        for (size_t k = 0; k < l->cells[i].n; k++) {
            low = fmin(low, l->cells[i].bars[k].stack.low);
            high = fmax(high, l->cells[i].bars[k].stack.high);
        }
    l->ticks = ticks_over(fmax(low, BAR_LOW), fmin(high, BAR_HIGH), 8);
}

/* ---- notes ---- */

/* The special marks in the chart, which the notes explain. */
struct marks {
    bool negative, blank, cut;
    const char *reasons; /* of the blank segments, separated by "; "; "" = none */
    int n_reasons;
};

static void add_reason(struct arena *a, struct marks *m, const struct placed_bar *b, int level)
{
    const char *why = text_clean(a, b->bar->level[level].missing);
    if (strstr(m->reasons, why))
        return;
    if (m->n_reasons < REASONS_SHOWN)
        m->reasons = arena_printf(a, "%s%s%s: %s", m->reasons, m->n_reasons ? "; " : "",
                                  b->text[ROW_NAME], why);
    m->n_reasons++;
}

static void add_marks(struct arena *a, const struct bar_layout *l, struct marks *m,
                      const struct placed_bar *b)
{
    for (size_t i = 0; i < b->stack.n; i++) {
        const struct segment *g = &b->stack.at[i];
        m->negative |= g->share < 0;
        m->blank |= g->key != g->last;
        m->cut |= g->to > ticks_last(&l->ticks) + 1e-9 || g->from < l->ticks.first - 1e-9;
        for (int level = g->key; level < g->last; level++)
            add_reason(a, m, b, level);
    }
}

static struct marks find_marks(struct arena *a, const struct bar_layout *l)
{
    struct marks m = {.reasons = ""};
    for (size_t i = 0; i < l->n_cells; i++)
        for (size_t k = 0; k < l->cells[i].n; k++)
            add_marks(a, l, &m, &l->cells[i].bars[k]);
    return m;
}

static const char *notes_text(struct arena *a, const struct bar_chart *chart, const struct marks *m)
{
    const char *text = text_clean(a, chart->foot);
    if (m->negative)
        text =
            arena_printf(a,
                         "%sBelow 0 %%: a negative gap: the bound is higher than the next one or "
                         "than the measurement; its share is printed below the bar. ",
                         text);
    if (m->cut)
        text = arena_printf(a,
                            "%sA bar with a break is longer than drawn; the shares that are cut "
                            "are printed below it. ",
                            text);
    if (m->blank)
        text =
            arena_printf(a,
                         "%sDashed: a bound is missing, so this part cannot be divided into gaps "
                         "(%s%s). ",
                         text, m->reasons, m->n_reasons > REASONS_SHOWN ? "; and others" : "");
    return text;
}

/* Returns the number of keys that are drawn: those up to the highest whole of a panel. */
static size_t keys_drawn(const struct bar_chart *chart)
{
    int most = 0;
    for (size_t i = 0; i < chart->n_panels; i++)
        most = chart->panels[i].whole > most ? chart->panels[i].whole : most;
    return (size_t)most + 1;
}

static void create_legend(struct arena *a, struct bar_layout *l, const struct marks *m)
{
    const struct bar_chart *chart = l->chart;
    size_t n = keys_drawn(chart);
    l->legend.entries = ARENA_ARRAY(a, struct legend_entry, n + 2);
    for (size_t i = 0; i < n; i++)
        l->legend.entries[l->legend.n++] = (struct legend_entry){
            .text = arena_printf(a, "%s: %s", chart->keys[i].letter, chart->keys[i].meaning),
            .look = chart->keys[i].look,
        };
    if (m->blank)
        l->legend.entries[l->legend.n++] =
            (struct legend_entry){.text = "-: not divided", .blank = true};
    l->legend.entries[l->legend.n++] = (struct legend_entry){
        .text = arena_printf(a, "%s: %s", chart->unit, chart->unit_meaning), .bare = true};
}

/* ---- the page ---- */

struct grid {
    size_t columns, rows; /* of a page */
    double pitch, plot_width, plot_height, cell_width, cell_height, content;
};

static size_t most_bars(const struct bar_layout *l)
{
    size_t most = 1;
    for (size_t i = 0; i < l->n_cells; i++)
        most = l->cells[i].n > most ? l->cells[i].n : most;
    return most;
}

static double widest_title(const struct bar_layout *l)
{
    double most = 0;
    for (size_t i = 0; i < l->n_cells; i++)
        most = fmax(most, text_width(l->cells[i].title, SIZE_PANEL, true));
    return most;
}

/* Returns the number of cells side by side and the widths of cells and bars. */
static struct grid grid_of(const struct bar_layout *l)
{
    double bars = (double)most_bars(l);
    double preferred = l->n_cells > 2 ? PITCH_PREFERRED_MANY : PITCH_PREFERRED;
    double title = widest_title(l);
    double cell = fmax(AXIS_WIDTH + fmax(bars * preferred, PLOT_LEAST), title);
    struct grid g = {.columns = (size_t)((CONTENT_MAX + CELL_GAP) / (cell + CELL_GAP))};
    g.columns = g.columns < 1 ? 1 : g.columns > l->n_cells ? l->n_cells : g.columns;
    double available = (CONTENT_MAX + CELL_GAP) / (double)g.columns - CELL_GAP;
    g.pitch = floor(fmin(PITCH_MOST, (available - AXIS_WIDTH) / bars) * 20) / 20;
    g.plot_width = fmax(bars * g.pitch, PLOT_LEAST);
    g.cell_width = fmin(fmax(AXIS_WIDTH + g.plot_width, title), available);
    g.content = (double)g.columns * (g.cell_width + CELL_GAP) - CELL_GAP;
    return g;
}

static double row_height(struct bar_texts row)
{
    return row.height > 0 ? row.height + ROW_GAP : 0;
}

static double height_above(const struct bar_layout *l)
{
    return PANEL_TITLE_HEIGHT + l->rows[ROW_VALUE].height + VALUE_GAP;
}

static double height_below(const struct bar_layout *l)
{
    return TICK + ROW_GAP + row_height(l->rows[ROW_BELOW]) + row_height(l->rows[ROW_NAME]) +
           ACROSS_HEIGHT;
}

/* Widens the content until the title fits, as far as the page allows. */
static void fit_titles(struct arena *a, struct bar_layout *l, struct grid *g)
{
    double needed = fmax(CONTENT_LEAST, text_width(l->title, SIZE_TITLE, true));
    g->content = fmin(fmax(g->content, needed), CONTENT_MAX);
    l->title = text_shorten(a, l->title, SIZE_TITLE, true, g->content);
    for (size_t i = 0; i < l->n_cells; i++) {
        struct bar_cell *cell = &l->cells[i];
        cell->title = text_shorten(a, cell->title, SIZE_PANEL, true, g->cell_width);
        cell->across = text_shorten(a, cell->across, SIZE_AXIS, false, g->plot_width);
    }
}

static double page_top(const struct bar_layout *l)
{
    return PAGE_MARGIN + PAGE_TITLE_HEIGHT + l->legend.height + LEGEND_GAP;
}

/* Sets the height of the plots. It is reduced if that saves a page. */
static void fit_height(const struct bar_layout *l, struct grid *g)
{
    size_t rows = divide_up(l->n_cells, g->columns);
    double available = PAGE_HEIGHT_MAX - page_top(l) - page_foot_height(&l->notes),
           around = height_above(l) + height_below(l);
    double all_fit = (available + CELL_GAP) / (double)rows - CELL_GAP - around;
    g->plot_height = rows == 1 ? 190 : rows == 2 ? 150 : 120;
    if (all_fit >= PLOT_LOWEST)
        g->plot_height = fmin(g->plot_height, floor(all_fit));
    g->cell_height = around + g->plot_height;
    g->rows = (size_t)((available + CELL_GAP) / (g->cell_height + CELL_GAP));
    g->rows = g->rows ? g->rows : 1;
}

static void place_cells(struct arena *a, struct bar_layout *l, const struct grid *g)
{
    size_t per_page = g->rows * g->columns;
    l->n_pages = divide_up(l->n_cells, per_page);
    l->pages = ARENA_ARRAY(a, struct page, l->n_pages);
    for (size_t i = 0; i < l->n_cells; i++) {
        struct bar_cell *cell = &l->cells[i];
        size_t at = i % per_page, row = at / g->columns, column = at % g->columns;
        double y = page_top(l) + (double)row * (g->cell_height + CELL_GAP);
        cell->page = i / per_page;
        cell->left = PAGE_MARGIN + (double)column * (g->cell_width + CELL_GAP);
        cell->plot = (struct box){cell->left + AXIS_WIDTH, y + height_above(l), g->plot_width,
                                  g->plot_height};
        struct page *page = &l->pages[cell->page];
        page->width = g->content + 2 * PAGE_MARGIN;
        page->height = ceil(y + g->cell_height + page_foot_height(&l->notes));
    }
}

static void fit_reasons(struct arena *a, struct bar_layout *l, double length_max)
{
    for (size_t i = 0; i < l->n_cells; i++)
        for (size_t k = 0; k < l->cells[i].n; k++) {
            struct placed_bar *b = &l->cells[i].bars[k];
            b->why = text_shorten(a, b->why, SIZE_LABEL, false, length_max);
        }
}

const struct bar_layout *bars_lay_out(struct arena *a, const struct bar_chart *chart)
{
    struct bar_layout *l = ARENA_NEW(a, struct bar_layout);
    l->chart = chart;
    l->title = text_clean(a, chart->title);
    l->subject = text_clean(a, chart->subject);
    create_cells(a, l);
    struct grid g = grid_of(l);
    l->pitch = g.pitch;
    l->bar_width = fmin(BAR_SHARE * g.pitch, BAR_MOST);
    fit_rows(a, l);
    find_scale(l);
    struct marks marks = find_marks(a, l);
    create_legend(a, l, &marks);
    fit_titles(a, l, &g);
    legend_lay_out(&l->legend, g.content);
    l->notes = text_wrap(a, notes_text(a, chart, &marks), SIZE_LABEL, g.content);
    fit_height(l, &g);
    fit_reasons(a, l, g.plot_height - 8);
    place_cells(a, l, &g);
    return l;
}
