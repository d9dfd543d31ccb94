/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing/palette.h"

/* L* is the lightness. The least distance of two of them (CIE76) is 32 as they are, 29, 24 and 22
 * for protanopes, deuteranopes and tritanopes (Machado et al.). */
const struct look ladder_looks[LADDER_LOOKS] = {
    {0x27406F, HATCH_NONE, 0, COLOUR_PAPER},         /* L* 27 */
    {0x4F8FC0, HATCH_RISING, 0xDCEBF7, COLOUR_INK},  /* L* 57 */
    {0x8CCBB4, HATCH_LEVEL, 0x4E9A80, COLOUR_INK},   /* L* 77 */
    {0xF7E6A1, HATCH_FALLING, 0xB89B3A, COLOUR_INK}, /* L* 91 */
    {0xE5875D, HATCH_NONE, 0, COLOUR_INK},           /* L* 66 */
};

const struct paint blank_paint = {
    .filled = true,
    .fill = COLOUR_PAPER,
    .stroke = LINE_SEGMENT,
    .line = COLOUR_QUIET,
    .dash = DASH_DASHED,
};

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
