/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds of one loop as steps, with the gaps between them and the causes of the gaps (figure
 * 5). */
#include "gaps/causes/advice.h"
#include "base/util.h"
#include "plots/charts/charts.h"
#include "plots/charts/choice.h"
#include "plots/charts/names.h"
#include "plots/charts/sheet.h"
#include "plots/drawing/axis.h"

#include <math.h>
#include <string.h>

enum { PANELS_MOST = 12, CAUSE_LINES = 6 };
#define AXIS_WIDTH 34.0 /* left of the plot */
#define PLOT_HEIGHT 112.0
#define TITLE_HEIGHT 30.0     /* above the plot: title, value of the topmost step */
#define TEXT_HEIGHT 107.0     /* below the plot: texts of the steps */
#define STEP_SHARE 0.62       /* of a column */
#define COLUMN_GAP 8.0        /* between the texts of columns */
#define COLOUR_BELOW 0xECECEC /* the part below a step */

/* The general cause of the step up to each level (section 5), for a loop without a fact about it.
 */
enum { KIND_MACSD = LEVELS, KINDS }; /* kinds of levels: LEVEL_*, and MACSD */
static const char *const causes[KINDS] = {
    "the essential flops at the machine's peak rate",
    "essential loads and stores, loop overhead, recurrences, operations that do not pair",
    "instructions that the compiler added, by choice or because the machine requires them",
    "empty issue slots of the schedule, latencies and branches",
    "effects at run time: cache misses, communication, waiting, interrupts",
    "the movement of data at the greatest rates of the levels",
};

struct panel {
    struct sheet *sheet;
    const struct chosen *of;
    bool data; /* the data bound divides gap P */
    struct bar bar;
    struct gap_bounds bounds;
    bool has_bounds; /* bounds is set */
    struct loop_advice advice;
    struct box plot;
    struct ticks ticks;
    double column; /* width */
};

/* Returns the kind of a level of the panel. */
static int kind_of(const struct panel *p, int level)
{
    if (!p->data || level < DATA_MACSD)
        return level;
    return level == DATA_MACSD ? KIND_MACSD : LEVEL_MEASURED;
}

static double y_of(const struct panel *p, double cpl)
{
    double span = ticks_last(&p->ticks) - p->ticks.first;
    return p->plot.y + p->plot.height * (ticks_last(&p->ticks) - cpl) / span;
}

static double column_x(const struct panel *p, int level)
{
    return p->plot.x + level * p->column;
}

/* ---- axis ---- */

static void find_ticks(struct panel *p)
{
    double high = 0;
    for (int i = 0; i < ladder_levels(p->data); i++)
        if (is_known(p->bar.level[i]))
            high = fmax(high, p->bar.level[i].value);
    p->ticks = ticks_over(0, high > 0 ? high : 1, 6);
}

static void put_axis(struct panel *p)
{
    struct arena *a = p->sheet->a;
    struct scene *s = p->sheet->scene;
    double left = p->plot.x, right = left + p->plot.width;
    for (size_t i = 0; i < p->ticks.n; i++) {
        double y = y_of(p, tick_at(&p->ticks, i));
        scene_line(s, (struct point){left, y}, (struct point){right, y},
                   i ? line_paint(LINE_GRID, COLOUR_GRID) : line_paint(LINE_AXIS, COLOUR_INK));
        scene_text(s, left - 4, y + LABEL_HEIGHT / 2, label_style(ANCHOR_END),
                   number_text(a, tick_at(&p->ticks, i)));
    }
    scene_text(s, PAGE_MARGIN + SIZE_AXIS, p->plot.y + p->plot.height / 2, upright_style(),
               "cycles per iteration");
}

/* ---- steps ---- */

/* Returns the next lower level that is known; -1 = none. */
static int level_below(const struct panel *p, int level)
{
    do
        level--;
    while (level >= 0 && !is_known(p->bar.level[level]));
    return level;
}

static double height_below(const struct panel *p, int level)
{
    int below = level_below(p, level);
    return below < 0 ? 0 : p->bar.level[below].value;
}

/* Returns the step from the next lower known level. It is undivided if levels in between are
 * missing. */
static struct segment step_of(const struct panel *p, int level)
{
    double from = height_below(p, level), to = p->bar.level[level].value;
    return (struct segment){.key = level_below(p, level) + 1,
                            .last = level,
                            .share = to - from,
                            .from = fmin(from, to),
                            .to = fmax(from, to)};
}

