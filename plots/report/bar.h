/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar of a loop, lying, as an inline picture that takes its colours from
 * the style sheet. */
#ifndef PLOTS_BAR_H
#define PLOTS_BAR_H

#include "gaps/gaps.h"
#include "plots/charts/sheet.h"

#include <stdio.h>

/* The levels of plots/charts/sheet.h, which names them. */
enum rung {
    RUNG_M = LEVEL_M,
    RUNG_MA = LEVEL_MA,
    RUNG_MAC = LEVEL_MAC,
    RUNG_MACS = LEVEL_MACS,
    RUNG_MEASURED = LEVEL_MEASURED,
    RUNGS = LEVELS
};
extern const char *const gap_meanings[RUNGS]; /* of the parts of a bar */

struct quantity rung_of(const struct gap_ladder *l, enum rung rung);
/* The highest rung that is known. */
enum rung top_rung(const struct gap_ladder *l);

/* What the width of a picture spans, in the unit of unit cycles: 1 = that many. */
struct bar_frame {
    double low, high; /* low <= 0, high > 0 */
    int width;        /* of the picture, pixels */
    bool reached;     /* segments can be reached with the keyboard */
};
/* Widens the frame so that the bar fits, if it does between -1 and 2. */
void bar_fit(struct bar_frame *f, const struct gap_ladder *l, enum rung whole, double unit);
/* The segments of the ladder up to the rung whole; why it has none, as text, where
 * that is not known. title: what the picture is of. */
void bar_put(FILE *out, const struct bar_frame *f, const struct gap_ladder *l, enum rung whole,
             double unit, const char *title);

#endif
