/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compiled loop as a reservation table: one row per cycle, one column per slot and port. */
#include "plots/charts/choice.h"
#include "base/util.h"
#include "plots/charts/names.h"
#include "plots/charts/sheet.h"

#include <math.h>
#include <string.h>

enum { LOOPS_MOST = 6, PAIRS_MOST = 496, ROWS_FEW = 40, ROWS_MOST = 62, BLOCKS = 2, HALVES = 2 };
#define ROW 9.4
#define HEAD_HEIGHT 16.0  /* above the first row: names of the columns */
#define TITLE_HEIGHT 14.0 /* above the names of the columns */
#define FOOT_HEIGHT 62.0  /* below the last row: counts and bounds */
#define CYCLE_WIDTH 22.0
#define HALF_WIDTH 110.0
#define PORT_WIDTH 18.0
#define LINE_WIDTH 22.0
#define BLOCK_GAP 10.0
#define CONTENT 574.0
#define CONDITIONAL 1.5 /* width of the bar left of pairs that not every pass executes */
#define STRIP 3.0       /* width of the strip at the left of a cell: kind of the operation */

/* ---- kinds of operations ---- */

enum kind { KIND_FLOAT, KIND_MEMORY, KIND_OTHER, KINDS };

static const struct {
    const char *text;
    struct look look;
    colour cell; /* fill of the cell, light */
} kinds[KINDS] = {
    {"floating-point operation", {0x27406F, HATCH_NONE, 0, COLOUR_PAPER}, 0xDCE4F2},
    {"load or store", {0xE5875D, HATCH_NONE, 0, COLOUR_INK}, 0xFBEDE5},
    {"other", {0xFFFFFF, HATCH_RISING, 0x5A5A5A, COLOUR_INK}, 0xF4F4F4},
};

static enum kind kind_of(enum op_class c)
{
    switch (c) {
    case OP_FA:
    case OP_FM:
    case OP_FMA:
    case OP_FMISC:
        return KIND_FLOAT;
    case OP_LFL:
    case OP_SFL:
    case OP_LI:
    case OP_SI:
        return KIND_MEMORY;
    default:
        return KIND_OTHER;
    }
}

/* ---- the table ---- */

/* A compiled loop and its layout. */
struct table {
    struct sheet *sheet;
    const struct gap_code *code;
    size_t shown, rows; /* pairs that are drawn; rows of a block */
    size_t blocks;      /* side by side */
    int ports[32];      /* ports other than the halves */
    int n_ports;
    double used[32]; /* operations of the whole loop on each port */
    double block_width;
};

/* Sets used and ports. Ports 0 and 1 are the halves of a pair. */
static void count_ports(struct table *t)
{
    for (size_t i = 0; i < t->code->n; i++)
        for (int h = 0; h < HALVES; h++) {
            const struct compiled_half *half = &t->code->pairs[i].half[h];
            for (int p = 0; half->text && p < t->code->n_ports; p++)
                t->used[p] += p < HALVES ? p == h : t->code->takes[half->class] >> p & 1;
        }
    for (int p = HALVES; p < t->code->n_ports; p++)
        t->ports[t->n_ports++] = p;
}

/* Returns a bound with enough digits for quotients such as 45 / 4. */
static const char *exact_text(struct arena *a, double v)
{
    return arena_printf(a, "%s%.5g", v < 0 ? TEXT_MINUS : "", fabs(v));
}

/* Returns the instruction with single spaces. */
static const char *code_text(struct arena *a, const char *text)
{
    char *copy = arena_strdup(a, text_clean(a, text)), *to = copy;
    for (const char *from = copy; *from; from++)
        if (*from != ' ' || (to > copy && to[-1] != ' '))
            *to++ = *from;
    *to = 0;
    return copy;
}

/* ---- a row ---- */

static struct text_style code_style(enum anchor anchor, colour ink)
{
    return (struct text_style){.size = SIZE_LABEL, .colour = ink, .anchor = anchor};
}

static void put_half(struct table *t, const struct compiled_half *half, double x, double y)
{
    struct scene *s = t->sheet->scene;
    if (!half->text)
        return;
    enum kind kind = kind_of(half->class);
    struct paint strip = look_paint(kinds[kind].look);
    scene_box(s, (struct box){x, y, HALF_WIDTH, ROW},
              (struct paint){.filled = true, .fill = kinds[kind].cell});
    strip.stroke = 0;
    scene_box(s, (struct box){x, y, STRIP, ROW}, strip);
    scene_text(s, x + STRIP + 2, y + ROW - 2.5, code_style(ANCHOR_START, COLOUR_INK),
               text_shorten(t->sheet->a, code_text(t->sheet->a, half->text), SIZE_LABEL, false,
                            HALF_WIDTH - STRIP - 4));
}

