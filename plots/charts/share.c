/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of a run by their share of its cycles: one bar per loop, the longest first, divided
 * into M and the gaps. */
#include "plots/charts/charts.h"
#include "plots/charts/names.h"
#include "plots/charts/sheet.h"
#include "plots/drawing/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOPS_MOST = 40, NAMES_MOST = 12 };
#define NAME_WIDTH_MAX 150.0
#define VALUES_WIDTH 92.0 /* right of the plot: the columns of numbers */
#define ROW_PITCH 12.0
#define BAR_HEIGHT 9.0
#define TITLE_HEIGHT 26.0 /* above the first bar */
#define AXIS_HEIGHT 26.0  /* below the last bar */
#define LEFT_MOST 0.25    /* longest negative part, as a share of the longest bar */

/* ---- facts ---- */

struct row {
    const char *name, *title;
    const struct gap_loop *loop; /* NULL: several loops */
    size_t place;                /* index in the table */
    double cycles, share;        /* share of the run's cycles */
    double sum;                  /* of the shares of the rows down to this one */
    struct stack stack;          /* fractions of the row's own cycles */
    double cpl;                  /* measured; < 0 = unknown */
    bool lost_samples;
};
struct ranking {
    const struct gap_run *run;
    bool data; /* the data bound divides gap P of the bars */
    struct row *at;
    size_t n;
    size_t loops; /* number of loops that the rows represent */
    double total; /* cycles of the run, including loops that the user did not select */
    struct notes not_measured, within, inclusive;
};

static bool is_measured(const struct gap_loop *l)
{
    return l->measured && is_known(l->cycles) && l->cycles.value > 0;
}

