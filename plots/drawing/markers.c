/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/markers.h"

#include "plots/drawing/palette.h"

#include <math.h>

/* Each colour has a contrast ratio of at least 4.5 to white, as texts need. */
#define NAVY 0x27406F
#define RUST 0xB4441F
#define GREEN 0x1F7A52
#define VIOLET 0x7B4397
#define OCHRE 0x8A6100
#define SKY 0x2B77A6
#define GREY 0x505050

const struct line_look line_looks[LINE_LOOKS] = {
    {0, false, NAVY}, {1, false, RUST},  {2, true, GREEN},  {3, false, VIOLET}, {4, true, OCHRE},
    {5, false, SKY},  {6, false, GREY},  {0, true, RUST},   {1, true, NAVY},    {2, false, OCHRE},
    {3, true, SKY},   {4, false, GREEN}, {5, true, VIOLET}, {6, true, GREY},
};

const struct line_look sum_look = {0, false, COLOUR_INK};

/* The corners are on a circle around the marker. Shapes with a waist also have corners on an inner
 * circle, between the outer ones. */
static const struct {
    int corners;
    double first;        /* degrees, counter-clockwise from the right */
    double outer, inner; /* of the radius */
    double waist;        /* half the width of an arm, in degrees; 0 = no arms */
} shapes[MARKER_SHAPES] = {
    {16, 0, 1, 1, 0},      /* disc */
    {4, 45, 1.25, 1, 0},   /* square */
    {3, 90, 1.4, 1, 0},    /* triangle */
    {4, 0, 1.35, 1, 0},    /* diamond */
    {3, 270, 1.4, 1, 0},   /* triangle, pointing down */
    {4, 0, 1.3, 0.6, 18},  /* upright cross */
    {4, 45, 1.4, 0.55, 18} /* slanting cross */
};

static struct point around(struct point at, double radius, double degrees)
{
    double turn = degrees * acos(-1) / 180;
    return (struct point){at.x + radius * cos(turn), at.y - radius * sin(turn)};
}

/* Writes the corners of a shape to to, at most 16. Returns their number. */
static size_t outline(struct point *to, int shape, struct point at, double radius)
{
    size_t n = 0;
    double step = 360.0 / shapes[shape].corners, waist = shapes[shape].waist;
    for (int i = 0; i < shapes[shape].corners; i++) {
        double turn = shapes[shape].first + i * step, r = radius * shapes[shape].outer;
        if (waist <= 0) {
            to[n++] = around(at, r, turn);
            continue;
        }
        to[n++] = around(at, r, turn - waist);
        to[n++] = around(at, r, turn + waist);
        to[n++] = around(at, radius * shapes[shape].inner, turn + step / 2);
    }
    return n;
}

void draw_marker(struct canvas *c, struct point at, const struct line_look *look, double radius)
{
    struct point corners[16];
    size_t n = outline(corners, look->shape, at, radius);
    struct paint p = {.filled = true,
                      .fill = look->hollow ? COLOUR_PAPER : look->colour,
                      .stroke = look->hollow ? 0.9 : 0.4,
                      .line = look->colour};
    c->verbs->path(c, corners, n, true, &p);
}
