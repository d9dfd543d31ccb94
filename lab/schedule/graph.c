/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule/graph.h"
#include "base/util.h"

static void set_bits(struct node *n, const struct effects *e)
{
    for (int i = 0; i < e->n_uses; i++)
        n->reads[e->uses[i].reg / 64] |= 1ull << e->uses[i].reg % 64;
    for (int i = 0; i < e->n_writes; i++)
        n->writes[e->writes[i] / 64] |= 1ull << e->writes[i] % 64;
}

static struct node node_of(const struct lab_inst *i)
{
    struct node n = {.inst = i, .halves = (uint8_t)lab_half(i), .effects = effects_of(i)};
    set_bits(&n, &n.effects);
    return n;
}

static void attach_instruction(struct node *n, const struct lab_inst *with)
{
    n->with = with;
    n->with_effects = effects_of(with);
    n->halves |= (uint8_t)lab_half(with);
    set_bits(n, &n->with_effects);
}

struct graph graph_of(struct arena *a, const struct lab_flow_block *b, const struct machine *m)
{
    struct graph g = {.m = m, .nodes = ARENA_ARRAY(a, struct node, b->code.n)};
    struct memory_use *uses = memory_of_block(a, b, NULL);
    for (size_t i = 0; i < b->code.n; i++) {
        const struct lab_inst *inst = &b->code.at[i];
        if (lab_is_nop(inst)) {
            g.lead += g.n == 0;
        } else if (lab_is_branch(inst->op)) {
            g.branch = node_of(inst);
        } else {
            struct node *n = &g.nodes[g.n++];
            *n = node_of(inst);
            n->memory = uses[i];
            if (inst->op == LAB_MOVOUT8 && i + 1 < b->code.n && inst[1].op == LAB_MOVIN8)
                attach_instruction(n, &b->code.at[++i]);
        }
    }
    return g;
}

void graph_free(struct graph *g)
{
    for (size_t i = 0; i < g->n; i++)
        array_free(&g->nodes[i].arcs);
}

static bool sets_intersect(const uint64_t a[4], const uint64_t b[4])
{
    return (a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3]);
}

int node_distance(const struct machine *m, const struct node *a, const struct node *b)
{
    int least = -1;
    if (sets_intersect(a->writes, b->reads) || sets_intersect(a->reads, b->writes) ||
        sets_intersect(a->writes, b->writes)) {
        least = max_int(least, effects_distance(m, a->inst, &a->effects, b->inst, &b->effects));
        if (a->with)
            least = max_int(least,
                            effects_distance(m, a->with, &a->with_effects, b->inst, &b->effects));
        if (b->with)
            least = max_int(least,
                            effects_distance(m, a->inst, &a->effects, b->with, &b->with_effects));
        if (a->with && b->with)
            least = max_int(
                least, effects_distance(m, a->with, &a->with_effects, b->with, &b->with_effects));
    }
    return least;
}

void graph_connect(struct graph *g)
{
    for (size_t j = 0; j < g->n; j++)
        for (size_t i = 0; i < j; i++) {
            struct node *a = &g->nodes[i], *b = &g->nodes[j];
            int pairs = node_distance(g->m, a, b);
            if (memory_must_stay_in_order(&a->memory, &b->memory))
                pairs = max_int(pairs, 1);
            if (pairs < 0)
                continue;
            *array_push(&a->arcs) = (struct arc){(uint32_t)j, pairs};
            b->before++;
        }
}

void node_put(struct lab_pair *p, const struct node *n)
{
    put_instruction(p, n->inst);
    if (n->with)
        put_instruction(p, n->with);
}
