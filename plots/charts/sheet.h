/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of panels: title and legend at the head of each page, panels one below the other, notes at
 * the foot of the last page. */
#ifndef PLOTS_SHEET_H
#define PLOTS_SHEET_H

#include "gaps/gaps.h"
#include "plots/charts/bars.h"
#include "plots/drawing/axis.h"
#include "plots/drawing/legend.h"
#include "plots/drawing/page.h"
#include "plots/drawing/scene.h"

struct sheet {
    struct arena *a;
    struct scene *scene;
    const char *title;
    struct legend legend;
    double width; /* of the content; it begins at PAGE_MARGIN */
    double y;     /* where the next panel begins */
};

/* entries: the legend's, n of them; they live as long as a. */
struct sheet sheet_new(struct arena *a, const char *title, const char *subject,
                       struct legend_entry *entries, size_t n, double width);
/* The top of a panel of that height, on a new page where it does not fit. */
double sheet_panel(struct sheet *s, double height);
/* The title of the panel whose top that is. */
void sheet_title(const struct sheet *s, double top, const char *title);
/* The foot: the text, wrapped; "" = none. */
void sheet_end(struct sheet *s, const char *notes);

/* Lines of the text in at most width, the first base line at y; the base line of the line that
 * would follow. */
double sheet_lines(struct sheet *s, double x, double y, double width, struct text_style style,
                   const char *text);
/* The text on an area of look inside box, if it fits; on paper where the look is hatched. */
bool label_on(struct scene *s, struct box box, const struct look *look, const char *text);

/* ---- the ladder ---- */

enum { LEVEL_M, LEVEL_MA, LEVEL_MAC, LEVEL_MACS, LEVEL_MEASURED, LEVELS };

/* What the levels are called: "MA", and the step up to each: "A", "MA - M", its look. */
const char *level_name(int level);
struct bar_key ladder_key(int level);
/* Legend entries of the steps, and of a part that is not divided where undivided; *n of them. */
struct legend_entry *ladder_legend(struct arena *a, bool undivided, size_t *n);
/* "P", or "A+C" for a part that is not divided. */
const char *segment_name(struct arena *a, const struct segment *g);
/* The loop's rungs as levels of a bar. */
struct bar ladder_bar(const struct gap_loop *l);

/* Left of a plot: an upright title, and labels of ticks t, which are in units of unit; at least
 * least points. */
double axis_room(struct arena *a, const struct ticks *t, double unit, double least);

/* "3.75" with a real minus sign, for texts; made in a. */
const char *number_text(struct arena *a, double v);
/* "12.3 Mcycles", or kcycles, Gcycles, or plain. */
const char *cycles_text(struct arena *a, double v);
/* As number_text, with + before what is not below 0. */
const char *change_text(struct arena *a, double v);

#endif
