/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages of panels: title and legend at the top of each page, panels below each other, notes at the
 * end of the last page. */
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
    double y;     /* top of the next panel */
};

/* Returns a sheet with its first page. entries: the n entries of the legend; they must live as long
 * as a. */
struct sheet sheet_new(struct arena *a, const char *title, const char *subject,
                       struct legend_entry *entries, size_t n, double width);
/* Returns the top of a new panel of that height. It is on a new page if the current one is full. */
double sheet_panel(struct sheet *s, double height);
/* Draws the title of the panel that begins at top. */
void sheet_title(const struct sheet *s, double top, const char *title);
/* Ends the sheet with the notes, wrapped; "" = none. */
void sheet_end(struct sheet *s, const char *notes);

/* Draws the text, wrapped to width, with its first base line at y. Returns the base line of the
 * next line. */
double sheet_lines(struct sheet *s, double x, double y, double width, struct text_style style,
                   const char *text);
/* Draws the text in the middle of box, which is painted with look, and returns true if it fits. On
 * a hatched look the text has a white background. */
bool label_on(struct scene *s, struct box box, const struct look *look, const char *text);

/* ---- the ladder ---- */

enum { LEVEL_M, LEVEL_MA, LEVEL_MAC, LEVEL_MACS, LEVEL_MEASURED, LEVELS };

/* Returns the name of a level: "MA". */
const char *level_name(int level);
/* Returns the key of the step up to a level: "A", "MA - M", its look. */
struct bar_key ladder_key(int level);
/* Returns the loop's rungs as levels of a bar. */
struct bar ladder_bar(const struct gap_loop *l);

/* The same with the data bound: MACSD is between MACS and the measured time, so that gap P is
 * divided into D and the rest. */
enum { DATA_MACSD = LEVEL_MEASURED, DATA_MEASURED, DATA_LEVELS };
/* Returns whether MACSD of a loop of the table is known, or of one loop. */
bool table_has_data(const struct gap_table *t);
bool loop_has_data(const struct gap_loop *l);
/* Returns the number of levels of bars, and the level of such a bar that is LEVEL_* of a plain one.
 * data: the bars are divided by the data bound. */
int ladder_levels(bool data);
int ladder_level(bool data, int level);
const char *ladder_level_name(bool data, int level);
struct bar_key ladder_step_key(bool data, int level);
/* Returns "P", or "A+C" for a part that is not divided. */
const char *ladder_segment_name(struct arena *a, bool data, const struct segment *g);
/* Returns the legend entries of the steps and, if undivided, of undivided parts; *n entries. */
struct legend_entry *ladder_step_legend(struct arena *a, bool data, bool undivided, size_t *n);
struct bar ladder_step_bar(bool data, const struct gap_loop *l);

/* Returns the width of a vertical axis left of a plot: its title and the labels of the ticks t,
 * divided by unit; at least least points. */
double axis_width(struct arena *a, const struct ticks *t, double unit, double least);

/* Returns "3.75", with a minus sign instead of a hyphen, allocated in a. */
const char *number_text(struct arena *a, double v);
/* Returns "12.3 Mcycles", or with kcycles, Gcycles or cycles. */
const char *cycles_text(struct arena *a, double v);
/* Returns number_text with a + before numbers >= 0. */
const char *change_text(struct arena *a, double v);

#endif
