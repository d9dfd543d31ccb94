/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing that a layout pass puts down shape by shape and a draw pass says in
 * verbs: for charts whose layout is nothing but where everything goes. */
#ifndef PLOTS_SCENE_H
#define PLOTS_SCENE_H

#include "base/arena.h"
#include "plots/drawing/canvas.h"

struct scene;

/* Everything of it lives in a; texts are cleaned. */
struct scene *scene_new(struct arena *a, const char *title, const char *subject);
/* A new page; what follows is on it. Its size may be told later, before it is drawn. */
void scene_page(struct scene *s, double width);
void scene_height(struct scene *s, double height); /* of the page last begun */

void scene_group(struct scene *s, const char *title);
void scene_end_group(struct scene *s);
void scene_box(struct scene *s, struct box b, struct paint p);
void scene_line(struct scene *s, struct point from, struct point to, struct paint p);
void scene_path(struct scene *s, const struct point *at, size_t n, bool closed, struct paint p);
void scene_text(struct scene *s, double x, double y, struct text_style style, const char *text);

/* Verbs that put down what is said on the page last begun: all but begin, page and end. */
struct canvas scene_canvas(struct scene *s);

/* A drawing (plots/drawing/canvas.h) of a struct scene. */
void scene_draw(struct canvas *c, const void *scene);
struct part scene_part(const struct scene *s);

/* ---- what most charts say the same way ---- */

/* A line of the page's ink in width. */
struct paint line_paint(double width, colour line);
/* White zigzag over the end of a bar that goes on, across a span of width at
 * the middle; turned: the bar lies. */
void scene_break(struct scene *s, struct point middle, double width, bool turned);

#endif
