/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/bar.h"

#include "plots/charts/sheet.h"
#include "plots/drawing/axis.h"
#include "plots/drawing/text.h"
#include "plots/report/html.h"

#include <math.h>

const char *const gap_meanings[RUNGS] = {
    "machine bound: the essential floating-point operations at the machine's peak rate",
    "MA " TEXT_MINUS " M: the other essential operations, and operations that do not pair",
    "MAC " TEXT_MINUS " MA: operations that the compiler added",
    "MACS " TEXT_MINUS " MAC: the cost of the instruction schedule",
    "measured " TEXT_MINUS " MACS: effects at run time: cache misses, communication, waiting"};

enum { BAR_HEIGHT = 18, LABEL_SIZE = 11, LABEL_MARGIN = 6 };

struct quantity rung_of(const struct gap_ladder *l, enum rung rung)
{
    const struct quantity all[RUNGS] = {l->m, l->ma, l->mac, l->macs, l->measured};
    return all[rung];
}

enum rung top_rung(const struct gap_ladder *l)
{
    int rung = RUNG_MEASURED;
    while (rung > RUNG_M && !is_known(rung_of(l, (enum rung)rung)))
        rung--;
    return (enum rung)rung;
}

/* The stack of a loop's bar up to a rung. */
struct loop_stack {
    bool data; /* the data bound divides gap P */
    double cycles;
    struct stack at;
};

static struct loop_stack stack_of(const struct gap_loop *l, enum rung whole)
{
    struct loop_stack s = {.data = whole == RUNG_MEASURED && loop_has_data(l)};
    struct bar b = ladder_step_bar(s.data, l);
    int level = ladder_level(s.data, (int)whole);
    s.cycles = b.level[level].value;
    s.at = bar_stack(&b, level);
    return s;
}

static double limit_to_axis(double v)
{
    return v < BAR_LOW ? BAR_LOW : v > BAR_HIGH ? BAR_HIGH : v;
}

void bar_fit(struct bar_frame *f, const struct gap_loop *l, enum rung whole, double unit)
{
    struct loop_stack s = stack_of(l, whole);
    if (s.at.missing)
        return;
    double all = s.cycles / unit;
    f->low = fmin(limit_to_axis(s.at.low * all), f->low);
    f->high = fmax(limit_to_axis(s.at.high * all), f->high);
}

static double bar_x(const struct bar_frame *f, double v)
{
    v = v < f->low ? f->low : v > f->high ? f->high : v;
    return (v - f->low) / (f->high - f->low) * f->width;
}

/* Returns "C", or "A to S, ..." if bounds in between are missing. */
static const char *segment_label(struct arena *a, bool data, const struct segment *g)
{
    if (g->key == g->last)
        return ladder_step_key(data, g->key).letter;
    return arena_printf(a, "%s to %s, division unknown", ladder_step_key(data, g->key).letter,
                        ladder_step_key(data, g->last).letter);
}

/* Returns the class of a segment in the style sheet, or of its text. */
static const char *segment_class(bool data, const struct segment *g, bool text)
{
    static const char *const areas[] = {"m", "a", "c", "s", "p", "d"};
    static const char *const texts[] = {"tm", "ta", "tc", "ts", "tp", "td"};
    int look = !data || g->key < DATA_MACSD ? g->key
               : g->key == DATA_MACSD       ? LOOK_D
                                            : LEVEL_MEASURED;
    if (g->key != g->last)
        return text ? "tb" : "blank";
    return text ? texts[look] : areas[look];
}

static const char *percent_text(struct arena *a, double share)
{
    char buf[QUANTITY_TEXT];
    return arena_printf(a, "%s %%", quantity_text(known(100 * share), buf));
}

static const char *segment_text(struct arena *a, const struct loop_stack *s,
                                const struct segment *g, const char *of)
{
    char cycles[QUANTITY_TEXT];
    return arena_printf(a, "%s: %s CPL, %s of %s", segment_label(a, s->data, g),
                        quantity_text(known(g->share * s->cycles), cycles),
                        percent_text(a, g->share), of);
}

