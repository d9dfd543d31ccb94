/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/causes: the positions of dummy arguments in COMMON blocks, from the calls in the
 * sources of a build (section 5.2, figure 6). */
#ifndef GAPS_CAUSES_HOMES_H
#define GAPS_CAUSES_HOMES_H

#include "gaps/ladder/model.h"

/* The position in a COMMON block that all known calls pass for a dummy argument. */
struct home {
    const char *array;          /* dummy argument */
    const struct actual *first; /* of the first call; NULL = no such position, see why */
    const char *why;            /* a clause that begins with a call; NULL = there is no call */
};
struct homes {
    struct home *at; /* for each dummy array of the loop, by block, then offset; those without a
                        position are last */
    size_t n;
    const struct call **calls; /* of the routine, entry by entry, in order of the sources */
    size_t n_calls;
};
/* Returns the homes of the dummy arrays of loop l, allocated in a. Routines are identified by
 * name. */
struct homes find_homes(struct arena *a, const struct model_build *b, const struct source_loop *l);

#endif
