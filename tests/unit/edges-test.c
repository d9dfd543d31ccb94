/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executions of edges, passes and entries of loops, from executions of blocks that were counted by
 * hand. */
#include "hotspots/edges.h"
#include "base/util.h"
#include "tests/unit/check.h"

static struct arena arena;

/* for (i = 0; i < 3; i++) for (j = 0; j < 5; j++) with one first instruction: block 0 leads to
 * block 1, which ends the inner loop's passes; block 2 ends those of the outer loop; block 3
 * returns. */
static struct x86_graph_block nest[] = {
    {.line = 1, .edges = 0, .n_edges = 1, .entered = true},
    {.line = 2, .edges = 1, .n_edges = 2, .inside = true, .shared = true},
    {.line = 3, .edges = 3, .n_edges = 2, .inside = true},
    {.line = 4, .edges = 5, .n_edges = 0, .leaves = true},
};
static uint32_t nest_edges[] = {1, 1, 2, 1, 3};

static struct x86_graph graph_of(struct x86_graph_block *b, size_t n, uint32_t *e, size_t n_edges)
{
    return (struct x86_graph){b, n, e, n_edges, 1};
}

/* Returns the executions of the edges, of which none is known. */
static double *solve(const struct x86_graph *g, double *block)
{
    double *edge = ARENA_ARRAY(&arena, double, g->n_edges + 1);
    for (size_t e = 0; e < g->n_edges; e++)
        edge[e] = -1;
    solve_edge_counts(g, block, edge);
    return edge;
}

/* The inner loop has 15 passes: 5 of each pass of the outer one. The outer one has 3 passes: one
 * comes from block 0, and two from block 2, which was executed 3 times. */
static void a_shared_start(void)
{
    double block[] = {1, 15, 3, 1};
    struct x86_graph g = graph_of(nest, COUNT_OF(nest), nest_edges, COUNT_OF(nest_edges));
    double *edge = solve(&g, block);
    CHECK(edge[0] == 1 && edge[1] == 12 && edge[2] == 3 && edge[3] == 2 && edge[4] == 1);
    CHECK(passes_of_edges(&g, block, edge) == 3);
    CHECK(entries_of_edges(&g, block, edge) == 1);
}

/* The count of block 2 is unknown: edges 0 and 4 are those of blocks 0 and 3, and nothing says how
 * the 14 other passes divide. */
static void an_unknown_block(void)
{
    double block[] = {1, 15, -1, 1};
    struct x86_graph g = graph_of(nest, COUNT_OF(nest), nest_edges, COUNT_OF(nest_edges));
    double *edge = solve(&g, block);
    CHECK(edge[0] == 1 && edge[4] == 1 && edge[1] < 0 && edge[3] < 0);
    CHECK(passes_of_edges(&g, block, edge) < 0);
    CHECK(entries_of_edges(&g, block, edge) == 1);
}

/* The outer loop was entered by a jump from elsewhere: its entries are unknown. */
static void an_unknown_entry(void)
{
    double block[] = {1, 15, 3, 1};
    struct x86_graph g = graph_of(nest, COUNT_OF(nest), nest_edges, COUNT_OF(nest_edges));
    nest[1].entered = nest[1].foreign = true;
    double *edge = solve(&g, block);
    CHECK(passes_of_edges(&g, block, edge) < 0);
    CHECK(entries_of_edges(&g, block, edge) < 0);
    nest[1].entered = nest[1].foreign = false;
}

/* Block 2 was executed 100 times after 15 passes of the inner loop: the counts are not those of
 * this program. */
static void contradicting_counts(void)
{
    double block[] = {1, 15, 100, 1};
    struct x86_graph g = graph_of(nest, COUNT_OF(nest), nest_edges, COUNT_OF(nest_edges));
    double *edge = solve(&g, block);
    CHECK(passes_of_edges(&g, block, edge) < 0);
    CHECK(entries_of_edges(&g, block, edge) < 0);
}

/* A block without executions has none on its edges, also if control can continue elsewhere. */
static void blocks_that_were_not_executed(void)
{
    double block[] = {1, 15, 0, -1};
    struct x86_graph g = graph_of(nest, COUNT_OF(nest), nest_edges, COUNT_OF(nest_edges));
    double *edge = solve(&g, block);
    CHECK(edge[3] == 0 && edge[4] == 0 && block[3] == 0);
}

/* 10 executions of a loop of 3 iterations that tests at its top: block 1 tests, block 2 jumps back,
 * and block 3 follows the loop. The test is executed 4 times in an execution, and leaves once. */
static void a_test_at_the_top(void)
{
    struct x86_graph_block top[] = {{.line = 1, .edges = 0, .n_edges = 1, .entered = true},
                                    {.line = 2, .edges = 1, .n_edges = 2, .inside = true},
                                    {.line = 3, .edges = 3, .n_edges = 1, .inside = true},
                                    {.line = 4, .edges = 4, .n_edges = 0, .leaves = true}};
    uint32_t edges[] = {1, 2, 3, 1};
    double block[] = {10, 40, 30, 10};
    struct x86_graph g = graph_of(top, COUNT_OF(top), edges, COUNT_OF(edges));
    CHECK(exits_at_top(&g, solve(&g, block)) == 10);
    /* Entered at block 2: the first iteration has no test, and the last test no iteration. */
    uint32_t entered[] = {2, 2, 3, 1};
    double other[] = {10, 30, 30, 10};
    g.edges = entered;
    CHECK(exits_at_top(&g, solve(&g, other)) == 0);
}

