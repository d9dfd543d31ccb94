/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: the body of a loop as the bytes that the database keeps.
 *
 * Whole numbers in 7 bits a byte, the least ones first, the top bit where more follow; those that
 * can be negative with their sign in the lowest bit. A version; a list of words (names of forms and
 * classes) and then, by their places in it: for each instruction its parts, classes, sizes, lines,
 * stream and text, and for each flow its ends, distance and input. Fields are told once, in body.c.
 */
#ifndef RUNS_BODY_H
#define RUNS_BODY_H

#include "facts/facts.h"

/* Bytes of the body, in a. */
struct body_bytes {
    const unsigned char *at;
    size_t n;
};
struct body_bytes body_write(struct arena *a, const struct instruction_body *b);

/* The body that the bytes say, in a, of a loop with so many areas; NULL where they say none: cut
 * short, longer, or what no loop has. */
struct instruction_body *body_read(struct arena *a, struct body_bytes from, size_t areas);

#endif