/* Orders rows by descending cycles; equal ones keep the order of the table. */
static int by_cycles(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    int order = (x->cycles < y->cycles) - (x->cycles > y->cycles);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static struct row row_of(struct arena *a, const struct gap_loop *l, bool data, enum naming by)
{
    int measured = ladder_level(data, LEVEL_MEASURED);
    struct bar b = ladder_step_bar(data, l);
    struct quantity own = gap_share_cycles(l);
    struct quantity cpl = l->inclusive ? q_div(own, l->iterations, "") : l->cpl.measured;
    for (int i = 0; l->inclusive && i < measured; i++)
        b.level[i] = missing("the gaps of its own time are unknown");
    b.level[measured] = cpl;
    return (struct row){
        .name = loop_name(a, l, by),
        .title = l->loop,
        .loop = l,
        .cycles = own.value,
        .stack = bar_stack(&b, measured),
        .cpl = is_known(cpl) ? cpl.value : -1,
        .lost_samples = l->partial,
    };
}

/* Joins the rows after the first most into one. It is divided into gaps if each of them is. */
static void join_rest(struct arena *a, struct ranking *r, size_t most)
{
    struct row *rest = &r->at[most];
    int measured = ladder_level(r->data, LEVEL_MEASURED);
    double part[DATA_LEVELS] = {0};
    const char *undivided = NULL;
    struct bar sum = {.name = ""};
    if (r->n <= most + 1)
        return;
    rest->loop = NULL;
    rest->name = rest->title = arena_printf(a, "%zu others", r->n - most);
    for (size_t i = most; i < r->n; i++) {
        const struct stack *s = &r->at[i].stack;
        undivided = s->missing ? s->missing : undivided;
        for (size_t k = 0; k < s->n; k++) {
            if (s->at[k].key != s->at[k].last)
                undivided = "bounds of some loops are missing";
            part[s->at[k].key] += s->at[k].share * r->at[i].cycles;
        }
        if (i > most) {
            rest->cycles += r->at[i].cycles;
            rest->lost_samples |= r->at[i].lost_samples;
        }
    }
    for (int i = 0; i <= measured; i++)
        sum.level[i] = known(part[i] + (i ? sum.level[i - 1].value : 0));
    if (undivided)
        for (int i = 0; i < measured; i++)
            sum.level[i] = missing(undivided);
    sum.level[measured] = known(rest->cycles);
    rest->stack = bar_stack(&sum, measured);
    rest->cpl = -1;
    r->n = most + 1;
}

static struct ranking rank(struct arena *a, const struct gap_run *run, bool data, enum naming by)
{
    struct ranking r = {.run = run, .data = data, .at = ARENA_ARRAY(a, struct row, run->n + 1)};
    double sum = 0;
    for (size_t i = 0; i < run->n; i++) {
        const struct gap_loop *l = &run->loops[i];
        if (!is_measured(l))
            note(a, &r.not_measured, "%s", loop_name(a, l, by));
        else if (l->within)
            note(a, &r.within, "%s", loop_name(a, l, by));
        else if (l->inclusive && !(is_known(l->own_cycles) && l->own_cycles.value > 0))
            note(a, &r.inclusive, "%s", loop_name(a, l, by));
        else {
            r.at[r.n] = row_of(a, l, data, by);
            r.at[r.n++].place = i;
            r.total += l->cycles.value;
        }
    }
    if (is_known(run->cycles) && run->cycles.value > 0)
        r.total = run->cycles.value;
    r.loops = r.n;
    array_sort(&r, by_cycles);
    join_rest(a, &r, LOOPS_MOST);
    for (size_t i = 0; i < r.n; i++) {
        r.at[i].share = r.at[i].cycles / r.total;
        r.at[i].sum = sum += r.at[i].share;
    }
    return r;
}

/* ---- one panel ---- */

struct panel {
    struct sheet *sheet;
    double names; /* width of the names */
    const struct ranking *r;
    struct box plot;
    struct ticks ticks;
};

static double x_of(const struct panel *p, double share)
{
    double span = ticks_last(&p->ticks) - p->ticks.first;
    return p->plot.x + p->plot.width * (share - p->ticks.first) / span;
}

/* Extends *low and *high to the range of the run's bars. */
static void extend_range(const struct ranking *r, double *low, double *high)
{
    double longest = r->at[0].share, left = 0, right = 0;
    for (size_t i = 0; i < r->n; i++) {
        const struct row *row = &r->at[i];
        right = fmax(right, row->share * fmax(row->stack.missing ? 1 : row->stack.high, 1));
        left = fmin(left, row->share * (row->stack.missing ? 0 : row->stack.low));
    }
    *low = fmin(*low, fmax(left, -LEFT_MOST * longest));
    *high = fmax(*high, fmin(right, (1 + LEFT_MOST) * longest));
}

/* Returns one axis for all runs, so that their bars can be compared. */
static struct ticks find_ticks(const struct ranking *list, size_t n)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < n; i++)
        extend_range(&list[i], &low, &high);
    return ticks_over(low, high, 11);
}

static void put_axis(struct panel *p)
{
    struct scene *s = p->sheet->scene;
    double top = p->plot.y, bottom = top + p->plot.height, zero = x_of(p, 0);
    for (size_t i = 0; i < p->ticks.n; i++) {
        double share = tick_at(&p->ticks, i), x = x_of(p, share);
        scene_line(s, (struct point){x, top}, (struct point){x, bottom},
                   line_paint(LINE_GRID, COLOUR_GRID));
        scene_text(s, x, bottom + 9, label_style(ANCHOR_MIDDLE),
                   number_text(p->sheet->a, round(share * 1e6) / 1e4));
    }
    scene_line(s, (struct point){zero, top}, (struct point){zero, bottom},
               line_paint(LINE_AXIS, COLOUR_INK));
    scene_text(s, p->plot.x + p->plot.width / 2, bottom + 19, axis_style(ANCHOR_MIDDLE),
               "% of the cycles of the measured loops");
}

static void put_segment(struct panel *p, const struct row *row, const struct segment *g, double y)
{
    struct scene *s = p->sheet->scene;
    double from = x_of(p, fmax(g->from * row->share, p->ticks.first));
    double to = x_of(p, fmin(g->to * row->share, ticks_last(&p->ticks)));
    struct box b = {from, y, to - from, BAR_HEIGHT};
    struct bar_key key = ladder_step_key(p->r->data, g->key);
    struct paint paint = look_paint(key.look);
    char buf[SHARE_TEXT];
    if (to < from || (to == from && g->key == g->last))
        return;
    if (g->key != g->last) {
        scene_box(s, b, blank_paint);
        label_on(s, b, &(struct look){.fill = COLOUR_PAPER, .text = COLOUR_INK},
                 ladder_segment_name(p->sheet->a, p->r->data, g));
        return;
    }
    if (g->share < 0)
        paint.stroke = 2.5 * LINE_SEGMENT;
    scene_box(s, b, paint);
    label_on(s, b, &key.look, share_text(g->share * row->share, buf));
}

