/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/causes/placed.h"

struct placed_rows place_rows(struct arena *a, const struct model_build *b, struct gap_run *run)
{
    struct placed_rows p = {ARENA_ARRAY(a, struct gap_loop *, b->n + 1),
                            ARENA_ARRAY(a, long, b->n + 1)};
    size_t m = 0;
    for (size_t i = 0; i < run->n; i++)
        if (run->loops[i].place >= 0)
            p.row[run->loops[i].place] = &run->loops[i];
    for (size_t f = 0; f < b->stored->n_sources; f++) {
        const struct source_loops *file = &b->stored->sources[f].loops;
        size_t first = m;
        for (size_t i = 0; i < file->n; i++, m++)
            p.parent[m] = file->at[i].parent < 0 ? -1 : (long)first + file->at[i].parent;
    }
    return p;
}
