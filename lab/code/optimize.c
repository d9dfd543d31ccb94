/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of -O1 and above, in their order. */
#include "lab/code/passes.h"

static void clean(struct arena *a, struct ir_procedure *p)
{
    optimize_values(a, p);
    optimize_copies(a, p);
    optimize_dead(p);
}

static void carry(struct arena *a, struct ir_procedure *p, bool independent)
{
    optimize_local(a, p);
    optimize_values(a, p);
    optimize_dead(p);
    optimize_carried(a, p, independent);
    clean(a, p);
}

/* Objects of a group share memory: what may reach one may reach them all. */
static void spread_escapes(struct ir_procedure *p)
{
    for (size_t i = 0; i < p->objects.n; i++)
        for (size_t j = 0; j < p->objects.n && p->objects.at[i]->escapes; j++)
            if (p->objects.at[j]->group == p->objects.at[i]->group)
                p->objects.at[j]->escapes = true;
}

static void optimize(struct arena *a, struct ir_procedure *p, const struct kfc_options *o)
{
    spread_escapes(p);
    clean(a, p);
    optimize_invariants(p);
    optimize_elements(a, p, !o->openmp);
    clean(a, p);
    if (o->level >= 2) {
        carry(a, p, true);
        optimize_unroll(a, p, o);
    }
    carry(a, p, false);
    optimize_triads(p);
    optimize_copies(a, p);
    optimize_balance(p);
    optimize_dead(p);
}

void kfc_optimize(struct ir_unit *u, const struct kfc_options *o)
{
    for (size_t i = 0; i < u->procedures.n && o->level > 0; i++)
        optimize(u->arena, u->procedures.at[i], o);
}
