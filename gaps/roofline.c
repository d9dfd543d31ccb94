/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaps/roofline.h"

#include "bounds/data.h"
#include "bounds/terms.h"
#include "gaps/read.h"

#include <math.h>

struct gap_roofs gap_roofs(const struct gaps *g, struct arena *a, const struct gap_run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        const struct model_loop *l = gaps_model_loop(g, run, &run->loops[i]);
        if (l && l->machine)
            return (struct gap_roofs){l->machine->peak8, q_mul(bound_accesses(a, l->machine),
                                                               known(l->machine->widest_load))};
    }
    return (struct gap_roofs){missing("no loop has a machine file"),
                              missing("no loop has a machine file")};
}

struct quantity gap_bytes(const struct gaps *g, const struct gap_run *run,
                          const struct gap_loop *loop)
{
    const struct model_loop *l = gaps_model_loop(g, run, loop);
    if (!l)
        return missing("no source loop is known");
    if (!l->source->innermost || l->source->excluded)
        return missing("the essential operations of this loop are unknown");
    double n = l->source->counts.n[OP_LFL] + l->source->counts.n[OP_SFL];
    if (!(n > 0))
        return missing("it has no essential load or store");
    if (l->source->element_bytes <= 0)
        return missing("the size of its elements is unknown");
    return known(n * fmin((double)l->source->element_bytes, l->machine->widest_load));
}

bool gap_level_roof(const struct gap_loop *loop, int i, struct gap_level_roof *to)
{
    const struct gap_data *d = loop->data;
    if (!d || !d->bound || i >= d->bound->n || !is_known(d->bound->at[i].rate))
        return false;
    const struct data_level *l = &d->bound->at[i];
    *to = (struct gap_level_roof){.name = l->name, .rate = l->rate.value};
    to->bytes = is_known(l->bytes) ? l->bytes.value / d->k : 0;
    return true;
}

int gap_level_roofs(const struct gap_loop *loop)
{
    struct gap_level_roof of;
    int n = 0;
    while (gap_level_roof(loop, n, &of))
        n++;
    return n;
}
