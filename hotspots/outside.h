/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counted memory accesses of code outside of the compiled loops that have rows. */
#ifndef HOTSPOTS_OUTSIDE_H
#define HOTSPOTS_OUTSIDE_H

#include "hotspots/files.h"
#include "hotspots/frequencies.h"

struct line_list {
    struct line_accesses *at;
    size_t n;
};

/* Adds the accesses of the disassembled functions of a file, in a. passes[i]: executions of each
 * instruction of loop i of the scan that are not added, because the row of an innermost loop has
 * them; HUGE_VAL = those of the first instruction of its block. The list is not sorted. Requires
 * counts of the file. */
void add_outside_accesses(struct arena *a, const struct counted_code *of, const struct hot_file *f,
                          const double *passes, struct line_list *to);
/* Sorts a list and adds up the accesses of each line. */
void merge_lines(struct line_list *l);

#endif