/* Draws the bar of a row; one blank segment if it cannot be divided. */
static void put_bar(struct panel *p, const struct row *row, double y)
{
    struct scene *s = p->sheet->scene;
    double middle = y + BAR_HEIGHT / 2;
    if (row->stack.missing) {
        scene_box(s, (struct box){x_of(p, 0), y, x_of(p, row->share) - x_of(p, 0), BAR_HEIGHT},
                  blank_paint);
        return;
    }
    for (size_t i = 0; i < row->stack.n; i++)
        put_segment(p, row, &row->stack.at[i], y);
    if (row->stack.high * row->share > ticks_last(&p->ticks) + 1e-9)
        scene_break(s, (struct point){x_of(p, ticks_last(&p->ticks)) - 7, middle}, BAR_HEIGHT,
                    true);
    if (row->stack.low * row->share < p->ticks.first - 1e-9)
        scene_break(s, (struct point){p->plot.x + 7, middle}, BAR_HEIGHT, true);
}

/* Returns the share in percent. Shares above 0 are not printed as 0, and shares below 1 not as 100.
 */
static const char *percent_text(struct arena *a, double share)
{
    return share >= 0.0995 ? arena_printf(a, "%.0f", fmin(share * 100, share < 1 - 1e-9 ? 99 : 100))
           : share >= 0.0005 ? arena_printf(a, "%.1f", share * 100)
                             : "<0.1";
}

/* Draws the names and shares of negative parts after the bar, if they fit. */
static void put_negative(struct panel *p, const struct row *row, double base)
{
    struct arena *a = p->sheet->a;
    const char *text = "";
    char buf[SHARE_TEXT];
    double high = row->stack.missing ? 0 : row->stack.high * row->share;
    double x = x_of(p, fmin(high, ticks_last(&p->ticks))) + 4;
    for (size_t i = 0; i < row->stack.n && !row->stack.missing; i++)
        if (row->stack.at[i].share < 0)
            text = arena_printf(a, "%s%s%s %s", text, *text ? ", " : "",
                                ladder_segment_name(a, p->r->data, &row->stack.at[i]),
                                share_text(row->stack.at[i].share * row->share, buf));
    if (x + text_width(text, SIZE_LABEL, false) < p->plot.x + p->plot.width + 12)
        scene_text(p->sheet->scene, x, base, quiet_style(ANCHOR_START), text);
}

/* Draws the row's numbers, in columns right of the plot: share, cumulative share, CPL. */
static void put_values(struct panel *p, const struct row *row, double base)
{
    struct arena *a = p->sheet->a;
    double x = PAGE_MARGIN + p->sheet->width;
    scene_text(p->sheet->scene, x - 64, base, label_style(ANCHOR_END),
               arena_printf(a, "%s%s", row->lost_samples ? "~" : "", percent_text(a, row->share)));
    scene_text(p->sheet->scene, x - 34, base, quiet_style(ANCHOR_END), percent_text(a, row->sum));
    scene_text(p->sheet->scene, x, base, label_style(ANCHOR_END),
               row->cpl < 0 ? "-" : number_text(a, row->cpl));
}

static void put_row(struct panel *p, size_t i)
{
    struct arena *a = p->sheet->a;
    const struct row *row = &p->r->at[i];
    double y = p->plot.y + (double)i * ROW_PITCH + (ROW_PITCH - BAR_HEIGHT) / 2;
    double base = y + BAR_HEIGHT / 2 + LABEL_HEIGHT / 2;
    scene_group(p->sheet->scene, arena_printf(a, "%s: %s %% of the cycles of the measured loops",
                                              row->title, percent_text(a, row->share)));
    scene_text(p->sheet->scene, PAGE_MARGIN + p->names, base, label_style(ANCHOR_END),
               text_shorten(a, text_clean(a, row->name), SIZE_LABEL, false, NAME_WIDTH_MAX));
    put_bar(p, row, y);
    put_negative(p, row, base);
    put_values(p, row, base);
    scene_end_group(p->sheet->scene);
}

