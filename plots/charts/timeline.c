/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/timeline.h"

#include "plots/charts/charts.h"
#include "plots/charts/names.h"
#include "plots/charts/timeline-rows.h"

#include <math.h>

enum { WATCHES_MOST = 24, TICKS_MOST = 9 };
#define CONTENT CONTENT_MAX
#define NAME_WIDTH 96.0  /* left of the plot */
#define VALUE_WIDTH 34.0 /* right of the plot: share of processing */
#define TITLE_HEIGHT 28.0
#define AXIS_HEIGHT 26.0
#define SUM_HEIGHT 56.0
#define SUM_GAP 8.0
#define ROWS_HEIGHT 560.0 /* of all rows, at most */
#define PITCH_MOST 18.0
#define PITCH_NAMED 7.5 /* below this height, only some of the rows have names */

static const struct look looks[TIMELINE_PARTS] = {
#define LOOK(NAME, fill, hatch, ink, text) [STATE_##NAME] = {fill, HATCH_##hatch, ink, text},
#include "plots/charts/states.def"
#undef LOOK
    [TIMELINE_UNSAMPLED] = {COLOUR_PAPER, HATCH_FALLING, 0xb8b8b8, COLOUR_INK},
};

/* ---- a row ---- */

/* The drawn timeline of one watch. */
struct timeline {
    struct sheet *sheet;
    struct timeline_rows rows;
    struct box plot; /* of the rows */
    double pitch;
};

static double time_x(const struct timeline *t, double seconds)
{
    return t->plot.x + t->plot.width * fmin(seconds / t->rows.seconds, 1);
}

/* The area of a part in one column; empty if low = high. */
struct band {
    double low, high; /* y of the lower and the upper edge */
};

static struct band band_at(const struct timeline_row *row, size_t column, int part, struct box b)
{
    const double *top = row->at[column].top;
    double bottom = b.y + b.height;
    return (struct band){bottom - b.height * (part > 0 ? top[part - 1] : 0),
                         bottom - b.height * top[part]};
}

/* Adds a horizontal edge, or extends the last one if it has the same y. */
static void add_edge(struct point *at, size_t *n, double from, double to, double y)
{
    if (*n && at[*n - 1].y == y) {
        at[*n - 1].x = to;
        return;
    }
    at[(*n)++] = (struct point){from, y};
    at[(*n)++] = (struct point){to, y};
}

/* Draws the area of a part in columns first to end - 1; it must be non-empty in all of them. */
static void put_area(struct timeline *t, const struct timeline_row *row, int part, struct box b,
                     size_t first, size_t end)
{
    struct point *at = ARENA_ARRAY(t->sheet->a, struct point, 4 * (end - first) + 1);
    struct paint paint = look_paint(looks[part]);
    double width = t->rows.column_seconds;
    size_t n = 0;
    paint.stroke = 0;
    for (size_t c = first; c < end; c++)
        add_edge(at, &n, time_x(t, (double)c * width), time_x(t, (double)(c + 1) * width),
                 band_at(row, c, part, b).high);
    size_t tops = n;
    for (size_t c = end; c-- > first;) {
        double y = band_at(row, c, part, b).low;
        double from = time_x(t, (double)(c + 1) * width), to = time_x(t, (double)c * width);
        if (n > tops && at[n - 1].y == y)
            at[n - 1].x = to;
        else {
            at[n++] = (struct point){from, y};
            at[n++] = (struct point){to, y};
        }
    }
    scene_path(t->sheet->scene, at, n, true, paint);
}

/* Returns whether the part is non-empty in the column. */
static bool has_area(const struct timeline_row *row, size_t column, int part)
{
    const double *top = row->at[column].top;
    return top[part] > (part > 0 ? top[part - 1] : 0);
}

static void put_parts(struct timeline *t, const struct timeline_row *row, struct box b)
{
    for (int part = 0; part < TIMELINE_PARTS; part++)
        for (size_t c = 0, end; c < t->rows.columns; c = end) {
            for (end = c; end < t->rows.columns && has_area(row, end, part); end++)
                continue;
            if (end > c)
                put_area(t, row, part, b, c, end);
            else
                end = c + 1;
        }
}

/* ---- texts around the rows ---- */

static struct quantity processing_of(const struct timeline_row *row)
{
    return state_share(&row->all, STATE_PROCESSING);
}

static void put_value(struct timeline *t, double y, const struct timeline_row *row)
{
    char text[SHARE_TEXT];
    struct quantity q = processing_of(row);
    double x = t->plot.x + t->plot.width + VALUE_WIDTH - 4;
    if (is_known(q))
        scene_text(t->sheet->scene, x, y, label_style(ANCHOR_END),
                   arena_printf(t->sheet->a, "%s %%", share_text(q.value, text)));
}

