/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The SVG 1.1 back end. Texts are text elements, groups have titles (which browsers show as
 * tooltips and screen readers read), hatches are patterns. */
#include "plots/drawing/verbs.h"
#include "plots/drawing/text.h"

#include "base/arena.h"
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

struct pattern {
    enum hatch hatch;
    colour ink;
};
struct svg {
    ARRAY(struct pattern) patterns; /* that are already defined */
    double below;                   /* height of the pages begun */
    bool in_page;
    const char *class; /* of the element in an HTML page; NULL = a separate file */
};

static void put_escaped(FILE *out, const char *text)
{
    static const char special[] = "&<>\"";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found)
            fputs(entities[found - special], out);
        else
            fputc((unsigned char)*text < ' ' || *text == 127 ? '?' : *text, out);
    }
}

static void put_attribute(FILE *out, const char *name, double v)
{
    char buf[COORDINATE_TEXT];
    fprintf(out, " %s=\"%s\"", name, coordinate_text(v, buf));
}

static void put_paint(FILE *out, const struct paint *p)
{
    if (p->filled)
        fprintf(out, " fill=\"#%06x\"", (unsigned)p->fill);
    else
        fputs(" fill=\"none\"", out);
    if (p->stroke > 0) {
        fprintf(out, " stroke=\"#%06x\"", (unsigned)p->line);
        put_attribute(out, "stroke-width", p->stroke);
        if (p->dash == DASH_DASHED)
            fputs(" stroke-dasharray=\"2 1.5\"", out);
        else if (p->dash == DASH_DOTTED)
            fputs(" stroke-dasharray=\"0 2.6\" stroke-linecap=\"round\"", out);
    }
    fputs("/>\n", out);
}

static void svg_begin(struct canvas *c, const struct document *d)
{
    double width = 0, height = 0;
    for (size_t i = 0; i < d->n_pages; i++) {
        width = d->pages[i].width > width ? d->pages[i].width : width;
        height += d->pages[i].height;
    }
    char w[COORDINATE_TEXT], h[COORDINATE_TEXT];
    coordinate_text(width, w);
    coordinate_text(height, h);
    const struct svg *s = c->state;
    if (s->class)
        fprintf(c->out, "<svg class=\"%s\"", s->class);
    else
        fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"",
              c->out);
    fprintf(c->out,
            " width=\"%spt\" height=\"%spt\" viewBox=\"0 0 %s %s\" role=\"img\" "
            "font-family=\"'" TEXT_FAMILY "', Verdana, sans-serif\">\n<title>",
            w, h, w, h);
    put_escaped(c->out, d->title);
    fputs("</title>\n<desc>", c->out);
    put_escaped(c->out, d->subject);
    fprintf(c->out, "</desc>\n<rect width=\"%s\" height=\"%s\" fill=\"#ffffff\"/>\n", w, h);
}

static void close_page(struct canvas *c)
{
    struct svg *s = c->state;
    if (s->in_page)
        fputs("</g>\n", c->out);
    s->in_page = false;
}

static void svg_page(struct canvas *c, const struct page *p)
{
    struct svg *s = c->state;
    char y[COORDINATE_TEXT];
    close_page(c);
    if (s->below > 0)
        fprintf(c->out, "<g transform=\"translate(0 %s)\">\n", coordinate_text(s->below, y));
    else
        fputs("<g>\n", c->out);
    s->in_page = true;
    s->below += p->height;
}

static void svg_group(struct canvas *c, const char *title)
{
    fputs("<g><title>", c->out);
    put_escaped(c->out, title);
    fputs("</title>\n", c->out);
}

static void svg_end_group(struct canvas *c)
{
    fputs("</g>\n", c->out);
}

/* The name of a pattern contains its hatch and colour, so equal patterns have equal names. */
static void put_pattern_name(FILE *out, struct pattern p)
{
    fprintf(out, "hatch-%s-%06x", hatching(p.hatch)->name, (unsigned)p.ink);
}

/* Defines the pattern, unless it is defined. Its tiles are long and have one line, because seams
 * along the line would be visible. */
