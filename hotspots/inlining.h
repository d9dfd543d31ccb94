/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines of loops with inlined functions. */
#ifndef HOTSPOTS_INLINING_H
#define HOTSPOTS_INLINING_H

#include "binaries/binary.h"
#include "facts/facts.h"
#include "facts/hotspots.h"
#include "hotspots/listing.h"

/* Source lines in one function. */
struct inlined_lines {
    const char *source; /* valid until binary_close */
    long line, end_line;
};

/* Returns whether two paths name one source file: equal, or the shorter one is the end of the other.
 */
bool is_same_source(const char *a, const char *b);

/* Sets *to to the lines of a compiled loop in the function of its source loop. Of the inlined
 * functions that contain the branch to the start of the loop, and the compiled one, it is the
 * innermost one in which a loop of the reference build contains the lines. Instructions of
 * functions that were inlined into it have the lines of their calls. Code that was never executed
 * has no lines, neither have lines that are in no loop of the reference build, if the others are in
 * one, nor copies of registers, if the others are in a smaller one. reference: has the loops of the
 * reference build. Returns false if no such function is known, or nothing is inlined and a loop
 * contains all lines of the compiled loop but no smaller one those without register copies. */
bool find_inlined_lines(struct binary *b, const struct listing *l, const struct compiled_loop *c,
                        const struct hot_profile *reference, struct inlined_lines *to);
/* Returns whether a loop of the reference build contains the lines of a compiled loop. */
bool has_reference_loop(const struct hot_profile *reference, const struct compiled_loop *c);

#endif
