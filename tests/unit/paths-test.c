/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests paths through bodies and source loops: flows along paths, frequencies of branches, drawn
 * passes, and the shortest path of a source loop with an IF and an ELSE. */
#include "bounds/counted.h"
#include "bounds/frequencies.h"
#include "bounds/source-path.h"
#include "tests/unit/check.h"

#include <math.h>
#include <stdlib.h>

static struct arena arena;

/* Block 0 (instruction 0) leads to block 1 (instruction 1) or 2 (instructions 2 and 3); block 1
 * leads to block 2, which ends the pass or leaves the loop. */
static struct instruction at[] = {
    {.text = "0", .area = -1}, {.text = "1", .area = 0}, {.text = "2", .area = -1}, {.text = "3"}};
static struct code_block blocks[] = {{0, 1, 0, 2}, {1, 1, 2, 1}, {2, 2, 3, 2}};
static struct code_edge edges[] = {
    {1, false}, {2, true}, {2, false}, {PASS_END, true}, {LOOP_EXIT, false}};
static int with_edges[] = {0, 2, 3}, without_edges[] = {1, 3}, last_edges[] = {1, 4};
static const struct body_path with = {with_edges, 3}, without = {without_edges, 2},
                              last = {last_edges, 2};

static struct instruction_body body_with(struct value_flow *flows, size_t n)
{
    return (struct instruction_body){.at = at,
                                     .n = 4,
                                     .flows = flows,
                                     .n_flows = n,
                                     .blocks = blocks,
                                     .n_blocks = 3,
                                     .edges = edges,
                                     .n_edges = 5};
}

/* Returns the flows of the passes as "FROM>TO@DISTANCE", by the texts of the instructions. */
static const char *flows_of(const struct instruction_body *b, const struct body_path *paths,
                            size_t n)
{
    const struct instruction_body *s = body_sequence(&arena, b, paths, n);
    const char *all = "";
    for (size_t i = 0; i < s->n_flows; i++)
        all = arena_printf(&arena, "%s%s%d>%d@%ld", all, *all ? " " : "", s->flows[i].from,
                           s->flows[i].to, s->flows[i].distance);
    return all;
}

/* Instructions 0 and 1 write a register that instruction 2 reads. With block 1 the instructions are
 * 0 1 2 3, and the value comes from 1; without it 0 2 3, and it comes from 0. */
static void the_last_writer(void)
{
    struct value_flow flows[] = {{0, 2, 0, FLOW_DATA, false, 1}, {1, 2, 0, FLOW_DATA, false, 1}};
    struct instruction_body b = body_with(flows, 2);
    CHECK_TEXT("1>2@0", flows_of(&b, &with, 1));
    CHECK_TEXT("0>1@0", flows_of(&b, &without, 1));
    struct body_path both[] = {with, without};
    CHECK_TEXT("1>2@0 4>5@0", flows_of(&b, both, 2));
}

/* Only instruction 1 writes the register: a pass without it reads the value of an earlier pass.
 * With passes 0 1 2 3 | 0 2 3 | 0 2 3 the readers are 2, 5 and 8. */
static void a_value_of_an_earlier_pass(void)
{
    struct value_flow flows[] = {{1, 2, 0, FLOW_DATA, false, 1}, {1, 2, 1, FLOW_DATA, false, 1}};
    struct instruction_body b = body_with(flows, 2);
    struct body_path first[] = {with, without, without}, second[] = {without, with};
    CHECK_TEXT("1>2@0 1>5@0 1>8@0", flows_of(&b, first, 3));
    CHECK_TEXT("4>1@1 4>5@0", flows_of(&b, second, 2));
    CHECK_TEXT("", flows_of(&b, &without, 1));
}

/* A value through memory has a fixed distance: 2 passes after instruction 1. */
static void a_value_through_memory(void)
{
    struct value_flow flows[] = {{1, 2, 2, FLOW_MEMORY, true, 9}};
    struct instruction_body b = body_with(flows, 1);
    struct body_path some[] = {with, without, without};
    CHECK_TEXT("1>8@0", flows_of(&b, some, 3));
    CHECK_TEXT("1>2@2", flows_of(&b, &with, 1));
}

/* An execution of the loop gets no value from an earlier one: passes 0 1 2 3 | 0 2 3, of which the
 * second leaves. A sum in instruction 3 is continued in the second pass only. */
static void executions_are_independent(void)
{
    struct value_flow flows[] = {{3, 3, 1, FLOW_DATA, false, 1}};
    struct instruction_body b = body_with(flows, 1);
    struct body_path run[] = {with, last}, endless[] = {with, without};
    CHECK_TEXT("3>6@0", flows_of(&b, run, 2));
    CHECK_TEXT("6>3@1 3>6@0", flows_of(&b, endless, 2));
}

