/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of passes of a loop as a multiple of a value that the routine computes before the
 * loop, such as its trip count: (n >> 3) passes, or an index that advances by 8 up to (n & -8),
 * process 8 units of n in a pass. */
#ifndef X86_ASM_TRIPS_H
#define X86_ASM_TRIPS_H

#include "x86-asm/values.h"

/* What the code before a loop says about its number of passes. */
struct x86_trips {
    int64_t units;    /* of the counted value, in a pass; 0 = unknown */
    bool is_count;    /* the value is no difference, such as of two addresses, in bytes */
    const char *what; /* the counted value: "%rdi at the start of the routine" */
};
/* Derives them from the comparison that ends the loop and the values before the loop. Texts in a.
 */
struct x86_trips x86_find_trips(struct arena *a, const struct x86_body *b,
                                const struct x86_back_edges *back);

/* The address of an operation when control enters the loop, relative to that of another one. */
struct x86_entry {
    size_t op;     /* set by the caller */
    size_t first;  /* the first entry whose address differs by a constant: it may be itself */
    int64_t apart; /* the difference, in bytes */
};
/* Sets `first` and `apart` of n entries from the instructions before the loop. */
void x86_compare_entries(const struct x86_body *b, const struct x86_back_edges *back,
                         struct x86_entry *at, size_t n);

#endif