/* Draws a mark in the column of each further port that the pair uses. */
static void put_ports(struct table *t, const struct compiled_pair *p, double x, double y)
{
    for (int i = 0; i < t->n_ports; i++)
        for (int h = 0; h < HALVES; h++)
            if (p->half[h].text && t->code->takes[p->half[h].class] >> t->ports[i] & 1)
                scene_box(t->sheet->scene,
                          (struct box){x + i * PORT_WIDTH + PORT_WIDTH / 2 - 2 + (h ? 2 : -2),
                                       y + ROW / 2 - 2, 4, 4},
                          (struct paint){.filled = true, .fill = COLOUR_INK});
}

static void put_pair(struct table *t, size_t i, double x, double y)
{
    struct arena *a = t->sheet->a;
    struct scene *s = t->sheet->scene;
    const struct compiled_pair *p = &t->code->pairs[i];
    double half = x + CYCLE_WIDTH, port = half + HALVES * HALF_WIDTH;
    double line = port + t->n_ports * PORT_WIDTH, base = y + ROW - 2.5;
    scene_text(s, half - 3, base, code_style(ANCHOR_END, COLOUR_QUIET),
               arena_printf(a, "%zu%s", i + 1, p->delay ? "d" : ""));
    if (p->conditional)
        scene_box(s, (struct box){x, y, CONDITIONAL, ROW},
                  (struct paint){.filled = true, .fill = COLOUR_INK});
    for (int h = 0; h < HALVES; h++)
        put_half(t, &p->half[h], half + h * HALF_WIDTH, y);
    put_ports(t, p, port, y);
    if (p->line && (i == 0 || t->code->pairs[i - 1].line != p->line || i % t->rows == 0))
        scene_text(s, line + LINE_WIDTH, base, code_style(ANCHOR_END, COLOUR_QUIET),
                   arena_printf(a, "%ld", p->line));
    scene_line(s, (struct point){x, y + ROW}, (struct point){line + LINE_WIDTH, y + ROW},
               line_paint(LINE_GRID, COLOUR_GRID));
}

/* ---- blocks of rows ---- */

static void put_head(struct table *t, double x, double y)
{
    static const char *const halves[HALVES] = {"left: FPU, IPU", "right: CEU, XIU"};
    struct scene *s = t->sheet->scene;
    struct text_style style = quiet_style(ANCHOR_START), middle = quiet_style(ANCHOR_MIDDLE);
    double base = y - 4, half = x + CYCLE_WIDTH;
    for (int h = 0; h < HALVES; h++)
        scene_text(s, half + h * HALF_WIDTH + STRIP + 2, base, style, halves[h]);
    for (int i = 0; i < t->n_ports; i++)
        scene_text(
            s, half + HALVES * HALF_WIDTH + (i + 0.5) * PORT_WIDTH, base, middle,
            text_shorten(t->sheet->a, t->code->ports[t->ports[i]], SIZE_LABEL, false, PORT_WIDTH));
    style.anchor = ANCHOR_END;
    scene_text(s, x + t->block_width, base, style, "line");
    scene_line(s, (struct point){x, y}, (struct point){x + t->block_width, y},
               line_paint(LINE_AXIS, COLOUR_INK));
}

/* Draws the vertical lines between the columns. */
static void put_columns(struct table *t, double x, double y, size_t rows)
{
    double at = x + CYCLE_WIDTH, bottom = y + (double)rows * ROW;
    for (int i = 0; i <= HALVES + t->n_ports; i++) {
        scene_line(t->sheet->scene, (struct point){at, y}, (struct point){at, bottom},
                   line_paint(LINE_GRID, COLOUR_QUIET));
        at += i < HALVES ? HALF_WIDTH : PORT_WIDTH;
    }
}

static void put_block(struct table *t, size_t first, double x, double y)
{
    size_t rows = t->shown - first < t->rows ? t->shown - first : t->rows;
    put_head(t, x, y);
    for (size_t i = 0; i < rows; i++)
        put_pair(t, first + i, x, y + (double)i * ROW);
    put_columns(t, x, y, rows);
}

/* ---- below the table: counts and bounds ---- */

