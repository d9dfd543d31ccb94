/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes numbered pieces by several threads, and passes on results in order. */
#ifndef BASE_INORDER_H
#define BASE_INORDER_H

#include <stddef.h>

struct in_order {
    void (*work)(void *context, size_t i); /* on any thread: must only access piece i */
    void (*take)(void *context, size_t i); /* on any thread, one call at a time, in order, after
                                              work on i */
    void *context;
    size_t stack; /* bytes of stack for work; 0 = default */
};

/* Processes pieces 0 to n - 1 by that many threads, including the caller's (1 or less: only that
 * one). Threads are at most a few pieces ahead of `take`. */
void in_order(const struct in_order *o, size_t n, long threads);

#endif
