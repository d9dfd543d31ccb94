/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to hotspots/: builds the rows. */
#ifndef HOTSPOTS_ROWS_H
#define HOTSPOTS_ROWS_H

#include "hotspots/files.h"
#include "hotspots/hotspots.h"
#include "hotspots/outside.h"

struct hot_rows {
    struct arena *arena;
    const struct profile *profile;
    const struct machine *machine;
    const struct hot_counts *counts;      /* NULL = none */
    const struct counted_object *counted; /* of the file whose rows are added; NULL = none */
    const struct hot_profile *reference;  /* has the source loops of the reference build */
    struct hotspot *at;
    size_t n;
    struct line_list lines; /* accesses by code outside of the innermost loops with rows */
};
/* Adds the rows of a file, with times in units of the profile. Sets code to its loops, and moves
 * the listing to it if there are any. */
void hot_rows_add(struct hot_rows *r, struct hot_file *f, struct hot_code *code);
/* Completes times, names, intervals and order, and stores the rows in to. */
void hot_rows_finish(struct hot_rows *r, struct hot_profile *to);

#endif