static void put_step(struct panel *p, int level)
{
    struct scene *s = p->sheet->scene;
    struct segment g = step_of(p, level);
    struct bar_key key = ladder_step_key(p->data, level);
    double width = p->column * STEP_SHARE, x = column_x(p, level) + (p->column - width) / 2;
    struct box step = {x, y_of(p, g.to), width, y_of(p, g.from) - y_of(p, g.to)};
    struct box base = {x, y_of(p, g.from), width, y_of(p, 0) - y_of(p, g.from)};
    struct paint paint = look_paint(key.look);
    if (g.share < 0)
        paint.stroke = 4 * LINE_SEGMENT;
    if (base.height > 0)
        scene_box(s, base, (struct paint){.filled = true, .fill = COLOUR_BELOW});
    if (step.height > 0)
        scene_box(s, step, g.key == g.last ? paint : blank_paint);
}

/* Draws a dashed line from the top of a step to the next known one. */
static void put_connector(struct panel *p, int level)
{
    double y = y_of(p, p->bar.level[level].value);
    double width = p->column * STEP_SHARE, x = column_x(p, level) + (p->column + width) / 2;
    int next = level + 1;
    struct paint dashed = line_paint(LINE_AXIS, COLOUR_QUIET);
    dashed.dash = DASH_DASHED;
    while (next < ladder_levels(p->data) && !is_known(p->bar.level[next]))
        next++;
    if (next < ladder_levels(p->data))
        scene_line(p->sheet->scene, (struct point){x, y},
                   (struct point){column_x(p, next) + (p->column - width) / 2, y}, dashed);
}

/* Returns the letter and the height of a step: "A +2.25". */
static const char *step_text(struct panel *p, int level)
{
    struct segment g = step_of(p, level);
    return arena_printf(p->sheet->a, "%s %s", ladder_segment_name(p->sheet->a, p->data, &g),
                        level ? change_text(p->sheet->a, g.share)
                              : number_text(p->sheet->a, g.share));
}

/* ---- texts below a step ---- */

/* Returns "3.75 CPL, 1.25 CPF". */
static const char *value_line(struct panel *p, int level)
{
    struct arena *a = p->sheet->a;
    struct quantity q = p->bar.level[level], tnf = p->of->loop->tnf;
    const char *text = arena_printf(a, "%s CPL", number_text(a, q.value));
    return is_known(tnf) && tnf.value > 0
               ? arena_printf(a, "%s, %s CPF", text, number_text(a, q.value / tnf.value))
               : text;
}

/* Returns what determines the level; "" = nothing to print. */
static const char *limit_line(struct panel *p, int level)
{
    struct arena *a = p->sheet->a;
    const struct gap_loop *l = p->of->loop;
    int kind = kind_of(p, level);
    const char *limit = kind == LEVEL_MA    ? p->bounds.ma.limit
                        : kind == LEVEL_MAC ? p->bounds.mac.limit
                                            : NULL;
    if (kind == KIND_MACSD)
        return "";
    if (l->outer && kind != LEVEL_MEASURED && kind != LEVEL_M)
        return is_known(p->bar.level[level]) ? "including inner loops" : "";
    if (kind == LEVEL_MEASURED)
        return is_known(l->muf) ? arena_printf(a, "MUF %s", number_text(a, l->muf.value)) : "";
    if (kind == LEVEL_MACS)
        return is_known(l->k) ? arena_printf(a, "%s pairs, k = %s",
                                             number_text(a, l->cpl.macs.value * l->k.value),
                                             number_text(a, l->k.value))
                              : "";
    if (kind == LEVEL_M)
        return is_known(l->tnf) && l->tnf.value > 0
                   ? arena_printf(a, "%s essential flop%s", number_text(a, l->tnf.value),
                                  l->tnf.value == 1 ? "" : "s")
                   : "";
    return p->has_bounds && limit ? arena_printf(a, "limit: %s", limit) : "";
}

/* Returns the gap and its share of the measured time: "gap A, 12 %:". */
static const char *share_line(struct panel *p, int level)
{
    struct arena *a = p->sheet->a;
    struct segment g = step_of(p, level);
    struct quantity measured = p->of->loop->cpl.measured;
    char buf[SHARE_TEXT];
    bool rest = p->data && level == DATA_MEASURED && g.key == g.last;
    const char *name = rest ? "P" : ladder_segment_name(a, p->data, &g);
    const char *before = rest ? "rest of gap " : level ? "gap " : "";
    if (!is_known(measured) || !(measured.value > 0))
        return arena_printf(a, "%s%s:", before, name);
    return arena_printf(a, "%s%s, %s %%:", before, name, share_text(g.share / measured.value, buf));
}

static double put_line(struct panel *p, double x, double y, struct text_style style,
                       const char *text)
{
    double width = p->column - COLUMN_GAP;
    if (!*text)
        return y;
    scene_text(
        p->sheet->scene, x, y, style,
        text_shorten(p->sheet->a, text_clean(p->sheet->a, text), style.size, style.bold, width));
    return y + LABEL_LINE;
}