static const char *mac_text(struct table *t)
{
    struct arena *a = t->sheet->a;
    const struct gap_code *c = t->code;
    const char *k = is_known(c->k) ? exact_text(a, c->k.value) : "-";
    if (!is_known(c->mac.cpl))
        return arena_printf(a, "MAC is unknown: %s", c->mac.cpl.missing);
    if (c->mac.limit && strcmp(c->mac.limit, "recurrence") == 0)
        return arena_printf(a, "MAC = recurrence: %s cycle%s per iteration; the slots need %s",
                            exact_text(a, c->mac.cpl.value),
                            plural_s(exact_text(a, c->mac.cpl.value)),
                            is_known(c->mac.ti) ? exact_text(a, c->mac.ti.value) : "-");
    for (int p = 0; p < c->n_ports; p++)
        if (c->mac.limit && strcmp(c->mac.limit, c->ports[p]) == 0)
            return arena_printf(a, "MAC = %s / k = %s / %s = %s CPL", c->mac.limit,
                                exact_text(a, t->used[p]), k, exact_text(a, c->mac.cpl.value));
    return arena_printf(a, "MAC = %s CPL, limited by %s", exact_text(a, c->mac.cpl.value),
                        c->mac.limit);
}

static const char *macs_text(struct table *t)
{
    struct arena *a = t->sheet->a;
    const struct gap_code *c = t->code;
    if (!is_known(c->macs))
        return arena_printf(a, "MACS is unknown: %s", c->macs.missing);
    const char *text = arena_printf(a, "MACS = pairs / k = %zu / %s = %s CPL", c->n,
                                    exact_text(a, c->k.value), exact_text(a, c->macs.value));
    return is_known(c->mac.cpl) ? arena_printf(a, "%s; gap S = %s CPL", text,
                                               exact_text(a, c->macs.value - c->mac.cpl.value))
                                : text;
}

static const char *counts_text(struct table *t)
{
    struct arena *a = t->sheet->a;
    const char *text =
        arena_printf(a, "Busy in %zu cycle%s", t->code->n, t->code->n == 1 ? "" : "s");
    for (int p = 0; p < t->code->n_ports; p++)
        text = arena_printf(a, "%s%s %s %.0f (%.0f %%)", text, p ? "," : ":", t->code->ports[p],
                            t->used[p], 100 * t->used[p] / (double)t->code->n);
    return text;
}

static void put_foot(struct table *t, double y)
{
    struct arena *a = t->sheet->a;
    const struct gap_code *c = t->code;
    double width = t->sheet->width;
    const char *k = !is_known(c->k) ? arena_printf(a, "k is unknown: %s", c->k.missing)
                    : c->k_how ? arena_printf(a, "k = %s: %s", number_text(a, c->k.value), c->k_how)
                               : arena_printf(a, "k = %s", number_text(a, c->k.value));
    y = sheet_lines(t->sheet, PAGE_MARGIN, y, width, bold_style(ANCHOR_START), counts_text(t));
    y = sheet_lines(t->sheet, PAGE_MARGIN, y, width, label_style(ANCHOR_START), mac_text(t));
    y = sheet_lines(t->sheet, PAGE_MARGIN, y, width, label_style(ANCHOR_START), macs_text(t));
    sheet_lines(t->sheet, PAGE_MARGIN, y, width, quiet_style(ANCHOR_START),
                text_shorten(a, text_clean(a, k), SIZE_LABEL, false, width * 2));
}

/* ---- a loop ---- */

static size_t divide_up(size_t n, size_t by)
{
    return (n + by - 1) / by;
}

/* Sets the layout: one block for few pairs, otherwise two side by side, on as many pages as needed.
 */
