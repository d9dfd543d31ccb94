/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores facts of whole files in a run database, for tests. */
#ifndef TESTS_PUT_FILES_H
#define TESTS_PUT_FILES_H

#include "runs/runs.h"

static inline bool put_source_file(struct runs *r, const struct runs_target *t,
                                   const struct source_file *file, const struct source_loops *loops)
{
    struct runs_source *s = runs_source_begin(r, t, file->file);
    runs_source_loops(s, loops);
    return runs_source_end(s, file);
}

static inline bool put_compiled_file(struct runs *r, const struct runs_target *t, const char *path,
                                     const struct compiled_loops *loops,
                                     const struct loop_map *maps, size_t n_maps)
{
    struct runs_compiled *c = runs_compiled_begin(r, t, path);
    for (size_t i = 0; i < loops->n; i++)
        runs_compiled_loop(c, &loops->at[i]);
    return runs_compiled_end(c, loops->inner_of, loops->n_inner_of, maps, n_maps);
}

#endif