static void put_head(struct panel *p, double top, bool builds)
{
    struct arena *a = p->sheet->a;
    struct scene *s = p->sheet->scene;
    double x = PAGE_MARGIN + p->sheet->width, base = top + TITLE_HEIGHT - 5;
    const char *title =
        arena_printf(a, "%s, %zu loop%s, %s", run_name(a, p->r->run, builds), p->r->loops,
                     p->r->loops == 1 ? "" : "s", cycles_text(a, p->r->total));
    sheet_title(p->sheet, top, title);
    scene_text(s, x - 64, base, quiet_style(ANCHOR_END), "%");
    scene_text(s, x - 34, base, quiet_style(ANCHOR_END), "cum. %");
    scene_text(s, x, base, quiet_style(ANCHOR_END), "CPL");
}

static double names_width(const struct ranking *list, size_t n)
{
    double width = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < list[i].n; k++)
            width = fmax(width, text_width(list[i].at[k].name, SIZE_LABEL, false));
    return ceil(fmin(width, NAME_WIDTH_MAX));
}

static void put_panel(struct sheet *sheet, const struct ranking *r, double names,
                      const struct ticks *ticks, bool builds)
{
    double height = TITLE_HEIGHT + (double)r->n * ROW_PITCH + AXIS_HEIGHT;
    double top = sheet_panel(sheet, height);
    struct panel p = {.sheet = sheet, .names = names, .r = r, .ticks = *ticks};
    p.plot = (struct box){PAGE_MARGIN + names + 5, top + TITLE_HEIGHT,
                          sheet->width - names - 5 - VALUES_WIDTH, (double)r->n * ROW_PITCH};
    scene_group(sheet->scene, run_name(sheet->a, r->run, builds));
    put_head(&p, top, builds);
    put_axis(&p);
    for (size_t i = 0; i < r->n; i++)
        put_row(&p, i);
    scene_end_group(sheet->scene);
}

/* ---- the chart ---- */

static const char *names_text(struct arena *a, const struct notes *names)
{
    const char *all = "";
    for (size_t i = 0; i < names->n && i < NAMES_MOST; i++)
        all = arena_printf(a, "%s%s%s", all, i ? ", " : "", names->at[i]);
    return names->n > NAMES_MOST ? arena_printf(a, "%s and %zu more", all, names->n - NAMES_MOST)
                                 : all;
}

/* Returns whether a bar of the run has a negative part (negative) or a blank one (!negative). */
static bool has_part(const struct ranking *r, bool negative)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct stack *s = &r->at[i].stack;
        if (negative ? s->low < 0
                     : s->missing || (s->n && s->at[s->n - 1].key != s->at[s->n - 1].last))
            return true;
        for (size_t k = 0; !negative && k < s->n; k++)
            if (s->at[k].key != s->at[k].last)
                return true;
    }
    return false;
}

/* Appends to text the loops in names(): "WHAT RUNS: LOOPS. ", once for all runs with the same
 * loops. If these are all runs, all_runs replaces their names. */
static const char *add_loop_list(struct arena *a, const char *text, const char *what,
                                 const char *all_runs, const struct ranking *list, size_t n,
                                 const struct notes *(*names)(const struct ranking *r))
{
    const char **loops = ARENA_ARRAY(a, const char *, n);
    for (size_t i = 0; i < n; i++)
        loops[i] = names_text(a, names(&list[i]));
    for (size_t i = 0; i < n; i++) {
        struct notes runs = {0};
        const char *names_here = loops[i];
        for (size_t k = i; *names_here && k < n; k++)
            if (strcmp(loops[k], names_here) == 0) {
                note(a, &runs, "%s", list[k].run->run);
                loops[k] = "";
            }
        if (runs.n)
            text = arena_printf(a, "%s%s %s: %s. ", text, what,
                                runs.n > 1 && runs.n == n ? all_runs : names_text(a, &runs),
                                names_here);
    }
    return text;
}

