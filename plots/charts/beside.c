/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/charts/beside.h"
#include "base/util.h"

#include "plots/drawing/palette.h"

#include <math.h>

#define AWAY 5.0       /* from a mark to its text */
#define PIECE 4.0      /* of a slope, which is taken as boxes */
#define TEXT_ROOM 1.2  /* over a text's size */
#define FRAME_ROOM 1.0 /* from the frame */

static bool touch(struct box a, struct box b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

static bool touches_any(struct box b, const struct box *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (touch(b, list[i]))
            return true;
    return false;
}

void beside_take(struct beside *b, struct arena *a, struct box box)
{
    *ARENA_PUSH(a, b->taken, b->n_taken) = box;
}

void beside_line(struct beside *b, struct arena *a, struct box box)
{
    *ARENA_PUSH(a, b->lines, b->n_lines) = box;
}

void beside_slope(struct beside *b, struct arena *a, struct point from, struct point to)
{
    double pieces = fmax(ceil(fmax(fabs(to.x - from.x), fabs(to.y - from.y)) / PIECE), 1);
    double dx = (to.x - from.x) / pieces, dy = (to.y - from.y) / pieces;
    for (double i = 0; i < pieces; i++) {
        double x = from.x + i * dx, y = from.y + i * dy;
        beside_line(b, a,
                    (struct box){fmin(x, x + dx), fmin(y, y + dy), fabs(dx) + 0.1, fabs(dy) + 0.1});
    }
}

bool beside_free(const struct beside *b, struct box box, bool over_lines)
{
    const struct box *f = &b->frame;
    if (box.x < f->x + FRAME_ROOM || box.x + box.width > f->x + f->width - FRAME_ROOM ||
        box.y < f->y + FRAME_ROOM || box.y + box.height > f->y + f->height - FRAME_ROOM)
        return false;
    return !touches_any(box, b->taken, b->n_taken) &&
           (over_lines || !touches_any(box, b->lines, b->n_lines));
}

bool beside_place(struct beside *b, struct arena *a, struct point from, double width,
                  bool over_lines, struct box *to)
{
    /* The text's middle, in halves of its size and AWAY. */
    static const struct point places[] = {{1, 0},  {-1, 0}, {0, 1},   {1, 1},
                                          {-1, 1}, {1, -1}, {-1, -1}, {0, -1}};
    double height = SIZE_LABEL + TEXT_ROOM;
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        double x = from.x + places[i].x * (width / 2 + AWAY);
        double y = from.y + places[i].y * (height / 2 + AWAY - 1);
        *to = (struct box){x - width / 2 - 0.5, y - height / 2, width + 1, height};
        if (!beside_free(b, *to, over_lines))
            continue;
        beside_take(b, a, *to);
        return true;
    }
    return false;
}
