/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds of one program side by side: what M and each gap are in each, and what
 * changed from build to build. */
#include "plots/charts/charts.h"
#include "plots/charts/names.h"
#include "plots/charts/sheet.h"
#include "plots/drawing/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BUILDS_MOST = 8, LOOPS_SUGGESTED = 3, LOOPS_MOST = 24, ANSWERS_MOST = 4, ALIKE_MOST = 64 };
#define AXIS_ROOM 34.0
#define PLOT_HEIGHT 120.0
#define TITLE_ROOM 26.0 /* title and the answer in a line */
#define NAME_ROOM 12.0  /* below the plot: the build */
#define COLUMN_MOST 150.0
#define BAR_SHARE 0.4   /* of a column */
#define BAR_LOWEST -0.5 /* of the highest bar: how far down negative gaps may reach */

/* ---- which runs are held against each other ---- */

/* A run for each build, all on one machine and number of processors. */
struct group {
    const struct gap_run *at[BUILDS_MOST];
    size_t n, left_out; /* builds that are shown; that are not */
    bool repeated;      /* some build has several runs */
    const char *machine;
    long processors;
};

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static double cycles_of(const struct gap_run *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->n; i++)
        if (r->loops[i].measured && !r->loops[i].within && is_known(r->loops[i].cycles))
            sum += r->loops[i].cycles.value;
    return sum;
}

static int by_cycles(const void *a, const void *b)
{
    const struct gap_run *x = *(const struct gap_run *const *)a;
    const struct gap_run *y = *(const struct gap_run *const *)b;
    double cx = cycles_of(x), cy = cycles_of(y);
    return cx != cy ? (cx > cy) - (cx < cy) : (x > y) - (x < y);
}

/* Of the runs that are alike, which stand together, the one of median cycles. */
static const struct gap_run *median_run(const struct gap_table *t, size_t first, size_t end)
{
    const struct gap_run *runs[ALIKE_MOST];
    size_t n = 0;
    for (size_t i = first; i < end && n < ALIKE_MOST; i++)
        runs[n++] = &t->at[i];
    qsort(runs, n, sizeof *runs, by_cycles);
    return runs[(n - 1) / 2];
}

static bool alike(const struct gap_run *a, const struct gap_run *b)
{
    return same_text(a->build, b->build) && same_text(a->machine, b->machine) &&
           a->processors == b->processors;
}

static struct group *group_of(struct group *list, size_t *n, const struct gap_run *r)
{
    for (size_t i = 0; i < *n; i++)
        if (same_text(list[i].machine, r->machine) && list[i].processors == r->processors)
            return &list[i];
    list[*n] = (struct group){.machine = r->machine, .processors = r->processors};
    return &list[(*n)++];
}

/* Groups of two builds and more, by processors as the table has them. */
static struct group *find_groups(struct arena *a, const struct gap_table *t, size_t *n)
{
    struct group *list = ARENA_ARRAY(a, struct group, t->n + 1);
    size_t all = 0;
    for (size_t i = 0, end; i < t->n; i = end) {
        for (end = i + 1; end < t->n && alike(&t->at[i], &t->at[end]); end++)
            ;
        struct group *g = group_of(list, &all, &t->at[i]);
        g->repeated |= end > i + 1;
        if (g->n < BUILDS_MOST)
            g->at[g->n++] = median_run(t, i, end);
        else
            g->left_out++;
    }
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (list[i].n > 1)
            list[(*n)++] = list[i];
    return list;
}

/* ---- ladders of a loop, or of all, in each build ---- */

struct ladders {
    const char *title;
    bool cycles; /* of the whole program; else cycles per iteration */
    double unit; /* what numbers are given in, in cycles */
    const char *unit_name;
    int digits; /* behind the point, in the table */
    struct bar bar[BUILDS_MOST];
    struct stack stack[BUILDS_MOST];
    double whole[BUILDS_MOST]; /* the highest known level; 0 = there is none */
    size_t n;
};

static const char *base_name(const char *loop)
{
    const char *slash = strrchr(loop, '/');
    return slash ? slash + 1 : loop;
}

