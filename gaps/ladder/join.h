/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source loop that matches a compiled loop, and k derived from both. */
#ifndef GAPS_JOIN_H
#define GAPS_JOIN_H

#include "runs/runs.h"

/* How well a path of line information names the file of a source loop. */
enum file_match { OTHER_FILE, SAME_BASE_NAME, SAME_END, SAME_PATH };
/* Returns SAME_END if one path is the end of the other, from a slash on. Line information has
 * absolute paths, and commands of users relative ones. */
enum file_match match_files(const char *path, const char *file);

struct loop_join {
    const struct source_loop *source;  /* NULL = none */
    const struct source_loop *facts;   /* facts of its iterations: source, or source->unrolled if
                                          the compiled loop is innermost and source is not; NULL =
                                          there is no source */
    const struct stored_source *input; /* the source file that contains it */
    bool mapped;                       /* matched by --map, not by source lines */
    const char *why;                   /* NULL, or the reason why no source loop matches */
    struct quantity k; /* of the compiled loop, corrected by the stride of the source */
    const char *k_how; /* origin of k; NULL = unknown */
    bool contradicts;  /* k is missing because it is inconsistent with the flops of a pass */
};

/* Matches compiled loop c with a source loop of b: by maps, otherwise by its source lines (the
 * innermost loop of the file that contains all of them; for a residue, the innermost outer loop).
 * Without a match, k and k_how are those of c. Texts are allocated in a. */
struct loop_join join_loop(struct arena *a, const struct stored_build *b,
                           const struct compiled_loop *c, const struct loop_map *maps,
                           size_t n_maps);

/* Matches an innermost compiled loop with the outer loop of b whose lines contain its own, if the
 * inner loops of the outer loop were unrolled completely. Like join_loop without maps. */
struct loop_join join_unrolled(struct arena *a, const struct stored_build *b,
                               const struct compiled_loop *c);

/* Returns k of a compiled loop of a profile. The reason of a missing one does not end with the
 * advice to set k by kmacstat, which does not read the loops of a profile. Allocated in a. */
struct quantity without_advice(struct arena *a, struct quantity k);

/* Sets k of a join that has none, if it agrees with the flops of a pass. how: origin of k. */
void join_set_k(struct arena *a, const struct compiled_loop *c, double k, const char *how,
                struct loop_join *j);

/* Returns the innermost loop of b, of any kind, that contains the lines of a source file, named as
 * by line information; NULL = none. */
const struct source_loop *loop_around_lines(struct arena *a, const struct stored_build *b,
                                            const char *source, long line, long end_line);

/* Returns the loop that encloses l, a loop of b; NULL = none. */
const struct source_loop *source_around(const struct stored_build *b, const struct source_loop *l);

/* Returns the source loop of b with the name (runs/names.h). NULL = none or several; sets
 * *several. */
const struct source_loop *loop_named(const struct stored_build *b, const char *name,
                                     const struct stored_source **input, bool *several);

#endif