/* The code of the fact that is shown for a gap. A loop without it shows its first fact. */
static const char *const preferred_facts[LEVELS] = {
    [LEVEL_MA] = "limit", [LEVEL_MAC] = "extra", [LEVEL_MACS] = "schedule"};

/* Returns the fact that is shown for the gap; NULL = none. */
static const char *fact_of(const struct panel *p, int level)
{
    const char *first = NULL;
    for (size_t i = 0; i < p->advice.n; i++) {
        const struct advice *gap = &p->advice.at[i];
        for (size_t k = 0; k < gap->n && strcmp(gap->gap, ladder_key(level).letter) == 0; k++) {
            if (!first)
                first = gap->facts[k].text;
            if (strcmp(gap->facts[k].code, preferred_facts[level]) == 0)
                return gap->facts[k].text;
        }
    }
    return first;
}

/* Returns the parts of gap P, "waiting 1.5 CPL; misses at most 8.08 CPL; unexplained 1.04",
 * allocated in a; NULL if there are no counters and no samples. */
static const char *division_text(struct arena *a, const struct gap_division *d)
{
    const struct quantity *state = d->states.part;
    const struct {
        const char *name;
        struct quantity q;
        bool always; /* also if it is 0 */
    } parts[] = {
        {"waiting", d->waiting, true},
        {"communication", is_known(d->waiting) ? missing("counted") : state[STATE_COMMUNICATION],
         false},
        {"timer", state[STATE_TIMER], false},
        {"disk", state[STATE_DISK], false},
        {"stopped", state[STATE_STOPPED], false},
        {"queued", d->states.queued, false},
        {"misses at most", d->memory, true},
    };
    const char *text = "";
    if (!d->n && !state_samples(&d->states.counts))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (is_known(parts[i].q) && (parts[i].always || parts[i].q.value > 0))
            text = arena_printf(a, "%s%s %s CPL; ", text, parts[i].name,
                                number_text(a, parts[i].q.value));
    if (!is_known(d->rest))
        return *text ? text : NULL;
    return arena_printf(a, "%sunexplained %s", text, number_text(a, d->rest.value));
}

/* Returns the text, shortened to CAUSE_LINES lines at the end of a word, with an ellipsis. */
static const char *cut_cause(struct arena *a, const char *text, double width)
{
    struct text_lines l = text_wrap(a, text_clean(a, text), SIZE_LABEL, width);
    const char *cut = "";
    if (l.n <= CAUSE_LINES)
        return text;
    for (size_t i = 0; i < CAUSE_LINES; i++)
        cut = arena_printf(a, "%s%s%s", cut, i ? " " : "", l.at[i]);
    for (size_t end = strlen(cut); end > 0; end--)
        if (cut[end - 1] == ' ') {
            const char *shorter = arena_printf(a, "%.*s" TEXT_ELLIPSIS, (int)end, cut);
            if (text_wrap(a, shorter, SIZE_LABEL, width).n <= CAUSE_LINES)
                return shorter;
        }
    return cut;
}

static const char *cause_of(const struct panel *p, int level)
{
    int kind = kind_of(p, level);
    const char *known_cause = level == LEVEL_M ? NULL
                              : kind == LEVEL_MEASURED
                                  ? division_text(p->sheet->a, &p->of->loop->division)
                              : kind == KIND_MACSD ? p->of->loop->data->limit
                                                   : fact_of(p, level);
    return known_cause ? cut_cause(p->sheet->a, known_cause, p->column - COLUMN_GAP) : causes[kind];
}

static void put_texts(struct panel *p, int level)
{
    double x = column_x(p, level) + COLUMN_GAP / 2, y = p->plot.y + p->plot.height + 12;
    double width = p->column - COLUMN_GAP;
    struct text_style bold = bold_style(ANCHOR_START), quiet = quiet_style(ANCHOR_START);
    const char *why = p->bar.level[level].missing;
    y = put_line(p, x, y, bold, ladder_level_name(p->data, level));
    if (why) {
        y = put_line(p, x, y, label_style(ANCHOR_START), "-");
        sheet_lines(p->sheet, x, y, width, quiet,
                    text_shorten(p->sheet->a, why, SIZE_LABEL, false, width * 5));
        return;
    }
    y = put_line(p, x, y, label_style(ANCHOR_START), value_line(p, level));
    y = put_line(p, x, y, quiet, limit_line(p, level));
    y = put_line(p, x, y + 3, label_style(ANCHOR_START), share_line(p, level));
    struct segment g = step_of(p, level);
    sheet_lines(p->sheet, x, y, width, quiet,
                g.key != g.last ? "not divided: the bounds in between are missing"
                : g.share < 0 ? "negative: the previous bound is higher, so one of the two is wrong"
                              : cause_of(p, level));
}

