/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of recorded nests and of the machine for which data bounds are computed (--what-if):
 *     trip@LINE=N      the loop of that source line has N iterations
 *     block@LINE=N     the loop is divided into blocks of N iterations; the loop over the blocks is
 *                      the outermost of the nest
 *     CACHE=SIZE       size of a cache: "l2=4MB"
 * Arrays keep their layout. FILE:LINE names the file, too. */
#ifndef GAPS_WHAT_IF_H
#define GAPS_WHAT_IF_H

#include "facts/facts.h"

/* A change of a nest. */
struct nest_change {
    const char *text; /* as given */
    bool block;       /* otherwise trip */
    const char *file; /* NULL = any */
    long line;
    double n;
};
/* All zeros: none. */
struct gap_changes {
    struct nest_change *at;
    size_t n;
};

/* Adds a change of a nest to c, or the lines KEY=VALUE of --set of a change of a cache to set.
 * Texts are in a. Returns NULL, or what is wrong with the text, a clause. */
const char *gap_changes_add(struct gap_changes *c, struct arena *a, struct notes *set,
                            const char *text);

/* Returns the references of a loop of `file` after the changes, allocated in a; m itself if none of
 * them applies. passes: iterations of the source loop in a pass of the innermost loop. */
const struct movement *movement_changed(struct arena *a, const struct movement *m,
                                        const struct gap_changes *c, const char *file,
                                        double passes);
/* Returns whether a change applies to the nest of a loop of `file`. */
bool nest_change_applies(const struct nest_change *c, const struct movement *m, const char *file);

#endif
