/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/label-space.h"
#include "base/util.h"

#include "plots/drawing/palette.h"

#include <math.h>

#define MARK_DISTANCE 5.0 /* from a mark to its label */
#define PIECE 4.0         /* length of the boxes that represent a slope */
#define TEXT_MARGIN 1.2   /* added to the height of a label */
#define FRAME_MARGIN 1.0  /* from the frame */

static bool overlap(struct box a, struct box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static bool overlaps_any(struct box b, const struct box *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (overlap(b, list[i]))
            return true;
    return false;
}

void label_space_reserve(struct label_space *b, struct arena *a, struct box box)
{
    *ARENA_PUSH(a, b->reserved, b->n_reserved) = box;
}

void label_space_add_line(struct label_space *b, struct arena *a, struct box box)
{
    *ARENA_PUSH(a, b->lines, b->n_lines) = box;
}

void label_space_add_slope(struct label_space *b, struct arena *a, struct point from,
                           struct point to)
{
    double pieces = fmax(ceil(fmax(fabs(to.x - from.x), fabs(to.y - from.y)) / PIECE), 1);
    double dx = (to.x - from.x) / pieces, dy = (to.y - from.y) / pieces;
    for (double i = 0; i < pieces; i++) {
        double x = from.x + i * dx, y = from.y + i * dy;
        label_space_add_line(
            b, a, (struct box){fmin(x, x + dx), fmin(y, y + dy), fabs(dx) + 0.1, fabs(dy) + 0.1});
    }
}

bool label_space_is_free(const struct label_space *b, struct box box, bool over_lines)
{
    const struct box *f = &b->frame;
    if (box.x < f->x + FRAME_MARGIN || box.x + box.width > f->x + f->width - FRAME_MARGIN ||
        box.y < f->y + FRAME_MARGIN || box.y + box.height > f->y + f->height - FRAME_MARGIN)
        return false;
    return !overlaps_any(box, b->reserved, b->n_reserved) &&
           (over_lines || !overlaps_any(box, b->lines, b->n_lines));
}

bool label_space_place(struct label_space *b, struct arena *a, struct point from, double width,
                       bool over_lines, struct box *to)
{
    /* Positions of the label's middle, in units of half its size plus MARK_DISTANCE. */
    static const struct point positions[] = {{1, 0},  {-1, 0}, {0, 1},   {1, 1},
                                             {-1, 1}, {1, -1}, {-1, -1}, {0, -1}};
    double height = SIZE_LABEL + TEXT_MARGIN;
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        double x = from.x + positions[i].x * (width / 2 + MARK_DISTANCE);
        double y = from.y + positions[i].y * (height / 2 + MARK_DISTANCE - 1);
        *to = (struct box){x - width / 2 - 0.5, y - height / 2, width + 1, height};
        if (!label_space_is_free(b, *to, over_lines))
            continue;
        label_space_reserve(b, a, *to);
        return true;
    }
    return false;
}
