/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks and edges of a loop body, as facts. */
#include "x86-asm/body.h"

/* The graph of a body before blocks are joined; arrays by block. */
struct graph_builder {
    struct arena a;
    const struct x86_body *b;
    struct code_edge **edges;
    int *n_edges;
    int *n_before; /* edges to the block in the same pass */
    bool *joined;  /* with the previous block */
    int *number;   /* after joining */
};

static int edge_target(const struct x86_body_edge *e)
{
    return e->to == X86_NEXT_PASS ? PASS_END : e->to == X86_LEAVES ? LOOP_EXIT : (int)e->to;
}

/* A block whose successors are unknown leaves the loop. */
static void find_edges(struct graph_builder *g)
{
    for (uint32_t p = 0; p < g->b->n_blocks; p++) {
        const struct x86_body_block *b = &g->b->blocks[p];
        g->edges[p] = ARENA_ARRAY(&g->a, struct code_edge, b->n_edges + 1);
        g->n_edges[p] = b->n_edges ? (int)b->n_edges : 1;
        g->edges[p][0] = (struct code_edge){LOOP_EXIT, false};
        for (uint32_t i = 0; i < b->n_edges; i++) {
            g->edges[p][i] = (struct code_edge){edge_target(&b->edges[i]), b->edges[i].taken};
            if (g->edges[p][i].to >= 0)
                g->n_before[g->edges[p][i].to]++;
        }
    }
}

static void join_blocks(struct graph_builder *g)
{
    int n = 0;
    for (uint32_t p = 0; p < g->b->n_blocks; p++) {
        g->joined[p] = p > 0 && g->n_edges[p - 1] == 1 && g->edges[p - 1][0].to == (int)p &&
                       g->n_before[p] == 1;
        n += !g->joined[p];
        g->number[p] = n - 1;
    }
}

static void put_block(struct graph_builder *g, struct arena *a, uint32_t p,
                      struct instruction_body *to)
{
    const struct x86_body_block *from = &g->b->blocks[p];
    struct code_block *block = &to->blocks[g->number[p]];
    if (!g->joined[p]) {
        *block = (struct code_block){.first = (int)from->first};
        to->n_blocks++;
    }
    block->n += (int)from->n;
    if (p + 1 < g->b->n_blocks && g->joined[p + 1])
        return;
    block->edges = (int)to->n_edges;
    block->n_edges = g->n_edges[p];
    for (int i = 0; i < g->n_edges[p]; i++) {
        struct code_edge e = g->edges[p][i];
        e.to = e.to < 0 ? e.to : g->number[e.to];
        *ARENA_PUSH(a, to->edges, to->n_edges) = e;
    }
}

void x86_add_blocks(struct arena *a, const struct x86_body *b, struct instruction_body *to)
{
    struct graph_builder g = {.b = b};
    size_t n = b->n_blocks + 1;
    g.edges = ARENA_ARRAY(&g.a, struct code_edge *, n);
    g.n_edges = ARENA_ARRAY(&g.a, int, n);
    g.n_before = ARENA_ARRAY(&g.a, int, n);
    g.joined = ARENA_ARRAY(&g.a, bool, n);
    g.number = ARENA_ARRAY(&g.a, int, n);
    find_edges(&g);
    join_blocks(&g);
    to->blocks = ARENA_ARRAY(a, struct code_block, n);
    for (uint32_t p = 0; p < b->n_blocks; p++)
        put_block(&g, a, p, to);
    arena_free(&g.a);
}
