/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/passes.h"

/* Returns the sum of the periods of all samples of instructions. */
static double sampled_instructions(const struct profile *p)
{
    double sum = 0;
    for (size_t i = 0; i < p->n_executed; i++)
        sum += (double)p->executed[i].instructions;
    return sum;
}

/* Returns why the instructions of a pass are not one number; NULL = they are. */
static const char *why_not_constant(const struct compiled_loop *c)
{
    return c->kind != LOOP_INNERMOST ? "an outer loop: its passes contain inner loops"
           : !c->body || !c->body->n ? "the instructions of the loop are unknown"
           : c->n_areas ? "the loop has conditional blocks: the instructions of a pass vary"
                        : NULL;
}

struct quantity loop_passes(const struct profile *p, const struct compiled_loop *c, double sampled)
{
    if (!is_known(p->instructions))
        return p->instructions;
    const char *why = why_not_constant(c);
    double all = sampled_instructions(p);
    if (why)
        return missing(why);
    if (all <= 0 || sampled <= 0 || p->instructions.value <= 0)
        return missing("no sample of an instruction is in the loop");
    return known(sampled * (p->instructions.value / all) / (double)c->body->n);
}