/* The row of a loop, by its whole name, or else without folders; near: its place
 * in the first run of the group, where it is mostly. */
static const struct gap_loop *loop_in(const struct gap_run *r, const char *loop, size_t near)
{
    const struct gap_loop *found = NULL;
    if (near < r->n && strcmp(r->loops[near].loop, loop) == 0)
        return &r->loops[near];
    for (size_t i = 0; i < r->n; i++) {
        if (strcmp(r->loops[i].loop, loop) == 0)
            return &r->loops[i];
        if (!found && strcmp(base_name(r->loops[i].loop), base_name(loop)) == 0)
            found = &r->loops[i];
    }
    return found;
}

/* The row in build b of the loop that stands at that place in the first one. */
static const struct gap_loop *row_in(const struct group *g, size_t b, size_t at)
{
    return loop_in(g->at[b], g->at[0]->loops[at].loop, at);
}

static void set_unit(struct ladders *l)
{
    static const char *const names[] = {"kcycles", "Mcycles", "Gcycles"};
    double most = 0;
    for (size_t b = 0; b < l->n; b++)
        most = fmax(most, l->whole[b]);
    l->unit = 1;
    l->unit_name = l->cycles ? "cycles" : "CPL";
    for (int i = 0; l->cycles && i < 3 && most >= 999.5 * l->unit; i++) {
        l->unit *= 1e3;
        l->unit_name = names[i];
    }
    most /= l->unit;
    l->digits = most >= 99.95 || most <= 0 ? 0 : most >= 9.995 ? 1 : 2;
}

static void stack_up(struct ladders *l)
{
    for (size_t b = 0; b < l->n; b++) {
        int whole = LEVEL_MEASURED;
        while (whole > 0 && !is_known(l->bar[b].level[whole]))
            whole--;
        l->stack[b] = bar_stack(&l->bar[b], whole);
        l->whole[b] = l->stack[b].missing ? 0 : l->bar[b].level[whole].value;
    }
    set_unit(l);
}

static struct ladders loop_ladders(const struct group *g, const char *title, size_t at)
{
    struct ladders l = {.title = title, .n = g->n};
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        if (row)
            l.bar[b] = ladder_bar(row);
        else
            for (int i = 0; i < LEVELS; i++)
                l.bar[b].level[i] = missing("not in this build");
    }
    stack_up(&l);
    return l;
}

/* Whether every build has measured the loop and knows all its rungs. */
static bool adds_up(const struct group *g, size_t at)
{
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        if (!row || !row->measured || row->within || !is_known(row->iterations))
            return false;
        struct bar bar = ladder_bar(row);
        for (int i = 0; i < LEVELS; i++)
            if (!is_known(bar.level[i]))
                return false;
    }
    return true;
}

/* The cycles of all loops that every build knows all of. */
static struct ladders program_ladders(struct arena *a, const struct group *g, size_t *loops)
{
    struct ladders l = {.cycles = true, .n = g->n};
    *loops = 0;
    for (size_t i = 0; i < g->at[0]->n; i++) {
        if (!adds_up(g, i))
            continue;
        ++*loops;
        for (size_t b = 0; b < g->n; b++) {
            const struct gap_loop *row = row_in(g, b, i);
            struct bar bar = ladder_bar(row);
            for (int k = 0; k < LEVELS; k++)
                l.bar[b].level[k].value += bar.level[k].value * row->iterations.value;
        }
    }
    l.title = arena_printf(a, "all %zu loops that every build measured", *loops);
    stack_up(&l);
    return l;
}

/* ---- the answer in words ---- */

/* By how much a step changed from one build to another; missing where one does
 * not have it undivided. */
static struct quantity step_in(const struct ladders *l, size_t b, int level)
{
    const struct bar *bar = &l->bar[b];
    return level ? q_sub(bar->level[level], bar->level[level - 1]) : bar->level[0];
}

/* Of two quantities of a panel, without what rounding explains. */
static struct quantity less(const struct ladders *l, struct quantity now, struct quantity before)
{
    struct quantity by = q_sub(now, before);
    double most = 0;
    for (size_t b = 0; b < l->n; b++)
        most = fmax(most, l->whole[b]);
    if (is_known(by) && fabs(by.value) <= 1e-9 * most)
        by.value = 0;
    return by;
}