/* A loop that leaves at its end as well (its first block tests for a break) has the passes of its
 * first block. */
static void a_break(void)
{
    struct x86_graph_block loop[] = {{.line = 1, .edges = 0, .n_edges = 1, .entered = true},
                                     {.line = 2, .edges = 1, .n_edges = 2, .inside = true},
                                     {.line = 3, .edges = 3, .n_edges = 2, .inside = true},
                                     {.line = 4, .edges = 5, .n_edges = 0, .leaves = true}};
    uint32_t edges[] = {1, 2, 3, 1, 3};
    double block[] = {10, 40, 35, 10};
    struct x86_graph g = graph_of(loop, COUNT_OF(loop), edges, COUNT_OF(edges));
    CHECK(exits_at_top(&g, solve(&g, block)) == 0);
}

/* A function whose first block is a loop of 20 passes, called 3 times. */
static void a_function_that_begins_with_a_loop(void)
{
    struct x86_graph_block loop[] = {
        {.line = 1, .edges = 0, .n_edges = 2, .inside = true, .entered = true},
        {.line = 2, .edges = 2, .n_edges = 0, .leaves = true}};
    uint32_t edges[] = {0, 1};
    double block[] = {60, 3}, unknown[] = {60, -1};
    struct x86_graph g = {loop, COUNT_OF(loop), edges, COUNT_OF(edges), 0};
    CHECK(calls_of_edges(&g, block, solve(&g, block)) == 3);
    CHECK(calls_of_edges(&g, unknown, solve(&g, unknown)) < 0);
}

/* A loop in a loop, whose guard jumps to the block to which the loop leads: block 1 tests and
 * leads to the loop, block 2, in 7 of 10 executions; the loop has 35 passes; block 3 follows both.
 * The counts of blocks are also those of 10 executions of 3.5 passes: edges follow from them only
 * if a branch is counted, here that the loop ended 7 times. */
static void a_guard_that_leads_to_the_exit(void)
{
    struct x86_graph_block loop[] = {{.line = 1, .edges = 0, .n_edges = 1, .entered = true},
                                     {.line = 2, .edges = 1, .n_edges = 2},
                                     {.line = 3, .edges = 3, .n_edges = 2, .inside = true},
                                     {.line = 4, .edges = 5, .n_edges = 2},
                                     {.line = 5, .edges = 7, .n_edges = 0, .leaves = true}};
    uint32_t edges[] = {1, 3, 2, 2, 3, 1, 4};
    double block[] = {1, 10, 35, 10, 1};
    struct x86_graph g = {loop, COUNT_OF(loop), edges, COUNT_OF(edges), 2};
    double counted[] = {-1, -1, -1, -1, 7, -1, -1};
    double *unknown = solve(&g, block);
    CHECK(entries_of_edges(&g, block, unknown) < 0);
    /* Each entry comes from block 1. */
    CHECK(most_entries_of_edges(&g, block, unknown) == 10);
    solve_edge_counts(&g, block, counted);
    CHECK(counted[1] == 3 && counted[2] == 7 && counted[3] == 28 && counted[5] == 9);
    CHECK(entries_of_edges(&g, block, counted) == 7);
    CHECK(passes_of_edges(&g, block, counted) == 35);
    CHECK(most_entries_of_edges(&g, block, counted) == 7);
}

/* A loop of 100 passes that is entered 4 times: block 1 jumps through a table to blocks 2 and 3,
 * block 4 ends the pass. Only the loop's own table leads to 2 and 3. An exception that is caught in
 * block 3 can enter the loop at most as often as block 3 was executed: 40 times. Control leaves
 * the loop at the end of passes, 4 times; where block 1 jumps, it is not known. */
static void a_switch_in_a_loop(void)
{
    struct x86_graph_block loop[] = {
        {.line = 1, .edges = 0, .n_edges = 1, .entered = true, .foreign = true},
        {.line = 2, .edges = 1, .n_edges = 2, .inside = true, .leaves = true},
        {.line = 3, .edges = 3, .n_edges = 1, .inside = true, .entered = true},
        {.line = 4, .edges = 4, .n_edges = 1, .inside = true, .entered = true},
        {.line = 5, .edges = 5, .n_edges = 2, .inside = true},
        {.line = 6, .edges = 7, .n_edges = 0, .leaves = true}};
    uint32_t edges[] = {1, 2, 3, 4, 4, 1, 5};
    double block[] = {4, 100, 60, 40, 100, 4};
    struct x86_graph g = {loop, COUNT_OF(loop), edges, COUNT_OF(edges), 1};
    double *edge = solve(&g, block);
    CHECK(entries_of_edges(&g, block, edge) == 4);
    loop[3].foreign = true;
    CHECK(entries_of_edges(&g, block, edge) < 0);
    CHECK(most_entries_of_edges(&g, block, edge) == 44);
    block[3] = -1;
    CHECK(most_entries_of_edges(&g, block, edge) == 104);
}

int main(void)
{
    TEST(a_test_at_the_top);
    TEST(a_guard_that_leads_to_the_exit);
    TEST(a_switch_in_a_loop);
    TEST(a_break);
    TEST(a_function_that_begins_with_a_loop);
    TEST(a_shared_start);
    TEST(an_unknown_block);
    TEST(an_unknown_entry);
    TEST(contradicting_counts);
    TEST(blocks_that_were_not_executed);
    arena_free(&arena);
    return tests_end();
}
