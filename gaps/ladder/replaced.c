/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/ladder/replaced.h"

#include "base/util.h"

#include <string.h>

void replace_overhead(struct source_loops *loops, const struct machine *was,
                      const struct machine *is)
{
    if (was->overhead_x == is->overhead_x && was->overhead_branch == is->overhead_branch &&
        was->overhead_increment == is->overhead_increment)
        return;
    for (size_t i = 0; i < loops->n; i++) {
        struct source_loop *l = &loops->at[i];
        if (!l->innermost || l->excluded)
            continue;
        l->counts.n[OP_X] = is->overhead_x;
        l->counts.n[OP_Y] = is->overhead_branch + l->bases * is->overhead_increment;
    }
}

/* Whether a latency is among the replaced lines. */
static bool replaces_latency(const struct machine *is)
{
    static const char *const begins[] = {"latency.", "forward.", "distance."};
    for (size_t i = 0; i < is->set.n; i++)
        for (size_t k = 0; k < COUNT_OF(begins); k++)
            if (strncmp(is->set.at[i], begins[k], strlen(begins[k])) == 0)
                return true;
    return false;
}

/* Returns the first replaced key that the counts of essential operations depend on; NULL = none. */
static const char *replaced_count_key(const struct machine *was, const struct machine *is)
{
    return was->fp_registers != is->fp_registers   ? "fp-registers"
           : was->displacement != is->displacement ? "displacement"
           : was->widest_load != is->widest_load   ? "widest-load"
                                                   : NULL;
}

void note_not_replaced(struct arena *a, struct model_loop *l, const struct machine *was)
{
    const struct machine *is = l->machine;
    if (l->source->excluded || was == is)
        return;
    const char *key = replaced_count_key(was, is);
    if (key)
        note(a, &l->notes,
             "--set does not change its stored operations, which depend on %s; kma --set counts "
             "them again",
             key);
    if (!replaces_latency(is))
        return;
    if (l->recurrence.n)
        note(a, &l->notes,
             "with --set, t_d is computed for the stored path; with these latencies another path "
             "can have a longer t_d: kma --set finds the longest");
    if (l->compiled && !l->compiled->has_body && l->compiled_recurrence.n)
        note(
            a, &l->notes,
            "with --set, the recurrence of the compiled loop is computed for the stored path; with "
            "these latencies another path can be longer: kmacstat --set finds the longest");
}
