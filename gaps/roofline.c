/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/roofline.h"

#include "bounds/resources.h"
#include "gaps/read.h"

#include <math.h>

enum { MIXES = 64 }; /* shares of stores that are tried */

static size_t add_needs(const struct machine *m, enum op_class class, double count,
                        struct port_need *to)
{
    const struct machine_class *c = &m->classes[class];
    for (int i = 0; i < c->n_needs; i++)
        to[i] = (struct port_need){.ports = c->needs[i], .count = count};
    return (size_t)c->n_needs;
}

/* Loads and stores a cycle of the best mix; missing where they take nothing. */
static struct quantity accesses(const struct machine *m)
{
    double best = 0;
    if (!m->classes[OP_LFL].n_needs || !m->classes[OP_SFL].n_needs)
        return missing("the machine description does not say what loads and stores take");
    for (int i = 0; i <= MIXES; i++) {
        struct port_need needs[2 * MACHINE_NEEDS];
        port_set busiest;
        double stores = (double)i / MIXES;
        size_t n = add_needs(m, OP_LFL, 1 - stores, needs);
        n += add_needs(m, OP_SFL, stores, needs + n);
        best = fmax(best, 1 / resource_load(needs, n, &busiest));
    }
    return known(best);
}

struct gap_roofs gap_roofs(const struct gaps *g, const struct gap_run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        const struct model_loop *l = gaps_model_loop(g, run, &run->loops[i]);
        if (l && l->machine)
            return (struct gap_roofs){l->machine->peak8,
                                      q_mul(accesses(l->machine), known(l->machine->widest_load))};
    }
    return (struct gap_roofs){missing("no loop tells the machine"),
                              missing("no loop tells the machine")};
}

struct quantity gap_bytes(const struct gaps *g, const struct gap_run *run,
                          const struct gap_loop *loop)
{
    const struct model_loop *l = gaps_model_loop(g, run, loop);
    if (!l)
        return missing("no source loop is known");
    if (!l->source->innermost || l->source->excluded)
        return missing("no essential operations are counted for this loop");
    double n = l->source->counts.n[OP_LFL] + l->source->counts.n[OP_SFL];
    if (!(n > 0))
        return missing("it has no essential load or store");
    if (l->source->element_bytes <= 0)
        return missing("the size of its elements is not known");
    return known(n * fmin((double)l->source->element_bytes, l->machine->widest_load));
}