static struct quantity change(const struct ladders *l, size_t from, size_t to, int level)
{
    return less(l, step_in(l, to, level), step_in(l, from, level));
}

static bool matters(const struct ladders *l, size_t from, struct quantity change)
{
    return is_known(change) && fabs(change.value) > 0.005 * l->whole[from];
}

/* What changed in parts that one of the two does not divide: "; C+S -2"; "" = nothing. */
static const char *undivided(struct arena *a, const struct ladders *l, size_t to)
{
    struct quantity rest =
        less(l, l->bar[to].level[LEVEL_MEASURED], l->bar[0].level[LEVEL_MEASURED]);
    const char *names = "";
    for (int i = 0; i < LEVELS; i++) {
        struct quantity by = change(l, 0, to, i);
        if (is_known(by))
            rest.value -= by.value;
        else
            names = arena_printf(a, "%s%s%s", names, *names ? "+" : "", ladder_key(i).letter);
    }
    return *names ? arena_printf(a, "; %s %s", names, change_text(a, rest.value / l->unit)) : "";
}

/* "O2 against O0: 12 to 7.5 CPL (-38 %): C -3, S -1.2"; greatest first. */
static const char *answer(struct arena *a, const struct group *g, const struct ladders *l,
                          size_t to)
{
    const char *names[2] = {g->at[0]->build, g->at[to]->build}, *text;
    struct quantity was = l->bar[0].level[LEVEL_MEASURED], is = l->bar[to].level[LEVEL_MEASURED];
    bool said[LEVELS] = {false};
    if (!is_known(was) || !is_known(is) || !(was.value > 0))
        return arena_printf(a, "%s against %s: not measured in both", names[1], names[0]);
    double part = (is.value - was.value) / was.value * 100;
    text = arena_printf(a, "%s against %s: %s to %s (%s%.0f %%)", names[1], names[0],
                        number_text(a, was.value / l->unit),
                        arena_printf(a, "%s %s", number_text(a, is.value / l->unit), l->unit_name),
                        part < 0 ? TEXT_MINUS : "+", fabs(part));
    for (int n = 0; n < LEVELS; n++) {
        int most = -1;
        for (int i = 0; i < LEVELS; i++)
            if (!said[i] && matters(l, 0, change(l, 0, to, i)) &&
                (most < 0 || fabs(change(l, 0, to, i).value) > fabs(change(l, 0, to, most).value)))
                most = i;
        if (most < 0)
            break;
        said[most] = true;
        text = arena_printf(a, "%s%s %s %s", text, n ? "," : ":", ladder_key(most).letter,
                            change_text(a, change(l, 0, to, most).value / l->unit));
    }
    return arena_printf(a, "%s%s", text, undivided(a, l, to));
}

/* ---- one panel ---- */

struct panel {
    struct sheet *sheet;
    const struct group *g;
    const struct ladders *l;

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
    scene_text(s, SHEET_MARGIN + SIZE_AXIS, p->plot.y + p->plot.height / 2,
               (struct text_style){
                   .size = SIZE_AXIS, .colour = COLOUR_INK, .anchor = ANCHOR_MIDDLE, .turn = 90},
               p->l->cycles ? p->l->unit_name : "cycles per iteration");
}

/* ---- bars and what connects them ---- */

