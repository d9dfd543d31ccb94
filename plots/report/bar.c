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

static struct bar bar_of(const struct gap_ladder *l)
{
    struct bar b = {0};
    for (int i = 0; i < RUNGS; i++)
        b.level[i] = rung_of(l, (enum rung)i);
    return b;
}

static double limit_to_axis(double v)
{
    return v < BAR_LOW ? BAR_LOW : v > BAR_HIGH ? BAR_HIGH : v;
}

void bar_fit(struct bar_frame *f, const struct gap_ladder *l, enum rung whole, double unit)
{
    struct bar b = bar_of(l);
    struct stack s = bar_stack(&b, whole);
    if (s.missing)
        return;
    double all = b.level[whole].value / unit;
    f->low = fmin(limit_to_axis(s.low * all), f->low);
    f->high = fmax(limit_to_axis(s.high * all), f->high);
}

static double bar_x(const struct bar_frame *f, double v)
{
    v = v < f->low ? f->low : v > f->high ? f->high : v;
    return (v - f->low) / (f->high - f->low) * f->width;
}

/* Returns "C", or "A to S, ..." if bounds in between are missing. */
static const char *segment_label(struct arena *a, const struct segment *g)
{
    if (g->key == g->last)
        return ladder_key(g->key).letter;
    return arena_printf(a, "%s to %s, division unknown", ladder_key(g->key).letter,
                        ladder_key(g->last).letter);
}

static const char *percent_text(struct arena *a, double share)
{
    char buf[QUANTITY_TEXT];
    return arena_printf(a, "%s %%", quantity_text(known(100 * share), buf));
}

static const char *segment_text(struct arena *a, const struct segment *g, double whole,
                                const char *of)
{
    char cycles[QUANTITY_TEXT];
    return arena_printf(a, "%s: %s CPL, %s of %s", segment_label(a, g),
                        quantity_text(known(g->share * whole), cycles), percent_text(a, g->share),
                        of);
}

/* Writes the letter of a segment, with its cycles if they fit. */
static void put_label(FILE *out, const struct segment *g, double cycles, double from, double to)
{
    char value[SHARE_TEXT];
    struct arena a = {0};
    const char *name = g->key == g->last ? ladder_key(g->key).letter : "?";
    const char *text = arena_printf(&a, "%s %s", name, value_text(cycles, value));
    const char *classes[] = {"tm", "ta", "tc", "ts", "tp"};
    if (text_width(text, LABEL_SIZE, false) > to - from - LABEL_MARGIN)
        text = name;
    if (text_width(text, LABEL_SIZE, false) <= to - from - LABEL_MARGIN) {
        char x[COORDINATE_TEXT];
        html(out, "<text class=\"%s\" x=\"%s\" y=\"13\">%s</text>",
             g->key == g->last ? classes[g->key] : "tb", coordinate_text((from + to) / 2, x), text);
    }
    arena_free(&a);
}

static void put_segment(FILE *out, const struct bar_frame *f, const struct segment *g, double all,
                        double cycles, const char *text)
{
    static const char *const classes[] = {"m", "a", "c", "s", "p"};
    char x[COORDINATE_TEXT], width[COORDINATE_TEXT];
    double from = bar_x(f, g->from * all), to = bar_x(f, g->to * all);
    if (f->focusable)
        html(out, "<g tabindex=\"0\" role=\"img\" aria-label=\"%s\">", text);
    html(out, "<rect class=\"%s\" x=\"%s\" width=\"%s\" height=\"%d\"><title>%s</title></rect>",
         g->key == g->last ? classes[g->key] : "blank", coordinate_text(from, x),
         coordinate_text(to - from, width), BAR_HEIGHT, text);
    if (f->focusable) {
        put_label(out, g, g->share * cycles, from, to);
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

void bar_put(FILE *out, const struct bar_frame *f, const struct gap_ladder *l, enum rung whole,
             double unit, const char *title)
{
    struct arena a = {0};
    struct bar b = bar_of(l);
    struct stack s = bar_stack(&b, whole);
    if (s.missing) {
        html(out, "<span class=\"none\">%s</span>", s.missing);
        return;
    }
    double cycles = b.level[whole].value, all = cycles / unit;
    html(out,
         "<svg class=\"bar\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"%s\" "
         "aria-label=\"%s",
         f->width, BAR_HEIGHT, f->width, BAR_HEIGHT, f->focusable ? "group" : "img", title);
    for (size_t i = 0; i < s.n && !f->focusable; i++)
        html(out, "%s %s %s", i ? "," : ":", segment_label(&a, &s.at[i]),
             percent_text(&a, s.at[i].share));
    html(out, "\">");
    for (size_t i = 0; i < s.n; i++)
        put_segment(out, f, &s.at[i], all, cycles,
                    segment_text(&a, &s.at[i], cycles, level_name(whole)));
    put_zero(out, f);
    put_breaks(out, f, &s, all);
    html(out, "</svg>");
    arena_free(&a);
}
