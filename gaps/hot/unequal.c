/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/hot/unequal.h"
#include "base/util.h"
#include "gaps/hot/accesses.h"
#include "gaps/hot/coverage.h"
#include "gaps/ladder/join.h"
#include "runs/names.h"

#include <math.h>
#include <string.h>
#include <strings.h>

const char *replacing_function(const struct gap_coverage *c, const char *function)
{
    static const char *const names[] = {"memcpy", "memmove", "memset"};
    for (size_t i = 0; i < c->n; i++) {
        const struct hotspot *h = c->rows[i].hot;
        bool copies = false;
        for (size_t k = 0; h->kind == HOTSPOT_LIBRARY && h->function && k < COUNT_OF(names); k++)
            copies |= strstr(h->function, names[k]) != NULL;
        if (copies && (function ? h->caller && strstr(h->caller, function) : !h->caller))
            return h->name;
    }
    return NULL;
}

/* Returns whether a line is one of a loop beside the source loop: neither in it nor around it. */
static bool is_of_other_loop(const struct unequal *u, long line)
{
    const struct hot_profile *p = u->coverage->profile;
    if (line >= u->source->line && line <= u->source->end_line)
        return false;
    for (size_t i = 0; i < p->n_source_loops; i++) {
        const struct hot_source_loop *l = &p->source_loops[i];
        bool around = l->line <= u->source->line && l->end_line >= u->source->end_line;
        if (!around && l->line <= line && line <= l->end_line &&
            match_files(l->source, u->source->file) >= SAME_BASE_NAME)
            return true;
    }
    return false;
}

/* Returns whether a compiled loop accesses memory or computes at lines of the source loop and of a
 * loop beside it. Lines of other instructions show nothing: copies of registers keep the line of
 * code before the loop. */
static bool executes_both(const struct unequal *u, const struct gap_hot_row *row)
{
    struct arena scratch = {0};
    const char *why;
    const struct instruction_body *b = row->code ? model_body(&scratch, row->code, &why) : NULL;
    bool own = false, others = false;
    for (size_t i = 0; b && i < b->n; i++) {
        long line = is_work(&b->at[i]) ? b->at[i].line : 0;
        own |= line >= u->source->line && line <= u->source->end_line;
        others |= line > 0 && is_of_other_loop(u, line);
    }
    arena_free(&scratch);
    return own && others;
}

