/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The horizontal bar of a loop, as an inline picture with the colours of the style sheet. */
#ifndef PLOTS_BAR_H
#define PLOTS_BAR_H

#include "gaps/gaps.h"
#include "plots/charts/sheet.h"

#include <stdio.h>

/* The levels of plots/charts/sheet.h. */
enum rung {
    RUNG_M = LEVEL_M,
    RUNG_MA = LEVEL_MA,
    RUNG_MAC = LEVEL_MAC,
    RUNG_MACS = LEVEL_MACS,
    RUNG_MEASURED = LEVEL_MEASURED,
    RUNGS = LEVELS
};
extern const char *const gap_meanings[RUNGS]; /* meanings of the parts of a bar */

struct quantity rung_of(const struct gap_ladder *l, enum rung rung);
/* Returns the highest known rung. */
enum rung top_rung(const struct gap_ladder *l);

/* The horizontal range of a picture. 1 = unit cycles. */
struct bar_frame {
    double low, high; /* low <= 0, high > 0 */
    int width;        /* of the picture, pixels */
    bool focusable;   /* segments can get the keyboard focus */
};
/* Extends the frame so that the bar fits, up to the range from BAR_LOW to BAR_HIGH. */
void bar_fit(struct bar_frame *f, const struct gap_loop *l, enum rung whole, double unit);
/* Writes the segments of the loop's ladder up to the rung whole, or the reason as text if that rung
 * is unknown. title: for screen readers. */
void bar_put(FILE *out, const struct bar_frame *f, const struct gap_loop *l, enum rung whole,
             double unit, const char *title);

#endif
