/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source loop of a compiled loop, and what follows for k. */
#ifndef GAPS_JOIN_H
#define GAPS_JOIN_H

#include "runs/runs.h"

struct loop_join {
    const struct source_loop *source;  /* NULL = none */
    const struct stored_source *input; /* the file it was read with */
    bool mapped;                       /* by --map, not by source lines */
    const char *why;                   /* NULL, or why there is no source loop */
    struct quantity k;                 /* of the compiled loop, with the source's true stride */
    const char *k_how;                 /* NULL = not said */
    bool contradicts;                  /* k is missing because the flops of a pass contradict it */
};

/* Joins compiled loop c to a source loop of b: by maps, else by the source
 * lines it carries (the innermost loop of the file of that name whose lines
 * hold all of them; for a residue, of those with loops in them). k and k_how are c's own where no
 * source loop is found. Texts live in a. */
struct loop_join join_loop(struct arena *a, const struct stored_build *b,
                           const struct compiled_loop *c, const struct loop_map *maps,
                           size_t n_maps);

/* The loop around l, which is one of b; NULL = none is. */
const struct source_loop *source_around(const struct stored_build *b, const struct source_loop *l);

/* The only source loop of b that name means (runs/names.h). NULL = none, *several = there are more.
 */
const struct source_loop *loop_named(const struct stored_build *b, const char *name,
                                     const struct stored_source **input, bool *several);

#endif