/* Draws the number of a step above its upper end. */
static void put_value(struct panel *p, int level)
{
    struct segment g = step_of(p, level);
    double x = column_x(p, level) + p->column / 2;
    scene_text(p->sheet->scene, x, y_of(p, g.to) - 3, bold_style(ANCHOR_MIDDLE),
               step_text(p, level));
}

static void put_column(struct panel *p, int level)
{
    struct arena *a = p->sheet->a;
    bool known_level = is_known(p->bar.level[level]);
    scene_group(p->sheet->scene, known_level
                                     ? arena_printf(a, "%s %s", ladder_level_name(p->data, level),
                                                    value_line(p, level))
                                     : arena_printf(a, "%s: %s", ladder_level_name(p->data, level),
                                                    p->bar.level[level].missing));
    if (known_level) {
        put_step(p, level);
        put_connector(p, level);
        put_value(p, level);
    }
    put_texts(p, level);
    scene_end_group(p->sheet->scene);
}

/* ---- panels ---- */

static void put_panel(struct sheet *sheet, const struct plot_facts *f, const struct chosen *of,
                      enum naming by, struct doubts *doubts)
{
    struct arena *a = sheet->a;
    double top = sheet_panel(sheet, TITLE_HEIGHT + PLOT_HEIGHT + TEXT_HEIGHT);
    struct panel p = {.sheet = sheet, .of = of, .data = loop_has_data(of->loop)};
    p.bar = ladder_step_bar(p.data, of->loop);
    const char *name = doubted_name(a, loop_name(a, of->loop, by), &of->loop->notes,
                                    DOUBT_LADDER | DOUBT_TNF, doubts);
    const char *title =
        arena_printf(a, "%s in %s", name, run_name(a, of->run, several_builds(f->table)));
    p.has_bounds = f->gaps && gaps_bounds(f->gaps, a, of->run, of->loop, &p.bounds);
    if (f->gaps && !gaps_advice(f->gaps, a, of->run, of->loop, &p.advice))
        p.advice = (struct loop_advice){0};
    find_ticks(&p);
    double axis = axis_width(a, &p.ticks, 1, AXIS_WIDTH);
    p.plot = (struct box){PAGE_MARGIN + axis, top + TITLE_HEIGHT, sheet->width - axis, PLOT_HEIGHT};
    p.column = p.plot.width / ladder_levels(p.data);
    scene_group(sheet->scene, title);
    sheet_title(sheet, top, title);
    put_axis(&p);
    for (int i = 0; i < ladder_levels(p.data); i++)
        put_column(&p, i);
    scene_end_group(sheet->scene);
}

static bool has_step(const struct gap_loop *l)
{
    struct bar b = ladder_bar(l);
    for (int i = 0; i < LEVELS; i++)
        if (is_known(b.level[i]))
            return true;
    return false;
}

struct chart hierarchy_chart(struct arena *a, const struct plot_facts *f)
{
    struct choice c = choose_rows(a, f, has_step);
    enum naming by = table_naming(a, f->table);
    struct doubts doubts = {0};
    if (!c.n)
        return (struct chart){.why = "no loop has a bound or a measurement; add loops with kma "
                                     "--db"};
    struct sheet s = sheet_new(
        a, with_machine(a, f->table, "From the machine bound to the measured time"),
        table_has_data(f->table)
            ? "Five or six steps per loop: the bounds M, MA, MAC, MACS and, with recorded "
              "data accesses, MACSD, and the measured time, with the causes of the gaps "
              "between them."
            : "Five steps per loop: the bounds M, MA, MAC and MACS and the measured time, "
              "with the causes of the gaps between them.",
        NULL, 0, CONTENT_MAX);
    for (size_t i = 0; i < c.n && i < PANELS_MOST; i++)
        put_panel(&s, f, &c.at[i], by, &doubts);
    const char *text =
        choice_text(a, &c, PANELS_MOST,
                    f->gaps ? "CPL: cycles per iteration; CPF: cycles per essential "
                              "flop. One fact is shown per gap; --advice prints all. "
                            : "CPL: cycles per iteration; CPF: cycles per essential flop. ");
    sheet_end(&s, arena_printf(a, "%s%s", text, doubts_foot(a, &doubts)));
    return (struct chart){.part = scene_part(s.scene)};
}

bool hierarchy_is_default(const struct plot_facts *f)
{
    struct arena a = {0};
    struct choice c = choose_rows(&a, f, has_step);
    bool any = c.n > 0 && is_known(c.at[0].loop->cpl.m);
    arena_free(&a);
    return any;
}
