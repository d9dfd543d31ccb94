/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/legend.h"
#include "plots/drawing/text.h"

#define SWATCH_WIDTH 18.0
#define SWATCH_HEIGHT 9.0
#define SWATCH_GAP 4.0
#define ENTRY_GAP 14.0
#define LINE_HEIGHT 13.0

static double swatch_width(const struct legend_entry *e)
{
    return e->bare ? 0 : SWATCH_WIDTH + SWATCH_GAP;
}

void legend_lay_out(struct legend *l, double width)
{
    double x = 0, y = 0;
    for (size_t i = 0; i < l->n; i++) {
        struct legend_entry *e = &l->entries[i];
        double needs = swatch_width(e) + text_width(e->text, SIZE_AXIS, false);
        if (x > 0 && x + needs > width) {
            x = 0;
            y += LINE_HEIGHT;
        }
        e->at = (struct point){x, y};
        x += needs + ENTRY_GAP;
    }
    l->height = y + LINE_HEIGHT;
}

void legend_draw(const struct legend *l, struct canvas *c, struct point corner)
{
    static const struct text_style style = {.size = SIZE_AXIS, .colour = COLOUR_INK};
    c->verbs->group(c, "legend");
    for (size_t i = 0; i < l->n; i++) {
        const struct legend_entry *e = &l->entries[i];
        struct box swatch = {corner.x + e->at.x, corner.y + e->at.y, SWATCH_WIDTH, SWATCH_HEIGHT};
        struct point text = {swatch.x + swatch_width(e), swatch.y + SWATCH_HEIGHT - 1.8};
        struct paint paint = look_paint(e->look);
        if (!e->bare)
            c->verbs->rectangle(c, swatch, e->blank ? &blank_paint : &paint);
        c->verbs->text(c, text, &style, e->text);
    }
    c->verbs->end_group(c);
}
