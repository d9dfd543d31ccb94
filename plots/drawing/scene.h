/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stored drawing: a layout pass adds shapes, and the draw pass replays them as verbs. For charts
 * whose layout consists only of positions. */
#ifndef PLOTS_SCENE_H
#define PLOTS_SCENE_H

#include "base/arena.h"
#include "plots/drawing/canvas.h"

struct scene;

/* Returns an empty scene. All its memory is in a; texts are cleaned (text_clean). */
struct scene *scene_new(struct arena *a, const char *title, const char *subject);
/* Begins a new page of that width. Its height must be set before the scene is drawn. */
void scene_page(struct scene *s, double width);
/* Sets the height of the current page. */
void scene_height(struct scene *s, double height);

void scene_group(struct scene *s, const char *title);
void scene_end_group(struct scene *s);
void scene_box(struct scene *s, struct box b, struct paint p);
void scene_line(struct scene *s, struct point from, struct point to, struct paint p);
void scene_path(struct scene *s, const struct point *at, size_t n, bool closed, struct paint p);
void scene_text(struct scene *s, double x, double y, struct text_style style, const char *text);

/* Returns a canvas whose verbs add shapes to the current page. It has no begin, page and end. */
struct canvas scene_canvas(struct scene *s);

/* Draws a struct scene; a drawing as in plots/drawing/canvas.h. */
void scene_draw(struct canvas *c, const void *scene);
struct part scene_part(const struct scene *s);

/* ---- helpers for charts ---- */

/* Returns the paint of a solid line. */
struct paint line_paint(double width, colour line);
/* Draws a white zigzag over the end of a bar that is longer than drawn. width: of the bar; turned:
 * the bar is horizontal. */
void scene_break(struct scene *s, struct point middle, double width, bool turned);

#endif
