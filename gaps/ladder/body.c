/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled loops of machines with dynamic scheduling: bounds from the body, which is in the
 * database. */
#include "gaps/ladder/model.h"

#include "bounds/steady.h"

const struct instruction_body *model_body(struct arena *a, const struct model_loop *l,
                                          const char **why)
{
    struct instruction_body *b = NULL;
    *why = "the database cannot be read";
    if (runs_body(l->runs, a, l->build, l->compiled, &b))
        *why = "the compiled loop's instructions are not in the database";
    return b;
}

/* Returns frequencies for the share of passes that skip each area, in a. */
static struct body_frequencies run_frequencies(struct arena *a, const struct model_loop *l,
                                               const struct instruction_body *b,
                                               const double *share)
{
    size_t n = l->compiled->n_areas;
    double *at = ARENA_ARRAY(a, double, n + 1);
    for (size_t j = 0; j < n; j++) {
        double run = 1 - share[l->source->n_blocks + j];
        at[j] = run < 0 ? 0 : run > 1 ? 1 : run;
    }
    return frequencies_of_areas(a, b, at, n);
}

struct body_bounds model_body_bounds(struct arena *a, const struct model_loop *l,
                                     const double *share)
{
    const char *why;
    const struct instruction_body *b = model_body(a, l, &why);
    struct quantity none = missing(why);
    if (!b)
        return (struct body_bounds){{none, none, none, none, none, NULL}, none, NULL};
    const struct body_frequencies *counted = l->compiled->frequencies;
    struct body_frequencies f;
    if (share && !counted)
        f = run_frequencies(a, l, b, share);
    struct pass_model passes = find_pass_model(a, l->compiled_machine, b,
                                               counted ? counted
                                               : share ? &f
                                                       : NULL);
    struct steady s = steady_state(a, &passes);
    return (struct body_bounds){
        bound_mac_body(a, &passes, l->k),
        is_known(s.cycles) ? q_div(s.cycles, l->k, "k is 0") : s.cycles,
        s.limit,
    };
}

/* Returns the quantity with its reason in a. */
static struct quantity kept(struct arena *a, struct quantity q)
{
    return is_known(q) ? q : missing(arena_strdup(a, q.missing));
}

struct quantity model_access_cycles(struct arena *a, const struct model_loop *l)
{
    struct arena scratch = {0};
    const char *why;
    const struct instruction_body *b = model_body(&scratch, l, &why);
    struct quantity cycles = missing(why);
    if (b) {
        struct pass_model passes =
            find_pass_model(&scratch, l->compiled_machine, b, l->compiled->frequencies);
        cycles = bound_mac_body(&scratch, &passes, known(1)).tm;
    }
    cycles = kept(a, cycles);
    arena_free(&scratch);
    return cycles;
}

static struct quantity per_iteration(const struct pass_bound *b, struct quantity k)
{
    return is_known(b->cycles) ? q_div(b->cycles, k, "k is 0") : b->cycles;
}

void model_pass_bounds(struct arena *a, const struct model_loop *l, const double *share,
                       struct quantity *mac, struct quantity *macs)
{
    const struct compiled_loop *c = l->compiled;
    bool weighed = share && c->n_areas && !c->frequencies;
    if (l->stored_holds && c->mac.limit && c->macs.limit && !weighed) {
        *mac = per_iteration(&c->mac, l->k);
        *macs = per_iteration(&c->macs, l->k);
        return;
    }
    struct arena scratch = {0};
    struct body_bounds b = model_body_bounds(&scratch, l, share);
    *mac = kept(a, b.mac.cpl);
    *macs = kept(a, b.macs);
    arena_free(&scratch);
}

void model_code_bounds(struct arena *a, const struct model_loop *l, struct pass_bound *mac,
                       struct pass_bound *macs)
{
    const struct compiled_loop *c = l->compiled;
    *mac = c->mac;
    *macs = c->macs;
    if (l->stored_holds && c->mac.limit && c->macs.limit)
        return;
    struct arena scratch = {0};
    struct body_bounds b = model_body_bounds(&scratch, l, NULL);
    *mac =
        (struct pass_bound){kept(a, b.mac.cpl), b.mac.limit ? arena_strdup(a, b.mac.limit) : NULL};
    *macs =
        (struct pass_bound){kept(a, b.macs), b.macs_limit ? arena_strdup(a, b.macs_limit) : NULL};
    arena_free(&scratch);
}