static void put_name(struct timeline *t, double y, const char *name)
{
    struct arena *a = t->sheet->a;
    scene_text(t->sheet->scene, t->plot.x - 5, y, label_style(ANCHOR_END),
               text_shorten(a, text_clean(a, name), SIZE_LABEL, false, NAME_WIDTH - 5));
}

/* Returns the number of rows per name: 1, or more if rows are too low for their names. */
static size_t rows_per_name(const struct timeline *t)
{
    return (size_t)ceil(PITCH_NAMED / t->pitch);
}

static void put_row(struct timeline *t, size_t r)
{
    const struct timeline_row *row = &t->rows.at[r];
    double top = t->plot.y + (double)r * t->pitch, gap = t->pitch > 8 ? 2 : t->pitch > 3 ? 0.6 : 0;
    struct box b = {t->plot.x, top, t->plot.width, t->pitch - gap};
    double line = top + (t->pitch - gap) / 2 + LABEL_HEIGHT / 2;
    scene_group(t->sheet->scene, row->name);
    put_parts(t, row, b);
    scene_end_group(t->sheet->scene);
    if (r % rows_per_name(t) == 0) {
        put_name(t, line, row->name);
        put_value(t, line, row);
    }
}

/* Draws all threads together; the height is the number of threads. */
static void put_sum(struct timeline *t, double top)
{
    struct scene *s = t->sheet->scene;
    struct box b = {t->plot.x, top, t->plot.width, SUM_HEIGHT};
    scene_group(s, "all threads");
    put_parts(t, &t->rows.sum, b);
    scene_end_group(s);
    scene_line(s, (struct point){b.x, b.y}, (struct point){b.x, b.y + b.height},
               line_paint(LINE_AXIS, COLOUR_INK));
    scene_line(s, (struct point){b.x, b.y + b.height},
               (struct point){b.x + b.width, b.y + b.height}, line_paint(LINE_AXIS, COLOUR_INK));
    scene_text(s, b.x - 5, b.y + LABEL_HEIGHT, label_style(ANCHOR_END),
               arena_printf(t->sheet->a, "%zu", t->rows.threads_most));
    scene_text(s, b.x - 5, b.y + b.height, label_style(ANCHOR_END), "0");
    put_name(t, b.y + (b.height + LABEL_HEIGHT) / 2, "all threads");
    put_value(t, b.y + (b.height + LABEL_HEIGHT) / 2, &t->rows.sum);
}

static void put_axis(struct timeline *t, double top)
{
    struct scene *s = t->sheet->scene;
    double bottom = t->plot.y + t->plot.height;
    struct ticks ticks = ticks_over(0, t->rows.seconds, TICKS_MOST);
    for (size_t i = 0; i < ticks.n; i++) {
        double v = tick_at(&ticks, i), x = time_x(t, v);
        if (v > t->rows.seconds * (1 + 1e-9))
            break;
        scene_line(s, (struct point){x, top}, (struct point){x, bottom},
                   line_paint(LINE_GRID, COLOUR_GRID));
        scene_line(s, (struct point){x, bottom}, (struct point){x, bottom + TICK},
                   line_paint(LINE_AXIS, COLOUR_INK));
        scene_text(s, x, bottom + TICK + LABEL_HEIGHT + 2, label_style(ANCHOR_MIDDLE),
                   number_text(t->sheet->a, v));
    }
    scene_line(s, (struct point){t->plot.x, bottom},
               (struct point){t->plot.x + t->plot.width, bottom},
               line_paint(LINE_AXIS, COLOUR_INK));
    scene_text(s, t->plot.x + t->plot.width / 2, bottom + AXIS_HEIGHT - 4,
               axis_style(ANCHOR_MIDDLE), "seconds");
    scene_text(s, t->plot.x + t->plot.width + VALUE_WIDTH - 4, top - 4, quiet_style(ANCHOR_END),
               "processing");
}

/* ---- a watch ---- */

/* Returns the line below the title: threads, samples, and the command, shortened to the width. */
static const char *watch_text(struct arena *a, const struct watch *w,
                              const struct timeline_rows *rows)
{
    const char *each =
        rows->threads_each > 1 ? arena_printf(a, ", %zu per row", rows->threads_each) : "";
    const char *text = arena_printf(
        a, "%zu thread%s%s; %s samples per second for %s s; %s s per column: ", w->n_threads,
        w->n_threads == 1 ? "" : "s", each, number_text(a, w->rate), number_text(a, w->seconds),
        number_text(a, rows->column_seconds));
    double width = CONTENT - VALUE_WIDTH - 20 - text_width(text, SIZE_LABEL, false);
    const char *command = text_clean(a, w->command ? w->command : "unknown command");
    return arena_printf(a, "%s%s", text, text_shorten(a, command, SIZE_LABEL, false, width));
}

static double pitch_of(const struct timeline_rows *rows)
{
    return fmin(PITCH_MOST, ROWS_HEIGHT / (double)rows->n);
}