static void put_segment(struct panel *p, size_t b, const struct segment *g)
{
    struct scene *s = p->sheet->scene;
    double whole = p->l->whole[b], width = p->column * BAR_SHARE;
    double to = y_of(p, fmin(g->to * whole, ticks_last(&p->ticks)));
    double from = y_of(p, fmax(g->from * whole, p->ticks.first));
    struct box box = {middle_of(p, b) - width / 2, to, width, from - to};
    struct bar_key key = ladder_key(g->key);
    struct paint paint = look_paint(key.look);
    if (box.height < 0 || (box.height == 0 && g->key == g->last))
        return;
    if (g->share < 0)
        paint.stroke = 2.5 * LINE_SEGMENT;
    scene_box(s, box, g->key == g->last ? paint : blank_paint);
    label_on(s, box,
             g->key == g->last ? &key.look
                               : &(struct look){.fill = COLOUR_PAPER, .text = COLOUR_INK},
             segment_name(p->sheet->a, g));
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

/* From the top of each level to where it is in the next build. */
static void put_connectors(struct panel *p, size_t b)
{
    double half = p->column * BAR_SHARE / 2;
    for (int i = 0; i < LEVELS; i++) {
        struct quantity from = p->l->bar[b].level[i], to = p->l->bar[b + 1].level[i];
        if (is_known(from) && is_known(to))
            scene_line(p->sheet->scene, (struct point){middle_of(p, b) + half, y_of(p, from.value)},
                       (struct point){middle_of(p, b + 1) - half, y_of(p, to.value)},
                       line_paint(i == LEVEL_MEASURED ? LINE_AXIS : LINE_GRID,
                                  i == LEVEL_MEASURED ? COLOUR_INK : COLOUR_QUIET));
    }
}

/* ---- the table below the bars ---- */

/* In the panel's unit and digits. */
static const char *fixed(struct arena *a, const struct ladders *l, double v)
{
    const char *text = arena_printf(a, "%.*f", l->digits, fabs(v) / l->unit);
    bool zero = strspn(text, "0.") == strlen(text);
    return arena_printf(a, "%s%s", v < 0 && !zero ? TEXT_MINUS : "", text);
}

/* "=" where the digits show no change. */
static const char *fixed_change(struct arena *a, const struct ladders *l, double v)
{
    const char *text = fixed(a, l, v);
    bool zero = strspn(text, "0.") == strlen(text);
    return zero ? "=" : arena_printf(a, "%s%s", v < 0 ? "" : "+", text);
}

/* The number of the row in the build, and its change from the build before;
 * bold where it changed most. level LEVELS: measured itself. */
static void put_cell(struct panel *p, size_t b, int level, double y)
{
    struct arena *a = p->sheet->a;
    const struct ladders *l = p->l;
    bool all = level == LEVELS;
    struct quantity now = all ? l->bar[b].level[LEVEL_MEASURED] : step_in(l, b, level);
    double x = middle_of(p, b);
    struct quantity by = missing("no build before");
    bool most = true;
    scene_text(p->sheet->scene, x - 3, y, label_style(ANCHOR_END),
               is_known(now) ? fixed(a, l, now.value) : "-");
    if (b)
        by = all ? less(l, now, l->bar[b - 1].level[LEVEL_MEASURED]) : change(l, b - 1, b, level);
    for (int i = 0; i < LEVELS && !all && is_known(by); i++) {
        struct quantity other = change(l, b - 1, b, i);
        most &= !is_known(other) || fabs(other.value) <= fabs(by.value);
    }
    if (is_known(by))
        scene_text(p->sheet->scene, x + 3, y,
                   most && matters(l, b - 1, by) ? bold_style(ANCHOR_START)
                                                 : quiet_style(ANCHOR_START),
                   fixed_change(a, l, by.value));
}

static void put_table(struct panel *p)
{
    struct arena *a = p->sheet->a;
    struct scene *s = p->sheet->scene;
    double y = p->plot.y + p->plot.height + NAME_ROOM;
    for (size_t b = 0; b < p->l->n; b++)
        scene_text(
            s, middle_of(p, b), y, bold_style(ANCHOR_MIDDLE),
            text_shorten(a, text_clean(a, p->g->at[b]->build), SIZE_LABEL, true, p->column - 4));
    for (int i = LEVELS; i >= 0; i--) {
        y += LABEL_LINE;
        scene_text(s, p->plot.x - 4, y, label_style(ANCHOR_END),
                   i == LEVELS ? "all" : ladder_key(i).letter);
        for (size_t b = 0; b < p->l->n; b++)
            put_cell(p, b, i, y);
    }
}

/* Of few builds each has its answer, of many the fastest. */
static size_t answers(const struct ladders *l)
{
    return l->n <= ANSWERS_MOST ? l->n - 1 : 1;
}

static size_t fastest(const struct ladders *l)
{
    size_t found = 1;
    for (size_t b = 2; b < l->n; b++) {
        struct quantity q = l->bar[b].level[LEVEL_MEASURED];
        struct quantity best = l->bar[found].level[LEVEL_MEASURED];
        if (is_known(q) && (!is_known(best) || q.value < best.value))
            found = b;
    }
    return found;
}

static double panel_height(const struct ladders *l)
{
    return TITLE_ROOM + LABEL_LINE * (double)answers(l) + PLOT_HEIGHT + NAME_ROOM +
           LABEL_LINE * (LEVELS + 1) + 3;
}

static void put_answers(struct sheet *sheet, const struct group *g, const struct ladders *l,
                        double y)
{
    struct arena *a = sheet->a;
    for (size_t i = 1; i <= answers(l); i++) {
        const char *text = answer(a, g, l, l->n <= ANSWERS_MOST ? i : fastest(l));
        scene_text(sheet->scene, SHEET_MARGIN, y + LABEL_LINE * (double)i,
                   label_style(ANCHOR_START),
                   text_shorten(a, text_clean(a, text), SIZE_LABEL, false, sheet->width));
    }
}

static void put_panel(struct sheet *sheet, const struct group *g, const struct ladders *l)
{
    struct arena *a = sheet->a;
    double top = sheet_panel(sheet, panel_height(l)), y = top + SIZE_PANEL;
    struct panel p = {.sheet = sheet, .g = g, .l = l};
    const char *title = arena_printf(a, "%s, %s", l->title, g->machine ? g->machine : "");
    if (g->processors)
        title = arena_printf(a, "%s, %ld processor%s", title, g->processors,
                             g->processors == 1 ? "" : "s");
    scene_group(sheet->scene, title);
    scene_text(sheet->scene, SHEET_MARGIN, y, panel_style(),
               text_shorten(a, text_clean(a, title), SIZE_PANEL, true, sheet->width));
    put_answers(sheet, g, l, y + 2);
    p.column = fmin((sheet->width - AXIS_ROOM) / (double)l->n, COLUMN_MOST);
    p.plot =
        (struct box){SHEET_MARGIN + AXIS_ROOM, top + TITLE_ROOM + LABEL_LINE * (double)answers(l),
                     p.column * (double)l->n, PLOT_HEIGHT};
    find_ticks(&p);
    put_axis(&p);
    for (size_t b = 0; b + 1 < l->n; b++)
        put_connectors(&p, b);
    for (size_t b = 0; b < l->n; b++)
        put_bar(&p, b);
    put_table(&p);
    scene_end_group(sheet->scene);
}

/* ---- which loops ---- */

/* How much the loop's cycles differ between the builds. */
static double difference(const struct group *g, size_t at)
{
    double low = INFINITY, high = 0;
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        double cycles = row && is_known(row->cycles) ? row->cycles.value : 0;
        if (cycles > 0) {
            low = fmin(low, cycles);
            high = fmax(high, cycles);
        }
    }
    return high > low ? high - low : 0;
}