static void define_pattern(struct canvas *c, struct pattern p)
{
    struct svg *s = c->state;
    for (size_t i = 0; i < s->patterns.n; i++)
        if (s->patterns.at[i].hatch == p.hatch && s->patterns.at[i].ink == p.ink)
            return;
    *array_push(&s->patterns) = p;
    const struct hatching *h = hatching(p.hatch);
    double length = p.hatch == HATCH_CROSS ? h->spacing : 24 * h->spacing;
    fputs("<defs><pattern id=\"", c->out);
    put_pattern_name(c->out, p);
    fputs("\" patternUnits=\"userSpaceOnUse\"", c->out);
    put_attribute(c->out, "width", length);
    put_attribute(c->out, "height", h->spacing);
    char angle[COORDINATE_TEXT], mid[COORDINATE_TEXT], end[COORDINATE_TEXT];
    fprintf(c->out, " patternTransform=\"rotate(%s)\"><path d=\"M0 %sH%s",
            coordinate_text(-h->rise, angle), coordinate_text(h->spacing / 2, mid),
            coordinate_text(length, end));
    if (p.hatch == HATCH_CROSS)
        fprintf(c->out, "M%s 0V%s", mid, end);
    fprintf(c->out, "\" stroke=\"#%06x\"", (unsigned)p.ink);
    put_attribute(c->out, "stroke-width", HATCH_LINE);
    fputs("/></pattern></defs>\n", c->out);
}

/* A box, or lines through points. */
struct shape {
    struct box box;
    const struct point *at; /* NULL = the box */
    size_t n;
    bool closed;
};

static void put_path(FILE *out, const struct shape *s)
{
    char x[COORDINATE_TEXT], y[COORDINATE_TEXT];
    fputs("<path d=\"", out);
    for (size_t i = 0; i < s->n; i++)
        fprintf(out, "%c%s %s", i ? 'L' : 'M', coordinate_text(s->at[i].x, x),
                coordinate_text(s->at[i].y, y));
    fputs(s->closed ? "Z\"" : "\"", out);
}

static void put_shape(FILE *out, const struct shape *s)
{
    if (s->at) {
        put_path(out, s);
        return;
    }
    fputs("<rect", out);
    put_attribute(out, "x", s->box.x);
    put_attribute(out, "y", s->box.y);
    put_attribute(out, "width", s->box.width);
    put_attribute(out, "height", s->box.height);
}

/* Draws the fill, the hatch over it and the outline over both. */
static void paint_shape(struct canvas *c, const struct shape *s, const struct paint *p)
{
    struct paint outline = *p;
    if (p->hatch != HATCH_NONE) {
        struct pattern pattern = {p->hatch, p->ink};
        define_pattern(c, pattern);
        if (p->filled) {
            put_shape(c->out, s);
            put_paint(c->out, &(struct paint){.filled = true, .fill = p->fill});
        }
        put_shape(c->out, s);
        fputs(" fill=\"url(#", c->out);
        put_pattern_name(c->out, pattern);
        fputs(")\"/>\n", c->out);
        outline.filled = false;
        if (p->stroke <= 0)
            return;
    }
    put_shape(c->out, s);
    put_paint(c->out, &outline);
}

static void svg_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    paint_shape(c, &(struct shape){.box = b}, p);
}

static void svg_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                     const struct paint *p)
{
    paint_shape(c, &(struct shape){.at = at, .n = n, .closed = closed}, p);
}

static void svg_text(struct canvas *c, struct point at, const struct text_style *s,
                     const char *text)
{
    fputs("<text", c->out);
    put_attribute(c->out, "x", at.x);
    put_attribute(c->out, "y", at.y);
    put_attribute(c->out, "font-size", s->size);
    if (s->bold)
        fputs(" font-weight=\"bold\"", c->out);
    if (s->anchor != ANCHOR_START)
        fprintf(c->out, " text-anchor=\"%s\"", s->anchor == ANCHOR_END ? "end" : "middle");
    if (s->turn != 0) {
        char angle[COORDINATE_TEXT], x[COORDINATE_TEXT], y[COORDINATE_TEXT];
        fprintf(c->out, " transform=\"rotate(%s %s %s)\"", coordinate_text(-s->turn, angle),
                coordinate_text(at.x, x), coordinate_text(at.y, y));
    }
    fprintf(c->out, " fill=\"#%06x\">", (unsigned)s->colour);
    put_escaped(c->out, text);
    fputs("</text>\n", c->out);
}

static const char *svg_end(struct canvas *c)
{
    struct svg *s = c->state;
    close_page(c);
    fputs("</svg>\n", c->out);
    array_free(&s->patterns);
    free(s);
    c->state = NULL;
    return NULL;
}

struct canvas svg_canvas(FILE *out)
{
    return svg_inline_canvas(out, NULL);
}

struct canvas svg_inline_canvas(FILE *out, const char *class)
{
    static const struct verbs verbs = {
        .begin = svg_begin,
        .page = svg_page,
        .group = svg_group,
        .end_group = svg_end_group,
        .rectangle = svg_rectangle,
        .path = svg_path,
        .text = svg_text,
        .end = svg_end,
    };
    struct svg *s = xmalloc(sizeof *s);
    *s = (struct svg){.class = class};
    return (struct canvas){.verbs = &verbs, .out = out, .state = s};
}