void timeline_panel(struct sheet *s, const struct watch *w, const char *title)
{
    struct timeline t = {.sheet = s, .rows = timeline_rows_of(s->a, w)};
    double sum = w->n_threads > 1 ? SUM_HEIGHT + SUM_GAP : 0;
    t.pitch = pitch_of(&t.rows);
    double rows = t.pitch * (double)t.rows.n;
    double top = sheet_panel(s, TITLE_HEIGHT + sum + rows + AXIS_HEIGHT);
    double y = top + TITLE_HEIGHT;
    t.plot =
        (struct box){PAGE_MARGIN + NAME_WIDTH, y + sum, CONTENT - NAME_WIDTH - VALUE_WIDTH, rows};
    scene_group(s->scene, title);
    sheet_title(s, top, title);
    scene_text(s->scene, PAGE_MARGIN, top + SIZE_PANEL + LABEL_LINE, quiet_style(ANCHOR_START),
               watch_text(s->a, w, &t.rows));
    put_axis(&t, y);
    if (sum > 0)
        put_sum(&t, y);
    for (size_t r = 0; r < t.rows.n; r++)
        put_row(&t, r);
    scene_end_group(s->scene);
}

const char *timeline_missing(const struct watch *w)
{
    for (size_t t = 0; t < w->n_threads; t++)
        if (w->threads[t].n_bins)
            return NULL;
    return "no thread was sampled";
}

static bool any_in(const struct watch *const *w, size_t n, int state)
{
    for (size_t i = 0; i < n; i++)
        for (size_t t = 0; t < w[i]->n_threads; t++)
            if (w[i]->threads[t].counts.n[state])
                return true;
    return false;
}

static bool any_unsampled(struct arena *a, const struct watch *const *w, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (timeline_rows_of(a, w[i]).unsampled)
            return true;
    return false;
}

struct sheet timeline_sheet(struct arena *a, const struct watch *const *w, size_t n)
{
    struct legend_entry *legend = ARENA_ARRAY(a, struct legend_entry, TIMELINE_PARTS);
    size_t entries = 0;
    for (int s = 0; s < THREAD_STATES; s++)
        if (any_in(w, n, s))
            legend[entries++] =
                (struct legend_entry){.text = thread_state_names[s], .look = looks[s]};
    if (any_unsampled(a, w, n))
        legend[entries++] =
            (struct legend_entry){.text = "alive, no sample", .look = looks[TIMELINE_UNSAMPLED]};
    return sheet_new(a, "Thread states over time",
                     "One row per thread over time: the shares of the states in its samples, "
                     "stacked.",
                     legend, entries, CONTENT);
}

/* ---- the chart ---- */

struct chart timeline_chart(struct arena *a, const struct plot_facts *f)
{
    const struct watch **list = ARENA_ARRAY(a, const struct watch *, f->table->n + 1);
    const struct gap_run **runs = ARENA_ARRAY(a, const struct gap_run *, f->table->n + 1);
    const char *why = "no run has both measured loops and procmon samples; record one with "
                      "procmon --db --run (procmon --plot needs no measured loops)";
    size_t n = 0;
    for (size_t i = 0; f->gaps && i < f->table->n && n < WATCHES_MOST; i++) {
        struct watch *w;
        if (!gaps_timeline(f->gaps, a, &f->table->at[i], &w))
            return (struct chart){.why = "the timeline cannot be read"};
        const char *missing = w ? timeline_missing(w) : NULL;
        if (missing)
            why = arena_printf(a, "%s: %s", f->table->at[i].run, missing);
        if (!w || missing)
            continue;
        runs[n] = &f->table->at[i];
        list[n++] = w;
    }
    if (!n)
        return (struct chart){.why = why};
    struct sheet s = timeline_sheet(a, list, n);
    for (size_t i = 0; i < n; i++)
        timeline_panel(&s, list[i], run_name(a, runs[i], several_builds(f->table)));
    sheet_end(&s,
              n == WATCHES_MOST ? arena_printf(a, "Drawn: the first %zu watched runs.", n) : "");
    return (struct chart){.part = scene_part(s.scene)};
}

bool timeline_is_default(const struct plot_facts *f)
{
    for (size_t i = 0; i < f->table->n; i++)
        if (f->table->at[i].watch)
            return f->gaps;
    return false;
}

bool plot_timeline(const struct watch *w, const char *path, struct diag *d)
{
    struct arena a = {0};
    const char *why = timeline_missing(w);
    bool ok = !why;
    if (why)
        diag_error(d, (struct where){.file = path}, "no timeline to draw: %s", why);
    else {
        struct sheet s = timeline_sheet(&a, &w, 1);
        timeline_panel(&s, w, "Threads");
        sheet_end(&s, "");
        struct part part = scene_part(s.scene);
        ok = canvas_file(path, &part, 1, d);
    }
    arena_free(&a);
    return ok;
}