static bool in_two_builds(const struct group *g, size_t at)
{
    size_t n = 0;
    for (size_t b = 0; b < g->n; b++) {
        const struct gap_loop *row = row_in(g, b, at);
        n += row && (is_known(row->cpl.measured) || is_known(row->cpl.mac));
    }
    return n > 1;
}

struct candidate {
    const struct gap_loop *loop;
    double difference;
};

static int by_difference(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->difference != y->difference)
        return x->difference < y->difference ? 1 : -1;
    return (x->loop > y->loop) - (x->loop < y->loop);
}

/* The loops named, or those whose time differs most; *left_out further ones. */
static void put_loops(struct sheet *s, const struct plot_facts *f, const struct group *g,
                      enum naming by, size_t *left_out)
{
    struct candidate *list = ARENA_ARRAY(s->a, struct candidate, g->at[0]->n + 1);
    size_t n = 0, most = f->loops_named ? LOOPS_MOST : LOOPS_SUGGESTED;
    for (size_t i = 0; i < g->at[0]->n; i++) {
        const struct gap_loop *l = &g->at[0]->loops[i];
        if (in_two_builds(g, i))
            list[n++] = (struct candidate){l, difference(g, i)};
    }
    if (!f->loops_named && n)
        qsort(list, n, sizeof *list, by_difference);
    for (size_t i = 0; i < n && i < most; i++) {
        struct ladders *l = ARENA_NEW(s->a, struct ladders);
        *l = loop_ladders(g, loop_name(s->a, list[i].loop, by),
                          (size_t)(list[i].loop - g->at[0]->loops));
        put_panel(s, g, l);
    }
    *left_out += n > most ? n - most : 0;
}

