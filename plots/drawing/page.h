/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages of all charts have in common. Distances in points. */
#ifndef PLOTS_PAGE_H
#define PLOTS_PAGE_H

#include "plots/drawing/palette.h"
#include "plots/drawing/text.h"
#include "plots/drawing/verbs.h"

#define CONTENT_MAX 512.0 /* with margins a little over 7 inches, two columns of a journal */
#define CONTENT_LEAST 260.0
#define PAGE_HEIGHT_MAX 784.0 /* a sheet of letter paper */
#define PAGE_MARGIN 14.0
#define PAGE_TITLE_ROOM 20.0 /* from the margin down to what follows the title */
#define PANEL_TITLE_ROOM 14.0
#define TICK 3.0
#define LABEL_LINE 9.5 /* from base line to base line of small text */
#define LABEL_HEIGHT (SIZE_LABEL * TEXT_CAPITAL)

/* Texts of a chart: small ones, in bold, and quiet for what matters less; along an axis; the title
 * of a panel. */
struct text_style label_style(enum anchor anchor);
struct text_style bold_style(enum anchor anchor);
struct text_style quiet_style(enum anchor anchor);
struct text_style axis_style(enum anchor anchor);
struct text_style upright_style(void); /* the title of an upright axis */
struct text_style panel_style(void);

void put_text(struct canvas *c, double x, double y, struct text_style s, const char *text);
/* The title at the top of a page. */
void draw_page_title(struct canvas *c, const char *title);
/* Notes at the foot of a page, and the room that they take with its margin. */
void draw_page_notes(struct canvas *c, const struct page *page, const struct text_lines *notes);
double page_foot_room(const struct text_lines *notes);

#endif
