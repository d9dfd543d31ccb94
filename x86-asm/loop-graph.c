/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The control flow around a loop. */
#include "x86-asm/file.h"

static const struct x86_step *last_step(const struct x86_flow *f, uint32_t block)
{
    return &f->unit->steps.at[f->blocks.at[block].last];
}

/* Returns whether a loop within the loop begins with the same block and contains the block. */
static bool is_shared(const struct x86_flow *f, uint32_t loop, uint32_t block)
{
    uint32_t start = f->loops.at[loop].start;
    for (uint32_t l = f->blocks.at[block].loop; l != X86_NO_INDEX && l != loop;
         l = f->loops.at[l].parent)
        if (f->loops.at[l].start == start)
            return true;
    return false;
}

/* Returns whether control continues after the block in a way that its edges do not describe. */
static bool leaves(const struct x86_flow *f, uint32_t block)
{
    const struct x86_block *b = &f->blocks.at[block];
    enum x86_control c = x86_control(&last_step(f, block)->is);
    bool unknown = b->n_edges == 0 || c == X86_RETURNS || c == X86_STOPS;
    for (uint32_t e = 0; e < b->n_edges; e++)
        unknown |= x86_edges(f, block)[e].to == X86_NO_INDEX || x86_edges(f, block)[e].through;
    return unknown;
}

/* Returns the line of the conditional branch that ends the block, if both edges are known. */
static uint32_t branch_line(const struct x86_flow *f, uint32_t block)
{
    const struct x86_step *last = last_step(f, block);
    const struct x86_edge *e = x86_edges(f, block);
    bool two = f->blocks.at[block].n_edges == 2 && x86_control(&last->is) == X86_BRANCHES;
    return two && e[0].taken && e[0].to != X86_NO_INDEX && e[1].to != X86_NO_INDEX ? last->line : 0;
}

static void add_blocks(const struct x86_flow *f, uint32_t loop, struct x86_graph *g)
{
    for (uint32_t b = 0; b < f->blocks.n; b++) {
        const struct x86_block *from = &f->blocks.at[b];
        struct x86_graph_block *to = &g->blocks[g->n++];
        bool inside = x86_loop_has(f, loop, b);
        *to = (struct x86_graph_block){.line = f->unit->steps.at[from->first].line,
                                       .edges = (uint32_t)g->n_edges,
                                       .branch = branch_line(f, b),
                                       .inside = inside,
                                       .shared = inside && is_shared(f, loop, b),
                                       .entered = true,
                                       .foreign = true,
                                       .leaves = leaves(f, b)};
        for (uint32_t e = 0; e < from->n_edges; e++)
            if (x86_edges(f, b)[e].to != X86_NO_INDEX)
                g->edges[g->n_edges++] = x86_edges(f, b)[e].to;
        to->n_edges = (uint32_t)g->n_edges - to->edges;
    }
}

/* Blocks that no edge leads to are entered from elsewhere: landing pads of exceptions, targets of
 * unknown jumps. */
static void mark_entered(const struct x86_flow *f, struct x86_graph *g)
{
    for (size_t e = 0; e < g->n_edges; e++)
        g->blocks[g->edges[e]].entered = g->blocks[g->edges[e]].foreign = false;
    for (uint32_t b = 0; b < f->blocks.n; b++)
        for (uint32_t e = 0; e < f->blocks.at[b].n_edges; e++) {
            const struct x86_edge *edge = &x86_edges(f, b)[e];
            if (!edge->through || edge->to == X86_NO_INDEX)
                continue;
            g->blocks[edge->to].entered = true;
            g->blocks[edge->to].foreign |= !g->blocks[b].inside;
        }
    if (g->n)
        g->blocks[0].entered = g->blocks[0].foreign = true;
}

bool x86_loop_graph(struct scan *s, struct arena *a, size_t i, struct x86_graph *g)
{
    struct x86_file *f = (struct x86_file *)s;
    const struct x86_loop_record *r = pile_at(&f->found, i);
    if (r->several_entries || !x86_read_to(f, r->unit))
        return false;
    *g = (struct x86_graph){.start = f->flow.loops.at[r->loop].start};
    g->blocks = ARENA_ARRAY(a, struct x86_graph_block, f->flow.blocks.n + 1);
    g->edges = ARENA_ARRAY(a, uint32_t, f->flow.blocks.edges.n + 1);
    add_blocks(&f->flow, r->loop, g);
    mark_entered(&f->flow, g);
    return true;
}
