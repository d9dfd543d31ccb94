/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The links of a region tree, and the executions of its routines. */
#include "gaps/regions/evaluation.h"
#include "base/util.h"

void link_tree(struct evaluation *e)
{
    size_t n = e->t->n;
    int **lists[] = {&e->root, &e->first, &e->next, &e->first_caller, &e->next_caller};
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        *lists[i] = ARENA_ARRAY(e->a, int, n + 1);
        for (size_t k = 0; k < n; k++)
            (*lists[i])[k] = -1;
    }
    e->calls = ARENA_ARRAY(e->a, struct quantity, n + 1);
    e->counted = ARENA_ARRAY(e->a, bool, n + 1);
    e->reported = ARENA_ARRAY(e->a, bool, n + 1);
    e->known_of = ARENA_ARRAY(e->a, struct known_routine *, n + 1);
    for (size_t i = 0; i < n; i++)
        e->root[i] = e->t->at[i].parent < 0 ? (int)i : e->root[e->t->at[i].parent];
    for (size_t i = n; i-- > 0;) {
        const struct tree_region *g = &e->t->at[i];
        if (g->parent >= 0) {
            e->next[i] = e->first[g->parent];
            e->first[g->parent] = (int)i;
        }
        if (g->kind == REGION_CALL && g->callee >= 0) {
            e->next_caller[i] = e->first_caller[g->callee];
            e->first_caller[g->callee] = (int)i;
        }
    }
}

struct quantity executions_of(struct evaluation *e, int root)
{
    if (e->counted[root])
        return e->calls[root];
    struct quantity n = known(e->t->at[root].kind == REGION_PROGRAM);
    for (int c = e->first_caller[root]; c >= 0; c = e->next_caller[c])
        n = q_add(n, q_mul(executions_of(e, e->root[c]), known(e->t->at[c].calls)));
    e->counted[root] = true;
    return e->calls[root] = n;
}

struct quantity part_of_run(struct evaluation *e, int i)
{
    return q_div(known(1), executions_of(e, e->root[i]),
                 arena_printf(e->a, "routine '%s' is never called", e->t->at[e->root[i]].name));
}
