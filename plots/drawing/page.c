/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/page.h"

struct text_style label_style(enum anchor anchor)
{
    return (struct text_style){.size = SIZE_LABEL, .colour = COLOUR_INK, .anchor = anchor};
}

struct text_style quiet_style(enum anchor anchor)
{
    return (struct text_style){.size = SIZE_LABEL, .colour = COLOUR_QUIET, .anchor = anchor};
}

struct text_style bold_style(enum anchor anchor)
{
    return (struct text_style){
        .size = SIZE_LABEL, .bold = true, .colour = COLOUR_INK, .anchor = anchor};
}

struct text_style panel_style(void)
{
    return (struct text_style){.size = SIZE_PANEL, .bold = true, .colour = COLOUR_INK};
}

struct text_style axis_style(enum anchor anchor)
{
    return (struct text_style){.size = SIZE_AXIS, .colour = COLOUR_INK, .anchor = anchor};
}

struct text_style upright_style(void)
{
    struct text_style s = axis_style(ANCHOR_MIDDLE);
    s.turn = 90;
    return s;
}

void put_text(struct canvas *c, double x, double y, struct text_style s, const char *text)
{
    c->verbs->text(c, (struct point){x, y}, &s, text);
}

void draw_page_title(struct canvas *c, const char *title)
{
    struct text_style s = {.size = SIZE_TITLE, .bold = true, .colour = COLOUR_INK};
    put_text(c, PAGE_MARGIN, PAGE_MARGIN + SIZE_TITLE * 0.9, s, title);
}

void draw_page_notes(struct canvas *c, const struct page *page, const struct text_lines *notes)
{
    struct text_style s = {.size = SIZE_LABEL, .colour = COLOUR_QUIET};
    double y = page->height - PAGE_MARGIN - LABEL_LINE * ((double)notes->n - 1) - 2;
    for (size_t i = 0; i < notes->n; i++)
        put_text(c, PAGE_MARGIN, y + LABEL_LINE * (double)i, s, notes->at[i]);
}

double page_foot_height(const struct text_lines *notes)
{
    return (notes->n ? 6 + LABEL_LINE * (double)notes->n : 0) + PAGE_MARGIN;
}