/* Of 100 passes 30 run block 1, and 4 leave the loop if it is executed 4 times. */
static void frequencies_of_edges(void)
{
    struct instruction_body b = body_with(NULL, 0);
    double block[] = {1, 0.3, 1};
    struct body_frequencies f = find_frequencies(&arena, &b, block, 0);
    double endless[] = {0.3, 0.7, 0.3, 1, 0}, short_runs[] = {0.3, 0.7, 0.3, 0.96, 0.04};
    for (int e = 0; e < 5; e++)
        CHECK_NEAR(endless[e], f.edge[e], 1e-6);
    CHECK(f.trip == 0 && f.mismatch < 1e-6);
    f = find_frequencies(&arena, &b, block, 25);
    for (int e = 0; e < 5; e++)
        CHECK_NEAR(short_runs[e], f.edge[e], 1e-6);
    CHECK(f.trip == 25);
    double contrary[] = {1, 0.3, 0.5};
    CHECK(find_frequencies(&arena, &b, contrary, 0).mismatch > 0.1);
}

/* Block 1 has 1.036 executions in a pass, but a pass has at most one: the counts contradict each
 * other. Each round of the fit multiplies the edge from block 0 to block 2 by 1.036^-2, and after
 * 2000 rounds it would be 1.036^-4000, about 1e-62. Such a frequency is 0. */
static void vanishing_edges(void)
{
    struct instruction_body b = body_with(NULL, 0);
    double block[] = {1, 1.036, 1};
    struct body_frequencies f = find_frequencies(&arena, &b, block, 0);
    CHECK(f.edge[1] == 0 && f.edge[4] == 0);
    CHECK_NEAR(1, f.edge[0], 1e-12);
    CHECK_NEAR(0.036, f.mismatch, 1e-9);
}

/* Half as many executions as passes, which begin in blocks 1 and 2: these have 0.8 + 1.5
 * executions, but block 0 leads there once and block 1 to block 2 0.8 times, so that 0.5 are
 * entries. The frequencies of greatest entropy divide the entries as block 0 divides its
 * passes: 1.5 x = 0.8 for block 1. All passes but the last one of an execution lead back, and so do
 * as many as have no first block. */
static void entries_of_inner_blocks(void)
{
    struct instruction_body b = body_with(NULL, 0);
    double block[] = {1, 0.8, 1.5}, wanted[] = {0.8 / 1.5, 0.7 / 1.5, 0.8, 1, 0.5};
    struct body_frequencies f = find_frequencies(&arena, &b, block, 2);
    for (int e = 0; e < 5; e++)
        CHECK_NEAR(wanted[e], f.edge[e], 1e-4);
    CHECK_NEAR(0.8 - 0.8 / 1.5, f.mismatch, 1e-4);
}

/* Counts of blocks from the flow equations: 100 = 30 + 70, although only block 2 has other edges.
 */
static void derived_counts(void)
{
    struct instruction_body b = body_with(NULL, 0);
    double count[] = {100, 30, -1}, through[] = {100, -1, 100};
    CHECK(derive_block_counts(&b, count) == 0 && count[2] == 100);
    CHECK(derive_block_counts(&b, through) == 1);
}

/* Each edge is drawn as often as its frequency says; each execution has 25 passes. */
static void drawn_passes(void)
{
    struct instruction_body b = body_with(NULL, 0);
    double block[] = {1, 0.3, 1};
    struct body_frequencies f = find_frequencies(&arena, &b, block, 25);
    struct body_path *paths = draw_paths(&arena, &b, &f, 100);
    int n[5] = {0};
    for (int i = 0; i < 100; i++) {
        for (size_t e = 0; e < paths[i].n; e++)
            n[paths[i].edges[e]]++;
        CHECK((paths[i].edges[paths[i].n - 1] == 4) == (i % 25 == 24));
    }
    CHECK(abs(n[0] - 30) <= 3 && abs(n[1] - 70) <= 3 && n[0] + n[1] == 100);
    CHECK(n[3] == 96 && n[4] == 4);
    struct body_path *again = draw_paths(&arena, &b, &f, 100);
    for (int i = 0; i < 100; i++)
        CHECK(paths[i].n == again[i].n);
}

/* ---- source ---- */

static struct machine *machine_of(const char *schedule)
{
    struct diag d;
    diag_init(&d, "paths-test");
    struct machine *m = machine_from_text(
        &arena, "test.machine",
        arena_printf(&arena,
                     "name test\nsummary \"a machine\"\nports p0 p1\n%s"
                     "use.fa p0\nuse.fm p0\nuse.fma p0\nuse.fmisc p0\nuse.lfl p1\nuse.sfl p1\n"
                     "peak.8 1 flops/cycle\npeak.4 1 flops/cycle\nfp-registers 16\nwidest-load 8 "
                     "bytes\ndisplacement 2 "
                     "GB\nunroll 1\noverhead.x 0 instructions\noverhead.branch 0 instructions\n"
                     "overhead.increment 0 instructions\n",
                     schedule),
        NULL, &d);
    if (!m)
        exit(2);
    return m;
}

