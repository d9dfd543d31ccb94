/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs as text, one per line, indented by group. Tests of charts compare it with the expected
 * text. */
#include "plots/drawing/verbs.h"

#include "base/arena.h"

#include <stdlib.h>

struct record {
    int depth; /* groups open */
    size_t pages;
};

static void put_word(struct canvas *c, const char *word)
{
    struct record *r = c->state;
    fprintf(c->out, "%*s%s", 2 * r->depth, "", word);
}

static void put_number(struct canvas *c, double v)
{
    char buf[COORDINATE_TEXT];
    fprintf(c->out, " %s", coordinate_text(v, buf));
}

static void put_text(struct canvas *c, const char *text)
{
    fputs(" \"", c->out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', c->out);
        fputc(*text, c->out);
    }
    fputc('"', c->out);
}

static void put_paint(struct canvas *c, const struct paint *p)
{
    static const char *const dashes[] = {"", " dashed", " dotted"};
    if (p->filled)
        fprintf(c->out, " fill #%06x", (unsigned)p->fill);
    if (p->hatch != HATCH_NONE)
        fprintf(c->out, " hatch %s #%06x", hatching(p->hatch)->name, (unsigned)p->ink);
    if (p->stroke > 0) {
        fputs(" line", c->out);
        put_number(c, p->stroke);
        fprintf(c->out, " #%06x%s", (unsigned)p->line, dashes[p->dash]);
    }
    fputc('\n', c->out);
}

static void record_begin(struct canvas *c, const struct document *d)
{
    put_word(c, "document");
    put_text(c, d->title);
    put_text(c, d->subject);
    fprintf(c->out, " pages %zu\n", d->n_pages);
}

static void record_page(struct canvas *c, const struct page *p)
{
    struct record *r = c->state;
    fprintf(c->out, "page %zu", ++r->pages);
    put_number(c, p->width);
    put_number(c, p->height);
    fputc('\n', c->out);
}

static void record_group(struct canvas *c, const char *title)
{
    struct record *r = c->state;
    put_word(c, "group");
    put_text(c, title);
    fputc('\n', c->out);
    r->depth++;
}

static void record_end_group(struct canvas *c)
{
    struct record *r = c->state;
    r->depth--;
    put_word(c, "end\n");
}

static void record_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    put_word(c, "rectangle");
    put_number(c, b.x);
    put_number(c, b.y);
    put_number(c, b.width);
    put_number(c, b.height);
    put_paint(c, p);
}

static void record_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                        const struct paint *p)
{
    put_word(c, n == 2 ? "line" : closed ? "polygon" : "polyline");
    for (size_t i = 0; i < n; i++) {
        put_number(c, at[i].x);
        put_number(c, at[i].y);
    }
    put_paint(c, p);
}

static void record_text(struct canvas *c, struct point at, const struct text_style *s,
                        const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    put_word(c, "text");
    put_number(c, at.x);
    put_number(c, at.y);
    fprintf(c->out, " %s", anchors[s->anchor]);
    if (s->turn != 0) {
        fputs(" turn", c->out);
        put_number(c, s->turn);
    }
    fputs(" size", c->out);
    put_number(c, s->size);
    fprintf(c->out, "%s #%06x", s->bold ? " bold" : "", (unsigned)s->colour);
    put_text(c, text);
    fputc('\n', c->out);
}

static const char *record_end(struct canvas *c)
{
    free(c->state);
    c->state = NULL;
    return NULL;
}

struct canvas record_canvas(FILE *out)
{
    static const struct verbs verbs = {
        .begin = record_begin,
        .page = record_page,
        .group = record_group,
        .end_group = record_end_group,
        .rectangle = record_rectangle,
        .path = record_path,
        .text = record_text,
        .end = record_end,
    };
    struct record *r = xmalloc(sizeof *r);
    *r = (struct record){0};
    return (struct canvas){.verbs = &verbs, .out = out, .state = r};
}