static void set_layout(struct table *t)
{
    t->shown = min_size(t->code->n, PAIRS_MOST);
    t->blocks = t->shown <= ROWS_FEW ? 1 : BLOCKS;
    t->rows = min_size(divide_up(t->shown, t->blocks), ROWS_MOST);
    count_ports(t);
    t->block_width = CYCLE_WIDTH + HALVES * HALF_WIDTH + t->n_ports * PORT_WIDTH + LINE_WIDTH;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *title_of(struct arena *a, const struct plot_facts *f, const struct chosen *of,
                            const struct gap_code *code, enum naming by, struct doubts *doubts)
{
    const char *build = of->run->build && several_builds(f->table)
                            ? arena_printf(a, ", build %s", of->run->build)
                            : "";
    const char *name = doubted_name(a, loop_name(a, of->loop, by), &of->loop->notes,
                                    DOUBT_K | DOUBT_MAC | DOUBT_MACS, doubts);
    return arena_printf(a, "%s: %s of %s%s, %zu pairs", name, code->loop->label,
                        base_name(code->loop->file), build, code->n);
}

static void put_loop(struct sheet *sheet, const struct gap_code *code, const char *title)
{
    struct table t = {.sheet = sheet, .code = code};
    struct arena *a = sheet->a;
    set_layout(&t);
    for (size_t first = 0; first < t.shown; first += t.rows * t.blocks) {
        bool last = first + t.rows * t.blocks >= t.shown;
        size_t rows = min_size(t.rows, t.shown - first);
        double top = sheet_panel(sheet, TITLE_HEIGHT + HEAD_HEIGHT + (double)rows * ROW +
                                            (last ? FOOT_HEIGHT : 0));
        const char *text = first ? arena_printf(a, "%s (from %zu)", title, first + 1)
                           : t.shown < code->n
                               ? arena_printf(a, "%s (the first %zu)", title, t.shown)
                               : title;
        double y = top + TITLE_HEIGHT + HEAD_HEIGHT;
        scene_group(sheet->scene, text);
        sheet_title(sheet, top, text);
        for (size_t b = 0; b < t.blocks && first + b * t.rows < t.shown; b++)
            put_block(&t, first + b * t.rows, PAGE_MARGIN + (double)b * (t.block_width + BLOCK_GAP),
                      y);
        if (last)
            put_foot(&t, y + (double)rows * ROW + 14);
        scene_end_group(sheet->scene);
    }
}

/* ---- the chart ---- */

static struct sheet new_sheet(struct arena *a)
{
    struct legend_entry *legend = ARENA_ARRAY(a, struct legend_entry, KINDS + 1);
    for (int i = 0; i < KINDS; i++)
        legend[i] = (struct legend_entry){.text = kinds[i].text, .look = kinds[i].look};
    legend[KINDS] = (struct legend_entry){.text = "empty: nop", .bare = true};
    return sheet_new(
        a, "Reservation table of a compiled loop",
        "One row per pair of instructions, which issue in one cycle, and one column per "
        "slot and port of the machine.",
        legend, KINDS + 1, CONTENT);
}

/* Returns whether the code is among the first n codes. It is drawn once for all runs of its build.
 */
static bool shown_before(const struct gap_code *codes, size_t n, const struct gap_code *code)
{
    for (size_t i = 0; i < n; i++)
        if (codes[i].loop == code->loop)
            return true;
    return false;
}

static bool has_code(const struct gap_loop *l)
{
    return l->compiled;
}

struct chart reservation_chart(struct arena *a, const struct plot_facts *f)
{
    struct choice c = choose_rows(a, f, has_code);
    struct gap_code *codes = ARENA_ARRAY(a, struct gap_code, c.n + 1);
    enum naming by = table_naming(a, f->table);
    const char *why = "no compiled loop is matched with a source loop; add assembly with "
                      "kmacstat --db, or match a loop with kmacstat --map";
    struct sheet s = new_sheet(a);
    struct doubts doubts = {0};
    size_t n = 0;
    for (size_t i = 0; f->gaps && i < c.n && n < LOOPS_MOST; i++) {
        if (!gaps_code(f->gaps, a, c.at[i].run, c.at[i].loop, &codes[n])) {
            doubts_free(&doubts);
            return (struct chart){.why = "the stored instructions cannot be read"};
        }
        if (codes[n].body)
            why = arena_printf(
                a, "%s: its machine schedules instructions at run time and has no pairs",
                c.at[i].loop->loop);
        else if (codes[n].missing)
            why = arena_printf(a, "%s: %s", c.at[i].loop->loop, codes[n].missing);
        else if (!shown_before(codes, n, &codes[n])) {
            put_loop(&s, &codes[n], title_of(a, f, &c.at[i], &codes[n], by, &doubts));
            n++;
        }
    }
    const char *doubted = doubts_foot(a, &doubts);
    if (!n)
        return (struct chart){.why = why};
    const char *text =
        "d: delay slot, executed even if the branch before it is taken. Bar at the left: "
        "not executed in every pass. Square: the pair uses the port. ";
    sheet_end(&s, arena_printf(a, "%s%s", choice_text(a, &c, c.by_time ? 1 : c.n, text), doubted));
    return (struct chart){.part = scene_part(s.scene)};
}

bool reservation_is_default(const struct plot_facts *f)
{
    (void)f; /* a chart for teaching, drawn only on request */
    return false;
}
