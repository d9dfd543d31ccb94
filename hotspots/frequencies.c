/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hotspots/frequencies.h"
#include "bounds/counted.h"
#include "bounds/pass-model.h"
#include "bounds/frequencies.h"
#include "hotspots/edges.h"

#include <math.h>
#include <string.h>

/* The routine around a loop, with its counts; negative = unknown. */
struct counted_routine {
    struct x86_graph graph;
    double *block, *edge;
    double spread; /* the greatest of its blocks */
};

/* ---- blocks ---- */

/* Returns the executions of the block whose first instruction is at that line; -1 = unknown. */
static double count_at_line(const struct counted_code *of, long line, double *spread)
{
    uint64_t address;
    if (line <= 0 || !listing_address(of->listing, (uint32_t)line, &address))
        return -1;
    struct hot_count c = hot_counts_at(of->counts, of->object, address);
    *spread = is_known(c.n) && c.spread > *spread ? c.spread : *spread;
    return is_known(c.n) ? c.n.value : -1;
}

/* Returns the executions of the edges of branches that were counted, in a; others are -1. */
static double *count_branches(struct arena *a, const struct counted_code *of,
                              struct counted_routine *r)
{
    double *edge = ARENA_ARRAY(a, double, r->graph.n_edges + 1);
    for (size_t e = 0; e < r->graph.n_edges; e++)
        edge[e] = -1;
    for (size_t b = 0; b < r->graph.n; b++) {
        const struct x86_graph_block *from = &r->graph.blocks[b];
        uint64_t address;
        if (!from->branch || !listing_address(of->listing, from->branch, &address))
            continue;
        struct hot_count c = hot_branch_at(of->counts, of->object, address);
        if (!is_known(c.n))
            continue;
        edge[from->edges + 1] = c.n.value;
        r->spread = fmax(r->spread, c.spread);
    }
    return edge;
}

static bool count_routine(struct arena *a, const struct counted_code *of, uint32_t i,
                          struct counted_routine *r)
{
    r->spread = 0;
    if (!x86_loop_graph(of->scan, a, i, &r->graph))
        return false;
    r->block = ARENA_ARRAY(a, double, r->graph.n + 1);
    for (size_t b = 0; b < r->graph.n; b++)
        r->block[b] = count_at_line(of, r->graph.blocks[b].line, &r->spread);
    r->edge = count_branches(a, of, r);
    solve_edge_counts(&r->graph, r->block, r->edge);
    return true;
}

/* Returns the executions of the routine's block at that line; -1 = unknown. */
static double block_at_line(const struct counted_routine *r, long line)
{
    for (size_t b = 0; b < r->graph.n; b++)
        if (r->graph.blocks[b].line == (uint32_t)line)
            return r->block[b];
    return -1;
}

/* ---- frequencies ---- */

/* Returns whether the passes differ from each other, or executions are short enough for their
 * begin and end to matter. */
static bool needs_frequencies(const struct instruction_body *b, double trip)
{
    size_t within = 0;
    for (size_t e = 0; e < b->n_edges; e++)
        within += edge_target(b, (int)e) != LOOP_EXIT;
    return within > b->n_blocks || (trip >= 1 && are_executions_short(trip, (double)b->n));
}

/* Blocks of inner loops have no instruction: their counts follow from those of other blocks. */
static bool count_blocks(const struct counted_code *of, const struct counted_routine *r,
                         const struct instruction_body *b, double *count)
{
    double spread = 0;
    for (size_t i = 0; i < b->n_blocks; i++) {
        long line = b->blocks[i].n ? b->at[b->blocks[i].first].asm_line : 0;
        count[i] = line ? count_at_line(of, line, &spread) : -1;
        if (r && line && count[i] < 0)
            count[i] = block_at_line(r, line);
    }
    return derive_block_counts(b, count) == 0 && count[0] > 0;
}

double *count_body_blocks(struct arena *a, const struct counted_code *of, uint32_t i,
                          const struct instruction_body *b)
{
    struct counted_routine r;
    bool known = i != LOOP_NONE && of->object && count_routine(a, of, i, &r);
    double *count = ARENA_ARRAY(a, double, b->n_blocks + 1);
    count_blocks(of, known ? &r : NULL, b, count);
    return count;
}

/* Corrects the note about calls: those in blocks that were never executed do not matter. */
static void note_executed_calls(struct arena *a, struct compiled_loop *c, const double *count)
{
    size_t n = 0;
    for (size_t i = 0; i < c->body->n_blocks; i++)
        for (int k = c->body->blocks[i].first; k < c->body->blocks[i].first + c->body->blocks[i].n;
             k++)
            n += count[i] != 0 && strncmp(c->body->at[k].text, "call", 4) == 0;
    note_calls(a, &c->notes, n);
}

/* The executions of a loop that bounds assume. */
struct loop_entries {
    double n;  /* 0 = unknown: the loop never ends */
    bool most; /* n is an upper bound, so that MAC and MACS are not too great */
};

