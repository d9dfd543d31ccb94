/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequence of passes of -O1 and above. */
#include "lab/code/passes.h"

#include <string.h>

static void clean_up(struct arena *a, struct ir_procedure *p)
{
    optimize_values(a, p);
    optimize_copies(a, p);
    optimize_dead(p);
}

static void carry_elements(struct arena *a, struct ir_procedure *p, bool independent)
{
    optimize_local(a, p);
    optimize_values(a, p);
    optimize_dead(p);
    optimize_carried(a, p, independent);
    clean_up(a, p);
}

/* Marks all objects of a group as escaping if one does, because they share memory. */
static void spread_escapes(struct ir_procedure *p)
{
    for (size_t i = 0; i < p->objects.n; i++)
        for (size_t j = 0; j < p->objects.n && p->objects.at[i]->escapes; j++)
            if (p->objects.at[j]->group == p->objects.at[i]->group)
                p->objects.at[j]->escapes = true;
}

static void optimize_procedure(struct arena *a, struct ir_procedure *p, const struct kfc_options *o)
{
    spread_escapes(p);
    clean_up(a, p);
    optimize_invariants(p);
    optimize_elements(a, p, !o->openmp);
    clean_up(a, p);
    if (o->level >= 2) {
        carry_elements(a, p, true);
        optimize_unroll(a, p, o);
    }
    carry_elements(a, p, false);
    optimize_triads(p);
    optimize_copies(a, p);
    optimize_balance(p);
    optimize_dead(p);
}

/* The time of the passes grows with loops x blocks x depth. */
enum { MAX_LOOPS = 1000, MAX_DEPTH = 100 };

static int max_loop_depth(const struct ir_procedure *p)
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

/* Returns the name of the limit that a procedure exceeds, with its value and the limit; NULL =
 * none. */
static const char *find_excess(const struct ir_procedure *p, int *has, int *most)
{
    *has = (int)p->loops.n;
    *most = MAX_LOOPS;
    if (*has > *most)
        return "loops";
    *has = (int)p->n_variables;
    *most = IR_MAX_VARIABLES;
    if (*has > *most)
        return "scalar variables";
    *has = max_loop_depth(p);
    *most = MAX_DEPTH;
    return *has > *most ? "nested loops" : NULL;
}

void kfc_find_large(struct ir_unit *u, const struct kfc_options *o, struct diag *d)
{
    for (size_t i = 0; i < u->procedures.n && o->level > 0; i++) {
        struct ir_procedure *p = u->procedures.at[i];
        size_t length = strlen(p->name);
        int has, most;
        const char *excess = find_excess(p, &has, &most);
        p->too_large = excess;
        if (p->too_large)
            diag_warning(d, (struct where){.file = u->source, .line = (long)p->line},
                         "procedure '%.*s' has %d %s and is not optimized: split it, so that each "
                         "part has at most %d %s",
                         (int)(length - (length > 0 && p->name[length - 1] == '_')), p->name, has,
                         excess, most, excess);
    }
}

void kfc_optimize(struct ir_unit *u, const struct kfc_options *o)
{
    for (size_t i = 0; i < u->procedures.n && o->level > 0; i++)
        if (!u->procedures.at[i]->too_large)
            optimize_procedure(u->arena, u->procedures.at[i], o);
}
