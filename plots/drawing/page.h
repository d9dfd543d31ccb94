/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common dimensions, styles and parts of the pages of all charts. Distances are in points. */
#ifndef PLOTS_PAGE_H
#define PLOTS_PAGE_H

#include "plots/drawing/palette.h"
#include "plots/drawing/text.h"
#include "plots/drawing/verbs.h"

#define CONTENT_MAX 512.0 /* with margins about 7.5 inches, two columns of a journal */
#define CONTENT_LEAST 260.0
#define PAGE_HEIGHT_MAX 784.0 /* a sheet of letter paper */
#define PAGE_MARGIN 14.0
#define PAGE_TITLE_HEIGHT 20.0 /* from the margin to the part below the title */
#define PANEL_TITLE_HEIGHT 14.0
#define TICK 3.0
#define LABEL_LINE 9.5 /* from base line to base line of small text */
#define LABEL_HEIGHT (SIZE_LABEL * TEXT_CAPITAL)

/* Return text styles: small texts, small bold texts, small less important texts, texts at an axis,
 * the title of a vertical axis, the title of a panel. */
struct text_style label_style(enum anchor anchor);
struct text_style bold_style(enum anchor anchor);
struct text_style quiet_style(enum anchor anchor);
struct text_style axis_style(enum anchor anchor);
struct text_style upright_style(void);
struct text_style panel_style(void);

void put_text(struct canvas *c, double x, double y, struct text_style s, const char *text);
/* Draws the title at the top of a page. */
void draw_page_title(struct canvas *c, const char *title);
/* Draws the notes at the foot of a page. */
void draw_page_notes(struct canvas *c, const struct page *page, const struct text_lines *notes);
/* Returns the height of the notes with the margin below them. */
double page_foot_height(const struct text_lines *notes);

#endif
