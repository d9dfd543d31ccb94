/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/palette.h"

const struct look ladder_looks[LADDER_LOOKS] = {
#define LADDER(letter, fill, hatch, ink, text) {fill, HATCH_##hatch, ink, text},
#include "plots/drawing/ladder.def"
#undef LADDER
};

const struct paint blank_paint = {
    .filled = true,
    .fill = COLOUR_PAPER,
    .stroke = LINE_SEGMENT,
    .line = COLOUR_QUIET,
    .dash = DASH_DASHED,
};

colour look_label(const struct look *l)
{
    return l->hatch == HATCH_NONE ? l->text : COLOUR_INK;
}

struct paint look_paint(struct look l)
{
    return (struct paint){
        .filled = true,
        .fill = l.fill,
        .hatch = l.hatch,
        .ink = l.ink,
        .stroke = LINE_SEGMENT,
        .line = COLOUR_INK,
    };
}