/* Returns the row of a compiled loop that has code of this loop and of others; NULL = none. */
static const struct hotspot *find_fused(const struct unequal *u)
{
    for (size_t i = 0; i < u->coverage->n; i++) {
        const struct gap_hot_row *row = &u->coverage->rows[i];
        const struct hotspot *h = row->hot;
        bool overlaps = h->kind == HOTSPOT_LOOP && !row->outer && h->source &&
                        h->line <= u->source->end_line && h->end_line >= u->source->line &&
                        strcmp(runs_base_name(h->source), runs_base_name(u->source->file)) == 0;
        if (overlaps && executes_both(u, row))
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

/* Returns whether iterations of an execution are as many in machine code as in the source, except
 * for a remainder. */
static bool has_same_trips(const struct unequal *u)
{
    const double most_of_remainder = 0.05;
    double here = u->counted / u->executions.value, there = u->expected / u->entries.value;
    return fabs(here - there) <= most_of_remainder * there;
}

/* Returns what the executions show; NULL = nothing. */
static const char *cause_by_executions(struct arena *a, const struct unequal *u)
{
    const double error = 1e-3, least_unrolled = 1.9;
    if (u->counted >= u->expected || !is_known(u->executions) || !is_known(u->entries) ||
        !(u->executions.value > 0) || !(u->entries.value > 0))
        return NULL;
    double fewer = u->entries.value / u->executions.value;
    if (fabs(fewer - 1) <= error)
        return arena_printf(a,
                            "both were executed %.10g times: other code executes the rest of each "
                            "execution, such as a remainder, or k is too small",
                            u->entries.value);
    if (fewer < 1 || !has_same_trips(u))
        return NULL;
    return arena_printf(a,
                        "they were executed %.10g times, the source loop %.10g times: %s, or code "
                        "without a row executes the rest, such as an inlined copy",
                        u->executions.value, u->entries.value,
                        fewer >= least_unrolled
                            ? "an outer loop was unrolled into their passes, calls of its function "
                              "were moved out of a loop or removed"
                            : "calls of its function were removed");
}

/* Returns why more iterations were executed than in the source. A k of 1 cannot be too large. */
static const char *cause_of_more(const struct unequal *u)
{
    return u->k > 1 ? "k is too large, or its compiled loops also execute other source loops"
                    : "its compiled loops, or other code at its lines, also execute other source "
                      "loops";
}

/* Returns why outer compiled loops executed fewer iterations than the source loop. */
static const char *cause_of_fewer_outer(const struct unequal *u)
{
    if (u->source->innermost && u->source->depth == 1)
        return "the source loop is in no nest, but its machine code is one: each of the loops "
               "there executes a part of the iterations";
    return "no loop of the source at its lines has as many: loops of the nest were interchanged "
           "or merged";
}

/* Returns the likely cause. Each text states what it is derived from. */
static const char *cause(struct arena *a, const struct unequal *u)
{
    const struct hotspot *fused = find_fused(u);
    const char *copy =
        u->source->routine ? replacing_function(u->coverage, u->source->routine) : NULL;
    const char *by_executions = cause_by_executions(a, u);
    double found = u->counted + (is_known(u->outside) ? u->outside.value : 0);
    double fewer = multiple_of(u->expected / found);
    const double most_unrolled = 64; /* iterations of a pass */
    double more = multiple_of(u->counted / u->expected);
    if (more && u->equal == (size_t)more)
        return arena_printf(a, "it was split into %zu loops, each of which executes its iterations",
                            u->equal);
    if (u->several)
        return arena_printf(a, "a compiled loop has lines of %s: fused, or unrolled completely",
                            u->several);
    if (u->counted > u->expected)
        return cause_of_more(u);
    if (by_executions && !u->outer)
        return by_executions;
    if (fused)
        return arena_printf(a, "compiled loop %s has its lines and those of other loops: fused",
                            fused->name);
    if (u->outer && u->counted < u->expected)
        return cause_of_fewer_outer(u);
    if (is_known(u->outside) && u->counted + u->outside.value > u->expected)
        return cause_of_more(u);
    if (fewer && u->source->depth == 1)
        return arena_printf(
            a,
            "the source has %g times as many: calls of its function were moved out "
            "of a loop or removed%s",
            fewer,
            fewer <= most_unrolled
                ? ", an outer loop was unrolled into its passes, k is too small, or code "
                  "without a row executes the rest"
                : "");
    if (copy)
        return arena_printf(a, "its routine called %s: replaced in part by this function", copy);
    if (fewer && fewer <= most_unrolled && u->source->depth > 1)
        return arena_printf(a,
                            "a pass has %g times k iterations: an outer loop was unrolled into its "
                            "passes, or k is too small",
                            fewer);
    if (is_called(u))
        return "calls of its routine were moved out of a loop or removed, or inlined copies "
               "without "
               "samples execute the rest";
    return "the rest is executed by other code (a version without samples, or a split or "
           "completely "
           "unrolled loop), or the compiler removed it";
}

const char *unequal_reason(struct arena *a, const struct unequal *u)
{
    const char *outside =
        !is_known(u->outside)
            ? arena_printf(a, ", other code an unknown number (%s)", u->outside.missing)
        : u->outside.value > 0 ? arena_printf(a, ", other code %.10g", u->outside.value)
                               : "";
    return arena_printf(a,
                        "its compiled loops executed %.10g iterations (k x passes)%s, the source "
                        "%.10g %s: %s",
                        u->counted, outside, u->expected, u->where, cause(a, u));
}
