/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/causes: where the calls of a build's sources say that dummy arguments lie (section
 * 5.2, figure 6). */
#ifndef GAPS_CAUSES_HOMES_H
#define GAPS_CAUSES_HOMES_H

#include "gaps/ladder/model.h"

/* The one place in a COMMON block that every known call gives a dummy argument. */
struct home {
    const char *array;          /* dummy argument */
    const struct actual *first; /* of the first call; NULL = it has no such place: */
    const char *why;            /* a clause that begins with a call; NULL = there is none at all */
};
struct homes {
    struct home *at; /* of each array of the loop's dummies, by block, then offset; those without a
                        place at the end */
    size_t n;
    const struct call **calls; /* of the routine, entry by entry, in order of the sources */
    size_t n_calls;
};
/* Routines are known by their names. Made in a. */
struct homes homes_find(struct arena *a, const struct model_build *b, const struct source_loop *l);

#endif