/* Returns the entries of a loop with that number of passes. Each of them begins at most one
 * execution. */
static struct loop_entries bound_entries(const struct counted_routine *r, double passes)
{
    struct loop_entries entries = {entries_of_edges(&r->graph, r->block, r->edge), false};
    if (entries.n >= 0)
        return (struct loop_entries){entries.n <= passes ? entries.n : 0, false};
    entries = (struct loop_entries){most_entries_of_edges(&r->graph, r->block, r->edge), true};
    if (entries.n < 0 || entries.n > passes)
        entries.n = passes;
    return entries;
}

static void note_paths(struct arena *a, struct compiled_loop *c, bool most)
{
    double trip = c->frequencies->trip / passes_of_whole_one(c->body, c->frequencies);
    note(a, &c->notes, "paths by counts: MAC and MACS are those of the counted passes%s",
         trip >= 1 ? arena_printf(a, ", %s%.4g in an execution of the loop",
                                  most ? "at least " : "", trip)
                   : "");
}

void set_hot_frequencies(struct arena *a, const struct counted_code *of, uint32_t i,
                         struct compiled_loop *c)
{
    struct arena scratch = {0};
    struct counted_routine r;
    if (!of->object || !c->body || !c->body->n_blocks)
        return;
    bool known = i != LOOP_NONE && count_routine(&scratch, of, i, &r);
    double *count = ARENA_ARRAY(&scratch, double, c->body->n_blocks);
    if (count_blocks(of, known ? &r : NULL, c->body, count)) {
        struct loop_entries entries = {0, false};
        if (known)
            entries = bound_entries(&r, count[0]);
        c->passes = count[0];
        note_executed_calls(a, c, count);
        if (needs_frequencies(c->body, entries.n > 0 ? count[0] / entries.n : 0)) {
            set_counted_frequencies(a, c, count, entries.n);
            note_paths(a, c, entries.most);
        }
    }
    arena_free(&scratch);
}

struct hot_count passes_of_shared_start(const struct counted_code *of, uint32_t i)
{
    struct arena scratch = {0};
    struct counted_routine r;
    struct hot_count c = {.n = missing("an inner loop begins at the same instruction")};
    if (of->object && count_routine(&scratch, of, i, &r)) {
        double passes = passes_of_edges(&r.graph, r.block, r.edge);
        if (passes >= 0)
            c = (struct hot_count){.n = known(passes), .spread = r.spread};
    }
    arena_free(&scratch);
    return c;
}

struct hot_count passes_of_loop(const struct counted_code *of, uint32_t i)
{
    struct arena scratch = {0};
    struct counted_routine r;
    uint64_t address = 0;
    uint32_t line = x86_loop_start(of->scan, i);
    if (!line)
        return passes_of_shared_start(of, i);
    listing_address(of->listing, line, &address);
    struct hot_count c = hot_counts_at(of->counts, of->object, address);
    if (is_known(c.n) && count_routine(&scratch, of, i, &r)) {
        double exits = exits_at_top(&r.graph, r.edge);
        if (exits < 0)
            c.n =
                missing("it tests at its top, and it is unknown how often control leaves it there");
        else
            c.n.value = fmax(c.n.value - exits, 0);
    }
    arena_free(&scratch);
    return c;
}

struct hot_count entries_of_loop(const struct counted_code *of, uint32_t i)
{
    struct arena scratch = {0};
    struct counted_routine r;
    struct hot_count c = {.n = missing("the executions of the code around it are unknown")};
    if (of->object && count_routine(&scratch, of, i, &r)) {
        double entries = entries_of_edges(&r.graph, r.block, r.edge);
        if (entries >= 0)
            c = (struct hot_count){.n = known(entries), .spread = r.spread};
    }
    arena_free(&scratch);
    return c;
}

/* Returns the loop that a function at a line of the listing begins with, after endbr64 and padding;
 * LOOP_NONE = none. */
static uint32_t first_loop(const struct counted_code *of, uint32_t line)
{
    enum { LINES_BEFORE = 3 };
    uint32_t loop = LOOP_NONE;
    for (uint32_t i = 0; line && i <= LINES_BEFORE && loop == LOOP_NONE; i++)
        loop = x86_loop_at_line(of->scan, line + i);
    return loop;
}

struct hot_count calls_of_function(const struct counted_code *of, uint64_t address, uint32_t line)
{
    struct arena scratch = {0};
    struct counted_routine r;
    struct hot_count c = hot_counts_at(of->counts, of->object, address);
    uint32_t loop = first_loop(of, line);
    if (of->object && loop != LOOP_NONE) {
        bool found = count_routine(&scratch, of, loop, &r) && r.graph.blocks[0].line == line;
        double calls = found ? calls_of_edges(&r.graph, r.block, r.edge) : -1;
        if (calls >= 0)
            c.n = known(calls);
        else if (x86_loop_at_line(of->scan, line) != LOOP_NONE && is_known(c.n))
            c.n = missing("it begins with a loop whose executions are unknown");
    }
    arena_free(&scratch);
    return c;
}
