/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/scene.h"

#include "plots/drawing/palette.h"
#include "plots/drawing/text.h"

#include <string.h>

enum shape_kind { SHAPE_GROUP, SHAPE_END_GROUP, SHAPE_BOX, SHAPE_PATH, SHAPE_TEXT };

struct shape {
    struct shape *next;
    enum shape_kind kind;
    struct box box;
    struct paint paint;
    const struct point *points; /* of a path; of a text its anchor */
    size_t n;
    bool closed;
    struct text_style style;
    const char *text;
};
struct scene_sheet {
    struct scene_sheet *next;
    struct page size;
    struct shape *first, **last;
};
struct scene {
    struct arena *a;
    const char *title, *subject;
    struct scene_sheet *first, **last, *now;
    size_t n;
};

struct scene *scene_new(struct arena *a, const char *title, const char *subject)
{
    struct scene *s = ARENA_NEW(a, struct scene);
    *s = (struct scene){.a = a, .title = text_clean(a, title), .subject = text_clean(a, subject)};
    s->last = &s->first;
    return s;
}

void scene_page(struct scene *s, double width)
{
    struct scene_sheet *sheet = ARENA_NEW(s->a, struct scene_sheet);
    *sheet = (struct scene_sheet){.size = {width, 0}};
    sheet->last = &sheet->first;
    s->now = *s->last = sheet;
    s->last = &sheet->next;
    s->n++;
}

void scene_height(struct scene *s, double height)
{
    s->now->size.height = height;
}

static struct shape *add_shape(struct scene *s, enum shape_kind kind)
{
    struct shape *shape = ARENA_NEW(s->a, struct shape);
    *shape = (struct shape){.kind = kind};
    *s->now->last = shape;
    s->now->last = &shape->next;
    return shape;
}

void scene_group(struct scene *s, const char *title)
{
    add_shape(s, SHAPE_GROUP)->text = text_clean(s->a, title);
}

void scene_end_group(struct scene *s)
{
    add_shape(s, SHAPE_END_GROUP);
}

void scene_box(struct scene *s, struct box b, struct paint p)
{
    struct shape *shape = add_shape(s, SHAPE_BOX);
    shape->box = b;
    shape->paint = p;
}

void scene_path(struct scene *s, const struct point *at, size_t n, bool closed, struct paint p)
{
    struct shape *shape = add_shape(s, SHAPE_PATH);
    struct point *points = ARENA_ARRAY(s->a, struct point, n);
    memcpy(points, at, n * sizeof *at);
    shape->points = points;
    shape->n = n;
    shape->closed = closed;
    shape->paint = p;
}

void scene_line(struct scene *s, struct point from, struct point to, struct paint p)
{
    scene_path(s, (struct point[]){from, to}, 2, false, p);
}

void scene_text(struct scene *s, double x, double y, struct text_style style, const char *text)
{
    if (!*text)
        return;
    struct shape *shape = add_shape(s, SHAPE_TEXT);
    shape->box = (struct box){x, y, 0, 0};
    shape->style = style;
    shape->text = text_clean(s->a, text);
}

static void draw_shape(struct canvas *c, const struct shape *shape)
{
    switch (shape->kind) {
    case SHAPE_GROUP:
        c->verbs->group(c, shape->text);
        break;
    case SHAPE_END_GROUP:
        c->verbs->end_group(c);
        break;
    case SHAPE_BOX:
        c->verbs->rectangle(c, shape->box, &shape->paint);
        break;
    case SHAPE_PATH:
        c->verbs->path(c, shape->points, shape->n, shape->closed, &shape->paint);
        break;
    case SHAPE_TEXT:
        c->verbs->text(c, (struct point){shape->box.x, shape->box.y}, &shape->style, shape->text);
        break;
    }
}

void scene_draw(struct canvas *c, const void *scene)
{
    const struct scene *s = scene;
    struct arena a = {0};
    struct page *pages = ARENA_ARRAY(&a, struct page, s->n);
    size_t n = 0;
    for (const struct scene_sheet *sheet = s->first; sheet; sheet = sheet->next)
        pages[n++] = sheet->size;
    c->verbs->begin(c, &(struct document){s->title, s->subject, pages, n});
    for (const struct scene_sheet *sheet = s->first; sheet; sheet = sheet->next) {
        c->verbs->page(c, &sheet->size);
        for (const struct shape *shape = sheet->first; shape; shape = shape->next)
            draw_shape(c, shape);
    }
    arena_free(&a);
}

struct part scene_part(const struct scene *s)
{
    return (struct part){scene_draw, s};
}

struct paint line_paint(double width, colour line)
{
    return (struct paint){.stroke = width, .line = line};
}

void scene_break(struct scene *s, struct point middle, double width, bool turned)
{
    struct point zigzag[7];
    for (int i = 0; i < 7; i++) {
        double along = (width + 2) * (i / 6.0 - 0.5), across = i % 2 ? -1.5 : 1.5;
        zigzag[i] = turned ? (struct point){middle.x + across, middle.y + along}
                           : (struct point){middle.x + along, middle.y + across};
    }
    scene_path(s, zigzag, 7, false, line_paint(3, COLOUR_PAPER));
    scene_path(s, zigzag, 7, false, line_paint(LINE_SEGMENT, COLOUR_INK));
}

/* ---- as a canvas ---- */

static void verb_group(struct canvas *c, const char *title)
{
    scene_group(c->state, title);
}

static void verb_end_group(struct canvas *c)
{
    scene_end_group(c->state);
}

static void verb_rectangle(struct canvas *c, struct box b, const struct paint *p)
{
    scene_box(c->state, b, *p);
}

static void verb_path(struct canvas *c, const struct point *at, size_t n, bool closed,
                      const struct paint *p)
{
    scene_path(c->state, at, n, closed, *p);
}

static void verb_text(struct canvas *c, struct point at, const struct text_style *style,
                      const char *text)
{
    scene_text(c->state, at.x, at.y, *style, text);
}

struct canvas scene_canvas(struct scene *s)
{
    static const struct verbs verbs = {.group = verb_group,
                                       .end_group = verb_end_group,
                                       .rectangle = verb_rectangle,
                                       .path = verb_path,
                                       .text = verb_text};
    return (struct canvas){.verbs = &verbs, .state = s};
}
