/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes of -O1 and above, in their order. */
#include "lab/code/passes.h"

#include <string.h>

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

/* The time of passes grows with loops x blocks x depth. */
enum { LOOPS_MOST = 1000, DEPTH_MOST = 100 };

static int depth_of(const struct ir_procedure *p)
{
    int *depth = xmalloc((p->loops.n + 1) * sizeof *depth), most = 0;

    for (size_t l = 0; l < p->loops.n; l++) {
        int parent = p->loops.at[l].parent;
        depth[l] = parent >= 0 && (size_t)parent < l ? depth[parent] + 1 : 1;
        most = depth[l] > most ? depth[l] : most;
    }
    array_release(depth);
    return most;
}

/* What a procedure has more of than the passes take; NULL = of nothing. most: how many they take.
 */
static const char *excess_of(const struct ir_procedure *p, int *has, int *most)
{
    *has = (int)p->loops.n;
    *most = LOOPS_MOST;
    if (*has > *most)
        return "loops";
    *has = depth_of(p);
    *most = DEPTH_MOST;
    return *has > *most ? "nested loops" : NULL;
}

void kfc_find_large(struct ir_unit *u, const struct kfc_options *o, struct diag *d)
{
    for (size_t i = 0; i < u->procedures.n && o->level > 0; i++) {
        struct ir_procedure *p = u->procedures.at[i];
        size_t length = strlen(p->name);
        int has, most;
        const char *excess = excess_of(p, &has, &most);
        p->plain = excess != NULL;
        if (p->plain)
            diag_warning(d, (struct where){.file = u->source, .line = (long)p->line},
                         "procedure '%.*s' has %d %s and is not optimized: kfc optimizes "
                         "procedures of at most %d %s; split it",
                         (int)(length - (length > 0 && p->name[length - 1] == '_')), p->name, has,
                         excess, most, excess);
    }
}

void kfc_optimize(struct ir_unit *u, const struct kfc_options *o)
{
    for (size_t i = 0; i < u->procedures.n && o->level > 0; i++)
        if (!u->procedures.at[i]->plain)
            optimize(u->arena, u->procedures.at[i], o);
}
