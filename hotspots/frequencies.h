/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counted passes of hot code, and the frequencies of its blocks. */
#ifndef HOTSPOTS_FREQUENCIES_H
#define HOTSPOTS_FREQUENCIES_H

#include "hotspots/counted.h"
#include "hotspots/listing.h"
#include "x86-asm/x86-asm.h"

/* The sampled file whose code is counted. */
struct counted_code {
    const struct hot_counts *counts;
    const struct counted_object *object; /* NULL = it was not counted */
    const struct listing *listing;
    struct scan *scan;
};

/* Sets frequencies and counted passes of c, in a: loop i of the scan; LOOP_NONE = straight-line
 * code. Bounds do not need frequencies if all passes are alike and executions have many of them:
 * then only the passes are set. Nothing is set if a count is unknown. */
void set_hot_frequencies(struct arena *a, const struct counted_code *of, uint32_t i,
                         struct compiled_loop *c);

/* Returns the executions of each block of a body, in a; negative = unknown. i: its loop of the
 * scan; LOOP_NONE = straight-line code. */
double *count_body_blocks(struct arena *a, const struct counted_code *of, uint32_t i,
                          const struct instruction_body *b);

/* Returns the passes of loop i of the scan: executions of its first instruction without those after
 * which control leaves it at a test at its top. */
struct hot_count passes_of_loop(const struct counted_code *of, uint32_t i);

/* Returns how often control entered loop i of the scan. */
struct hot_count entries_of_loop(const struct counted_code *of, uint32_t i);

/* Returns the calls of the function that begins at an address, and at that line of the listing; 0 =
 * it was not disassembled. */
struct hot_count calls_of_function(const struct counted_code *of, uint64_t address, uint32_t line);

/* Returns the passes of loop i of the scan, whose first instruction also begins an inner loop:
 * those of the edges that lead there from outside of the inner loop. */
struct hot_count passes_of_shared_start(const struct counted_code *of, uint32_t i);

#endif