/* Writes the letter of a segment, with its cycles if they fit. */
static void put_label(FILE *out, const struct loop_stack *s, const struct segment *g, double from,
                      double to)
{
    char value[SHARE_TEXT];
    struct arena a = {0};
    const char *name = g->key == g->last ? ladder_step_key(s->data, g->key).letter : "?";
    const char *text = arena_printf(&a, "%s %s", name, value_text(g->share * s->cycles, value));
    if (text_width(text, LABEL_SIZE, false) > to - from - LABEL_MARGIN)
        text = name;
    if (text_width(text, LABEL_SIZE, false) <= to - from - LABEL_MARGIN) {
        char x[COORDINATE_TEXT];
        html(out, "<text class=\"%s\" x=\"%s\" y=\"13\">%s</text>", segment_class(s->data, g, true),
             coordinate_text((from + to) / 2, x), text);
    }
    arena_free(&a);
}

/* all: the cycles of the bar in units of the frame. */
static void put_segment(FILE *out, const struct bar_frame *f, const struct loop_stack *s,
                        const struct segment *g, double all, const char *text)
{
    char x[COORDINATE_TEXT], width[COORDINATE_TEXT];
    double from = bar_x(f, g->from * all), to = bar_x(f, g->to * all);
    if (f->focusable)
        html(out, "<g tabindex=\"0\" role=\"img\" aria-label=\"%s\">", text);
    html(out, "<rect class=\"%s\" x=\"%s\" width=\"%s\" height=\"%d\"><title>%s</title></rect>",
         segment_class(s->data, g, false), coordinate_text(from, x),
         coordinate_text(to - from, width), BAR_HEIGHT, text);
    if (f->focusable) {
        put_label(out, s, g, from, to);
        html(out, "</g>");
    }
}

/* Writes the line at 0, if the frame includes negative parts. */
static void put_zero(FILE *out, const struct bar_frame *f)
{
    char x[COORDINATE_TEXT];
    coordinate_text(bar_x(f, 0), x);
    if (f->low < 0)
        html(out, "<line class=\"zero\" x1=\"%s\" x2=\"%s\" y1=\"-3\" y2=\"%d\"/>", x, x,
             BAR_HEIGHT + 3);
}

/* Writes marks at the ends of a bar that exceeds the frame. */
static void put_breaks(FILE *out, const struct bar_frame *f, const struct stack *s, double all)
{
    char x[COORDINATE_TEXT];
    if (s->low * all < f->low)
        html(out, "<text class=\"break\" x=\"4\" y=\"13\">&#171;</text>");
    if (s->high * all > f->high)
        html(out, "<text class=\"break\" x=\"%s\" y=\"13\">&#187;</text>",
             coordinate_text(f->width - 4, x));
}

void bar_put(FILE *out, const struct bar_frame *f, const struct gap_loop *l, enum rung whole,
             double unit, const char *title)
{
    struct arena a = {0};
    struct loop_stack s = stack_of(l, whole);
    if (s.at.missing) {
        html(out, "<span class=\"none\">%s</span>", s.at.missing);
        return;
    }
    double all = s.cycles / unit;
    html(out,
         "<svg class=\"bar\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"%s\" "
         "aria-label=\"%s",
         f->width, BAR_HEIGHT, f->width, BAR_HEIGHT, f->focusable ? "group" : "img", title);
    for (size_t i = 0; i < s.at.n && !f->focusable; i++)
        html(out, "%s %s %s", i ? "," : ":", segment_label(&a, s.data, &s.at.at[i]),
             percent_text(&a, s.at.at[i].share));
    html(out, "\">");
    for (size_t i = 0; i < s.at.n; i++)
        put_segment(out, f, &s, &s.at.at[i], all,
                    segment_text(&a, &s, &s.at.at[i], level_name(whole)));
    put_zero(out, f);
    put_breaks(out, f, &s.at, all);
    html(out, "</svg>");
    arena_free(&a);
}
