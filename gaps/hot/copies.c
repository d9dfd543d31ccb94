/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/copies.h"
#include "gaps/hot/compare.h"
#include "gaps/hot/outside.h"
#include "gaps/ladder/join.h"

#include <string.h>

/* Returns whether row i is an outer compiled loop at lines of the source loop, without values per
 * iteration of another one. */
static bool is_candidate(const struct joined_run *j, size_t i, const struct source_loop *l)
{
    const struct gap_hot_row *row = &j->coverage->rows[i];
    const struct hotspot *h = row->hot;
    return h->kind == HOTSPOT_LOOP && row->outer && (j->places[i] < 0 || row->no_iterations) &&
           row->code && row->code->compiled->has_body && is_known(h->passes) &&
           h->passes.value > 0 && h->source && match_files(h->source, l->file) >= SAME_BASE_NAME &&
           h->line >= l->line && h->end_line <= l->end_line;
}

static void join_copy(struct joined_run *j, size_t i, long place, double k)
{
    struct gap_hot_row *row = &j->coverage->rows[i];
    struct loop_join join = j->joins[main_version(j, place)];
    join.k = known(k);
    join.k_how = "bytes that its own code accesses at lines of the source loop in a pass, divided "
                 "by those of an iteration";
    j->joins[i] = join;
    j->places[i] = place;
    row->no_iterations = NULL;
    row->source = join.source->id;
    row->source_name = join.source->id + strlen(join.source->file) + 1;
}

bool join_copies(struct joined_run *j, long place)
{
    const struct source_loop *l = j->of->build->loops[place].source;
    struct quantity n = total_iterations(j, place);
    if (!l->innermost || !is_known(n) || !(n.value > 0))
        return false;
    bool any = false;
    for (size_t i = 0; i < j->coverage->n; i++) {
        double k = is_candidate(j, i, l) ? copies_in_pass(j, place, l, n.value, i) : 0;
        if (k > 0)
            join_copy(j, i, place, k);
        any |= k > 0;
    }
    return any;
}
