/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the elements with the largest values. */
#ifndef PLOTS_RANKING_H
#define PLOTS_RANKING_H

#include <stddef.h>

/* An element of an array, and the value that ranks it. */
struct ranked {
    const void *item;
    double value;
};
/* Sorts by descending value; equal ones, by their position in the array. */
void rank_by_value(struct ranked *at, size_t n);
/* Sorts by the position in the array. */
void rank_by_position(struct ranked *at, size_t n);

#endif
