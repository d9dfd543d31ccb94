/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work on numbered pieces by several threads, results taken in order. */
#ifndef BASE_INORDER_H
#define BASE_INORDER_H

#include <stddef.h>

struct in_order {
    void (*work)(void *context, size_t i); /* on any thread: no other piece is touched */
    void (*take)(void *context, size_t i); /* likewise, one at a time and in order, after the work
                                              on i */
    void *context;
    size_t stack; /* bytes of stack that work needs; 0 = what threads have */
};

/* Pieces 0 to n - 1, worked on by that many threads, of which the caller's is one (1 or less: it is
 * the only one). Threads go no further ahead of what was taken than a few pieces each. */
void in_order(const struct in_order *o, size_t n, long threads);

#endif