/* An iteration has 8 flops: 1 of its own, 2 in an IF, 3 in the arm of another IF and 2 in its ELSE.
 * The shortest path skips the first IF and executes the ELSE: 1 + 2. A recurrence in the arm is
 * left out. */
static void the_shortest_arm(void)
{
    static struct op_part parts[] = {
        {.class = OP_FA, .bytes = 8, .lanes = 1, .stride = 1, .shared = 1, .n = 8},
        {.class = OP_FA, .bytes = 8, .lanes = 1, .stride = 1, .shared = 1, .n = 2},
        {.class = OP_FA, .bytes = 8, .lanes = 1, .stride = 1, .shared = 1, .n = 3}};
    static struct block of[] = {{5, 5, 4, {{[OP_FA] = 2}}, {&parts[1], 1}, -1, -1},
                                {7, 7, 6, {{[OP_FA] = 3}}, {&parts[2], 1}, -1, 2},
                                {9, 9, 6, {{[OP_FA] = 2}}, {&parts[1], 1}, -1, 1}};
    static struct recurrence_step step = {.class = OP_FA, .next = OP_FA, .latency = 9, .line = 7};
    struct source_loop l = {.id = "a:b:1", .innermost = true, .n_blocks = 3, .blocks = of};
    l.counts.n[OP_FA] = l.flops8 = 8;
    l.parts = (struct op_parts){parts, 1};
    l.recurrence = (struct recurrence){&step, 1, 9, 1, 0, NULL};
    const struct source_loop *path =
        source_on_shortest_path(&arena, machine_of("schedule dynamic\n"), &l, false, known(1));
    CHECK_NEAR(3, path->counts.n[OP_FA], 1e-9);
    CHECK_NEAR(3, path->flops8, 1e-9);
    CHECK(path->recurrence.n == 0 && l.recurrence.n == 1);
    CHECK(source_on_shortest_path(&arena, machine_of("schedule static\n"), &l, false, known(1)) ==
          &l);
}

/* 40 IF constructs with arms of 1 and 2 flops; the shorter arm is the first one of the first 32
 * constructs, and the second one of the others. The shortest path has 40 flops. */
static void arms_of_many_constructs(void)
{
    enum { CONSTRUCTS = 40, FIRST = 32 };
    static struct op_part part = {
        .class = OP_FA, .bytes = 8, .lanes = 1, .stride = 1, .shared = 1, .n = 1};
    struct block of[2 * CONSTRUCTS];
    for (int i = 0; i < 2 * CONSTRUCTS; i++) {
        bool shorter = (i % 2 == 0) == (i / 2 < FIRST);
        of[i] = (struct block){.line = 2 * i + 2,
                               .end_line = 2 * i + 2,
                               .within = -1,
                               .alternative = i ^ 1,
                               .parts = {&part, 1}};
        of[i].counts.n[OP_FA] = shorter ? 1 : 2;
    }
    struct source_loop l = {
        .id = "a:b:1", .innermost = true, .n_blocks = 2 * CONSTRUCTS, .blocks = of};
    l.counts.n[OP_FA] = 3 * CONSTRUCTS;
    l.parts = (struct op_parts){&part, 1};
    const struct source_loop *path =
        source_on_shortest_path(&arena, machine_of("schedule dynamic\n"), &l, false, known(1));
    CHECK_NEAR(CONSTRUCTS, path->counts.n[OP_FA], 1e-9);
}

/* Block 2 leaves the loop in 1 of 4 passes. A loop that never ends does so in none of 64 passes,
 * and block 1 is executed in half of them. */
static void a_loop_that_never_ends(void)
{
    struct value_flow none[1];
    struct instruction_body b = body_with(none, 0);
    const double block[] = {1, 0.5, 1};
    struct body_frequencies f = find_frequencies(&arena, &b, block, 4);
    CHECK_NEAR(0.25, f.edge[4], 1e-6);
    f.trip = INFINITY;
    const struct body_path *paths = draw_paths(&arena, &b, &f, 64);
    int through = 0;
    for (int i = 0; i < 64; i++) {
        CHECK(edge_target(&b, paths[i].edges[paths[i].n - 1]) == PASS_END);
        through += paths[i].n == 3;
    }
    CHECK(through == 32);
}

int main(void)
{
    TEST(the_last_writer);
    TEST(a_value_of_an_earlier_pass);
    TEST(a_value_through_memory);
    TEST(executions_are_independent);
    TEST(frequencies_of_edges);
    TEST(vanishing_edges);
    TEST(entries_of_inner_blocks);
    TEST(derived_counts);
    TEST(drawn_passes);
    TEST(a_loop_that_never_ends);
    TEST(the_shortest_arm);
    TEST(arms_of_many_constructs);
    arena_free(&arena);
    return tests_end();
}
