/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/unequal.h"
#include "base/util.h"
#include "gaps/hot/coverage.h"
#include "runs/names.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Returns the row of a function that copies or fills memory, and that code of the routine of the
 * loop called; NULL = none. */
static const struct hotspot *find_copy(const struct unequal *u)
{
    static const char *const names[] = {"memcpy", "memmove", "memset"};
    for (size_t i = 0; i < u->coverage->n; i++) {
        const struct hotspot *h = u->coverage->rows[i].hot;
        bool copies = false;
        for (size_t k = 0; h->kind == HOTSPOT_LIBRARY && h->function && k < COUNT_OF(names); k++)
            copies |= strstr(h->function, names[k]) != NULL;
        if (copies && h->caller && u->source->routine && strstr(h->caller, u->source->routine))
            return h;
    }
    return NULL;
}

/* Returns the row of a machine loop that has lines of this loop and of others; NULL = none. */
static const struct hotspot *find_fused(const struct unequal *u)
{
    for (size_t i = 0; i < u->coverage->n; i++) {
        const struct gap_hot_row *row = &u->coverage->rows[i];
        const struct hotspot *h = row->hot;
        bool overlaps = h->kind == HOTSPOT_LOOP && !row->outer && h->source &&
                        h->line <= u->source->end_line && h->end_line >= u->source->line &&
                        strcmp(runs_base_name(h->source), runs_base_name(u->source->file)) == 0;
        if (overlaps && (h->line < u->source->line || h->end_line > u->source->end_line))
            return h;
    }
    return NULL;
}

/* Returns whether the build has a call of the loop's routine. */
static bool is_called(const struct unequal *u)
{
    for (size_t i = 0; u->source->routine && i < u->build->n_calls; i++)
        if (strcasecmp(u->build->calls[i]->callee, u->source->routine) == 0)
            return true;
    return false;
}

/* Returns the integer that x is, at least 2; 0 = it is none. */
static double multiple_of(double x)
{
    double n = nearbyint(x);
    return n >= 2 && fabs(x - n) <= 1e-3 * n ? n : 0;
}

/* Returns the likely cause. Each text states what it is derived from. */
static const char *cause(struct arena *a, const struct unequal *u)
{
    const struct hotspot *copy = find_copy(u), *fused = find_fused(u);
    double fewer = multiple_of(u->marked / u->counted);
    if (u->counted > u->marked)
        return "k is too large, or its machine loops also execute other source loops";
    if (fused)
        return arena_printf(a, "machine loop %s has its lines and those of other loops: fused",
                            fused->name);
    if (copy)
        return arena_printf(a, "its routine called %s: replaced in part by this function",
                            copy->name);
    if (fewer && u->source->depth > 1)
        return arena_printf(a,
                            "a pass has %g times k iterations: an outer loop was unrolled into its "
                            "passes, or k is too small",
                            fewer);
    if (is_called(u))
        return "calls of its routine were moved out of a loop or removed, or other code executes "
               "the rest: inlined copies without samples";
    return "other code executes the rest: a version without samples, a split or completely "
           "unrolled "
           "loop, or it was removed";
}

const char *unequal_reason(struct arena *a, const struct unequal *u)
{
    return arena_printf(a,
                        "its machine loops executed %.10g iterations (k x passes), the source "
                        "%.10g in run %s: %s",
                        u->counted, u->marked, u->run, cause(a, u));
}