static const struct notes *loops_not_measured(const struct ranking *r)
{
    return &r->not_measured;
}

static const struct notes *loops_within(const struct ranking *r)
{
    return &r->within;
}

static const struct notes *loops_inclusive(const struct ranking *r)
{
    return &r->inclusive;
}

/* Returns the footnote: loops without a bar, and the meaning of the marks. Sets *blank if a bar has
 * a blank part. */
static const char *footnote(struct arena *a, const struct ranking *list, size_t n, bool *blank)
{
    const char *text = "The shares exclude time outside the measured loops. ";
    bool negative = false, lost_samples = false;
    text = add_loop_list(a, text, "Not measured in", "any run", list, n, loops_not_measured);
    text = add_loop_list(a, text, "Inside measured loops and included in their time, in",
                         "every run", list, n, loops_within);
    text = add_loop_list(
        a, text, "Not shown, because their time includes that of loops in called routines, in",
        "every run", list, n, loops_inclusive);
    for (size_t i = 0; i < n; i++) {
        *blank |= has_part(&list[i], false);
        negative |= has_part(&list[i], true);
        for (size_t k = 0; k < list[i].n; k++)
            lost_samples |= list[i].at[k].lost_samples;
    }
    if (negative)
        text = arena_printf(a,
                            "%sLeft of 0: a negative gap: the bound is higher than the next one or "
                            "than the measurement. ",
                            text);
    if (lost_samples)
        text = arena_printf(
            a, "%s~ Samples of this loop were lost: its time is longer than shown. ", text);
    return arena_printf(
        a,
        "%sNumbers on bars: %% of the cycles of the measured loops. cum. %%: the sum of the shares "
        "down to this bar. CPL: cycles per iteration.",
        text);
}

/* Appends to each name the letters of the notes that doubt its bar. */
static void mark_names(struct arena *a, struct ranking *r, struct doubts *d)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->at[i].loop)
            r->at[i].name = doubted_name(a, r->at[i].name, &r->at[i].loop->notes, DOUBT_LADDER, d);
}

struct chart share_chart(struct arena *a, const struct plot_facts *f)
{
    const struct gap_table *t = f->table;
    struct ranking *list = ARENA_ARRAY(a, struct ranking, t->n + 1);
    enum naming by = table_naming(a, t);
    size_t n = 0, entries;
    bool blank = false, data = table_has_data(t);
    for (size_t i = 0; i < t->n; i++)
        if ((list[n] = rank(a, &t->at[i], data, by)).n)
            n++;
    if (!n)
        return (struct chart){
            .why = "no run has a measured loop; import measurements with --import first"};
    struct doubts doubts = {0};
    for (size_t i = 0; i < n; i++)
        mark_names(a, &list[i], &doubts);
    const char *notes = footnote(a, list, n, &blank), *doubted = doubts_foot(a, &doubts);
    if (*doubted)
        notes = arena_printf(a, "%s %s", notes, doubted);
    struct legend_entry *legend = ladder_step_legend(a, data, blank, &entries);
    struct sheet s =
        sheet_new(a, with_machine(a, t, "Where the time goes"),
                  "One bar per loop, the longest first. Its length is the share of the cycles "
                  "of the measured loops. It is divided into M and the gaps A, C, S and P.",
                  legend, entries, CONTENT_MAX);
    struct ticks ticks = find_ticks(list, n);
    for (size_t i = 0; i < n; i++)
        put_panel(&s, &list[i], names_width(list, n), &ticks, several_builds(t));
    sheet_end(&s, notes);
    return (struct chart){.part = scene_part(s.scene)};
}

bool share_is_default(const struct plot_facts *f)
{
    for (size_t i = 0; i < f->table->n; i++) {
        size_t loops = 0;
        for (size_t k = 0; k < f->table->at[i].n; k++)
            loops += is_measured(&f->table->at[i].loops[k]);
        if (loops > 1)
            return true;
    }
    return false;
}