/* ---- the chart ---- */

static bool some_negative(const struct gap_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++) {
            struct bar b = ladder_bar(&t->at[i].loops[k]);
            for (int level = 1; level < LEVELS; level++)
                if (is_known(b.level[level]) && is_known(b.level[level - 1]) &&
                    b.level[level].value < b.level[level - 1].value)
                    return true;
        }
    return false;
}

static const char *foot(struct arena *a, const struct group *list, size_t n,
                        const struct plot_facts *f, size_t left_out)
{
    const char *text = "Below the bars: each part, and its change from the build before; bold: "
                       "what changed most. ";
    bool repeated = false;
    size_t builds = 0;
    for (size_t i = 0; i < n; i++) {
        repeated |= list[i].repeated;
        builds += list[i].left_out;
    }
    if (some_negative(f->table))
        text = arena_printf(a,
                            "%sBelow 0: a negative gap, the bound lies above the next one or "
                            "above the measurement. ",
                            text);
    if (repeated)
        text = arena_printf(a, "%sOf several runs alike the one of median cycles is drawn. ", text);
    if (builds)
        text = arena_printf(a, "%sLeft out: %zu further build%s. ", text, builds,
                            builds == 1 ? "" : "s");
    if (left_out)
        text =
            arena_printf(a, "%sLeft out: %zu loop%s%s. ", text, left_out, left_out == 1 ? "" : "s",
                         f->loops_named ? "" : " whose time differs less; --loop chooses");
    return text;
}

/* Whether a rung between known ones is missing. */
static bool some_undivided(const struct gap_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (size_t k = 0; k < t->at[i].n; k++) {
            struct bar b = ladder_bar(&t->at[i].loops[k]);
            bool blank = false;
            for (int level = 0; level < LEVELS; level++) {
                if (blank && is_known(b.level[level]))
                    return true;
                blank |= !is_known(b.level[level]);
            }
        }
    return false;
}

struct chart waterfall_chart(struct arena *a, const struct plot_facts *f)
{
    size_t n, entries, left_out = 0, loops;
    struct group *groups = find_groups(a, f->table, &n);
    enum naming by = table_naming(a, f->table);
    if (!n)
        return (struct chart){.why = "there are no two builds on the same machine and number of "
                                     "processors to hold against each other"};
    struct legend_entry *legend = ladder_legend(a, &entries);
    if (some_undivided(f->table))
        legend[entries++] = (struct legend_entry){.text = "not divided", .blank = true};
    const char *machine = one_machine(a, f->table);
    struct sheet s = sheet_new(
        a,
        arena_printf(a, "What changes from build to build%s%s", machine ? " on " : "",
                     machine ? machine : ""),
        "Builds side by side: M and the gaps A, C, S and P of each as a stacked bar, and by how "
        "much each part changes.",
        legend, entries, SHEET_CONTENT);
    for (size_t i = 0; i < n; i++) {
        struct ladders *all = ARENA_NEW(a, struct ladders);
        *all = program_ladders(a, &groups[i], &loops);
        if (loops > 1 && !f->loops_named)
            put_panel(&s, &groups[i], all);
        put_loops(&s, f, &groups[i], by, &left_out);
    }
    sheet_end(&s, foot(a, groups, n, f, left_out));
    return (struct chart){.part = scene_part(s.scene)};
}

bool waterfall_wanted(const struct plot_facts *f)
{
    struct arena a = {0};
    size_t n;
    find_groups(&a, f->table, &n);
    arena_free(&a);
    return n > 0;
}
