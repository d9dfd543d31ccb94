/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests joining, weighting and the gap table. Numbers are derived by hand for the KSR1: left takes
 * fa + fm + fma + fmisc + x/k, right lfl + sfl + y/k, fpuc fma + sfl; peak 2 flops a cycle; MACS =
 * length / k. */
#include "base/util.h"
#include "gaps/gaps.h"
#include "gaps/ladder/flow.h"
#include "gaps/ladder/join.h"
#include "gaps/ladder/model.h"
#include "tests/put-files.h"
#include "tests/unit/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct arena arena;
static struct diag d;
static const struct machine *ksr1;

static struct source_loop source_loop(const char *id, const char *file, long line, long end_line)
{
    struct source_loop l = {.id = id, .file = file, .routine = "sub", .line = line};
    l.end_line = end_line;
    l.depth = 1;
    l.parent = -1;
    l.innermost = true;
    l.stride = 1;
    return l;
}

static struct compiled_loop compiled_loop(const char *label, const char *source, long line,
                                          long end_line)
{
    struct compiled_loop l = {.file = "a.s", .label = label, .source = source, .line = line};
    l.end_line = end_line;
    l.k = known(1);
    return l;
}

/* ---- joining ---- */

/* lib/a.f: an outer loop at 3-9 with an inner one at 4-8; b.f: one at 4-8; x/a.f exists in the
 * second build only. */
static struct source_loop a_loops[2], b_loops[1], x_loops[1];
static struct stored_source sources[3];
static struct stored_build build, ambiguous;

static void make_builds(void)
{
    a_loops[0] = source_loop("lib/a.f:sub:3", "lib/a.f", 3, 9);
    a_loops[0].innermost = false;
    a_loops[1] = source_loop("lib/a.f:sub:4", "lib/a.f", 4, 8);
    a_loops[1].depth = 2;
    a_loops[1].parent = 0;
    b_loops[0] = source_loop("b.f:sub:4", "b.f", 4, 8);
    x_loops[0] = source_loop("x/a.f:sub:4", "x/a.f", 4, 8);
    sources[0].loops = (struct source_loops){a_loops, 2};
    sources[1].loops = (struct source_loops){b_loops, 1};
    sources[2].loops = (struct source_loops){x_loops, 1};
    build = (struct stored_build){.name = "default", .sources = sources, .n_sources = 2};
    ambiguous = build;
    ambiguous.n_sources = 3;
}

static void lines_find_the_innermost_loop(void)
{
    struct compiled_loop c = compiled_loop(".L1", "src/a.f", 5, 8);
    CHECK(join_loop(&arena, &build, &c, NULL, 0).source == &a_loops[1]);
    c = compiled_loop(".L1", "b.f", 4, 4);
    CHECK(join_loop(&arena, &build, &c, NULL, 0).source == &b_loops[0]);
}

static void lines_without_a_match_have_a_reason(void)
{
    struct compiled_loop c = compiled_loop(".L1", "a.f", 3, 9);
    struct loop_join j = join_loop(&arena, &build, &c, NULL, 0);
    CHECK(!j.source);
    CHECK_TEXT("its source lines 3 to 9 are in no innermost loop", j.why);
    c = compiled_loop(".L1", "a.f", 8, 12);
    CHECK_TEXT("its source lines 8 to 12 are in no known loop",
               join_loop(&arena, &build, &c, NULL, 0).why);
    c = compiled_loop(".L1", "c.f", 4, 8);
    CHECK_TEXT("no loop of its source file c.f is stored",
               join_loop(&arena, &build, &c, NULL, 0).why);
    c = compiled_loop(".L1", NULL, 4, 8);
    CHECK_TEXT("the assembly does not name its source file, and the build has several",
               join_loop(&arena, &build, &c, NULL, 0).why);
    c = compiled_loop(".L1", "a.f", 0, 0);
    CHECK_TEXT("the assembly has no source lines; use kmacstat --map=LABEL=LOOPID",
               join_loop(&arena, &build, &c, NULL, 0).why);
}

static void a_path_decides_between_files_of_one_name(void)
{
    struct compiled_loop c = compiled_loop(".L1", "a.f", 5, 8);
    CHECK_TEXT("several source files have the name a.f",
               join_loop(&arena, &ambiguous, &c, NULL, 0).why);
    c.source = "x/a.f";
    CHECK(join_loop(&arena, &ambiguous, &c, NULL, 0).source == &x_loops[0]);
}

static void a_map_overrides_lines(void)
{
    struct compiled_loop c = compiled_loop(".L1", "b.f", 4, 8);
    struct loop_map maps[] = {{".L2", "b.f:sub:4"}, {".L1", "a.f:sub:4"}};
    struct loop_join j = join_loop(&arena, &build, &c, maps, 2);
    CHECK(j.source == &a_loops[1] && j.mapped); /* named without its directory */
    maps[1].loop = "a.f:sub:5";
    CHECK_TEXT("--map names the source loop 'a.f:sub:5', but no loop has this name",
               join_loop(&arena, &build, &c, maps, 2).why);
    maps[1].loop = "a.f:sub:4";
    CHECK_TEXT("--map names the source loop 'a.f:sub:4', but more than one loop has this name",
               join_loop(&arena, &ambiguous, &c, maps, 2).why);
    maps[1].loop = "lib/a.f:sub:4";
    CHECK(join_loop(&arena, &ambiguous, &c, maps, 2).source == &a_loops[1]);
}

/* Bases that advance by 8 elements per pass: 8 iterations of stride 1, 4 of stride 2 or -2; no
 * integer for stride 3. A requested k is not changed. */
static void the_source_stride_corrects_k(void)
{
    struct compiled_loop c = compiled_loop(".L1", "b.f", 4, 8);
    c.k = known(8);
    c.k_unit_stride = true;
    CHECK(join_loop(&arena, &build, &c, NULL, 0).k.value == 8);
    b_loops[0].stride = -2;
    CHECK(join_loop(&arena, &build, &c, NULL, 0).k.value == 4);
    b_loops[0].stride = 3;
    CHECK(!is_known(join_loop(&arena, &build, &c, NULL, 0).k));
    b_loops[0].stride = 0;
    CHECK(!is_known(join_loop(&arena, &build, &c, NULL, 0).k));
    c.k_unit_stride = false;
    CHECK(join_loop(&arena, &build, &c, NULL, 0).k.value == 8);
    b_loops[0].stride = 1;
}

/* ---- weighting ---- */

/* Source: fa 10, lfl 6; an outer block with fa 6, lfl 4, which contains an inner block with fa 2,
 * lfl 2. Compiled, k = 2: two areas for the outer block, one in each copy, and one in each of them
 * for the inner block; fa 20, lfl 12, length 60. */
static struct block nested[] = {
    {.line = 5,
     .end_line = 9,
     .counts = {{[OP_FA] = 6, [OP_LFL] = 4}},
     .within = -1,
     .alternative = -1},
    {.line = 6,
     .end_line = 7,
     .counts = {{[OP_FA] = 2, [OP_LFL] = 2}},
     .within = 0,
     .alternative = -1},
};
static struct area areas[] = {
    {.target = ".A", .begin = 1, .end = 20, .counts = {{[OP_FA] = 6, [OP_LFL] = 4}}, .length = 18},
    {.target = ".B", .begin = 5, .end = 12, .counts = {{[OP_FA] = 2, [OP_LFL] = 2}}, .length = 6},
    {.target = ".C", .begin = 31, .end = 50, .counts = {{[OP_FA] = 6, [OP_LFL] = 4}}, .length = 18},
    {.target = ".D", .begin = 35, .end = 42, .counts = {{[OP_FA] = 2, [OP_LFL] = 2}}, .length = 6},
};
static int by_order[] = {0, 1, 0, 1};

static struct source_loop weighted_source;
static struct compiled_loop weighted_compiled;

static struct model_loop weighted_loop(void)
{
    struct model_loop l = {
        .source = &weighted_source, .path = &weighted_source, .compiled = &weighted_compiled};
    weighted_source = source_loop("w.f:sub:4", "w.f", 4, 10);
    weighted_source.counts = (struct counts){{[OP_FA] = 10, [OP_LFL] = 6}};
    weighted_source.flops8 = 10;
    weighted_source.blocks = nested;
    weighted_source.n_blocks = 2;
    weighted_compiled = compiled_loop(".L1", "w.f", 4, 10);
    weighted_compiled.counts = (struct counts){{[OP_FA] = 20, [OP_LFL] = 12}};
    weighted_compiled.length = 60;
    weighted_compiled.areas = areas;
    weighted_compiled.n_areas = 4;
    l.machine = l.compiled_machine = ksr1;
    l.k = l.ma_k = known(2);
    l.block_of = by_order;
    return l;
}

static void without_skips_all_blocks_count(void)
{
    struct model_loop l = weighted_loop();
    struct gap_ladder g = model_ladder(&arena, &l, NULL);
    CHECK(g.m.value == 5 && g.ma.value == 10 && g.mac.value == 10 && g.macs.value == 30);
    CHECK_TEXT("not measured", g.measured.missing);
}

/* Of 100 iterations 50 skip the outer block, and 20 of the others the inner:
 * fa 10 - 0.5 * 6 - 0.2 * 2 = 6.6, lfl 6 - 0.5 * 4 - 0.2 * 2 = 3.6: MA 6.6.
 * 50 passes; each outer area is skipped 25 times of 50, each inner one 10 times:
 * fa 20 - 2 * (0.5 * 6 + 0.2 * 2) = 13.2: MAC 6.6;
 * length 60 - 2 * (0.5 * 18 + 0.2 * 6) = 39.6: MACS 19.8. */
static void source_blocks_spread_over_their_areas(void)
{
    struct model_loop l = weighted_loop();
    struct thread_skip skips[] = {{0, "5", 50}, {0, "6", 20}};
    struct notes notes = {0};
    double *share = model_shares(&arena, &l, 100, skips, 2, &arena, &notes);
    CHECK_NEAR(0.5, share[0], 0);
    CHECK_NEAR(0.2, share[1], 0);
    for (int j = 0; j < 4; j++)
        CHECK_NEAR(j % 2 ? 0.2 : 0.5, share[2 + j], 0);
    struct gap_ladder g = model_ladder(&arena, &l, share);
    CHECK_NEAR(6.6, g.ma.value, 1e-12);
    CHECK_NEAR(6.6, g.mac.value, 1e-12);
    CHECK_NEAR(19.8, g.macs.value, 1e-12);
    CHECK(notes.n == 0);
}

/* Of 50 passes 30 skip .A, 20 skip .C, 5 skip .D: of 100 iterations 50 skip the
 * outer block and 5 the inner: fa 10 - 0.5 * 6 - 0.05 * 2 = 6.9: MA 6.9.
 * fa 20 - 0.6 * 6 - 0.4 * 6 - 0.1 * 2 = 13.8: MAC 6.9;
 * length 60 - 18 * (0.6 + 0.4) - 6 * 0.1 = 41.4: MACS 20.7. */
static void areas_of_a_source_block_are_summed(void)
{
    struct model_loop l = weighted_loop();
    struct thread_skip skips[] = {{0, ".A", 30}, {0, ".C", 20}, {0, ".D", 5}};
    struct notes notes = {0};
    double *share = model_shares(&arena, &l, 100, skips, 3, &arena, &notes);
    struct gap_ladder g = model_ladder(&arena, &l, share);
    CHECK_NEAR(6.9, g.ma.value, 1e-12);
    CHECK_NEAR(6.9, g.mac.value, 1e-12);
    CHECK_NEAR(20.7, g.macs.value, 1e-12);
    CHECK(notes.n == 0);
}

/* An area can share an end with the area that contains it; of equal areas the later one is in the
 * first. */
static void areas_within_areas(void)
{
    static const struct {
        long begin, end;
        int block;
        bool inside;
    } of[] = {{10, 50, 0, false}, {10, 20, 0, true},  {40, 50, 0, true},  {20, 40, 0, true},
              {5, 20, 0, false},  {45, 60, 0, false}, {20, 40, 1, false}, {10, 50, 0, true}};
    enum { N = COUNT_OF(of) };
    struct area at[N];
    int block_of[N];
    for (size_t i = 0; i < N; i++) {
        at[i] = (struct area){.begin = of[i].begin, .end = of[i].end};
        block_of[i] = of[i].block;
    }
    struct compiled_loop c = {.areas = at, .n_areas = N};
    struct model_loop l = {.compiled = &c, .block_of = block_of};
    for (size_t i = 0; i < N; i++)
        CHECK(model_area_inside(&l, i) == of[i].inside);
}

/* The maximum is taken after averaging. x = 20 makes 10 an iteration: left 10 + 10, with block 5
 * skipped in half of them 7 + 10, in all 4 + 10. y = 26 makes 13: right 6 + 13, 4 + 13, 2 + 13. So
 * MA changes from 20 (left) to 17 and 15 (right): it is not the mean (20 + 15) / 2. */
static void the_maximum_comes_after_averaging(void)
{
    struct model_loop l = weighted_loop();
    double half[6] = {0.5}, always[6] = {1};
    weighted_source.counts.n[OP_X] = 20;
    weighted_source.counts.n[OP_Y] = 26;
    CHECK_NEAR(20, model_ladder(&arena, &l, NULL).ma.value, 0);   /* max(20, 19) */
    CHECK_NEAR(17, model_ladder(&arena, &l, half).ma.value, 0);   /* max(17, 17) */
    CHECK_NEAR(15, model_ladder(&arena, &l, always).ma.value, 0); /* max(14, 15) */
}

static void rows_without_block_are_reported_once(void)
{
    struct model_loop l = weighted_loop();
    struct thread_skip skips[] = {{0, ".X", 30}, {0, ".X", 30}, {0, "77", 2}};
    struct notes notes = {0};
    double *share = model_shares(&arena, &l, 100, skips, 3, &arena, &notes);
    CHECK(notes.n == 2);
    for (int i = 0; i < 6; i++)
        CHECK(share[i] == 0);
}

/* ---- the table, through a database ---- */

static char folder[] = "gaps-test.XXXXXX";

static void put(struct runs *r, const char *csv, const char *text)
{
    const char *path = arena_printf(&arena, "%s/%s", folder, csv);
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
    CHECK(runs_import(r, &path, 1));
}

/* A loop of a triad: fma 1, lfl 2, sfl 1, x 2, y 3; compiled with k = 4:
 * fma 4, lfl 8, sfl 4, left 4, right 6, length 24.
 * M = 2/2 = 1, MA = 3 + 3/4 = 3.75, MAC = 18/4 = 4.5, MACS = 6. */
static const char *make_database(const char *name)
{
    const char *path = arena_printf(&arena, "%s/%s", folder, name);
    struct runs *r = runs_open(path, RUNS_ADD, &d);
    struct runs_target t = {.build = "default", .machine = "ksr1", .machine_text = ksr1->text};
    struct source_loop l = source_loop("k.f:sub:4", "k.f", 4, 6);
    struct compiled_loop c = compiled_loop(".L1", "k.f", 4, 6);
    struct source_file f = {.file = "k.f"};
    l.counts = (struct counts){{[OP_FMA] = 1, [OP_LFL] = 2, [OP_SFL] = 1, [OP_X] = 2, [OP_Y] = 3}};
    l.flops8 = 2;
    c.counts =
        (struct counts){{[OP_FMA] = 4, [OP_LFL] = 8, [OP_SFL] = 4, [OP_LEFT] = 4, [OP_RIGHT] = 6}};
    c.length = 24;
    c.k = known(4);
    struct source_loops loops = {&l, 1};
    struct compiled_loops pairs = {&c, 1, NULL, 0};
    /* compiled code first: the order is irrelevant */
    CHECK(put_compiled_file(r, &t, "k.s", &pairs, NULL, 0));
    CHECK(put_source_file(r, &t, &f, &loops));
    CHECK(runs_commit(r));
    runs_close(r);
    return path;
}

static const struct gap_table *table_of(struct runs *r)
{
    static const struct gap_ask all;
    struct gaps *g = gaps_read(r, &arena, &all, &d);
    CHECK(g);
    return gaps_table(g);
}

static void without_a_measurement_the_ladder_ends_at_macs(void)
{
    struct runs *r = runs_open(make_database("plain.db"), RUNS_READ, &d);
    const struct gap_table *t = table_of(r);
    CHECK(t->n == 1 && !t->at[0].run && t->at[0].n == 1);
    const struct gap_loop *l = &t->at[0].loops[0];
    CHECK(l->cpl.m.value == 1 && l->cpl.ma.value == 3.75 && l->cpl.mac.value == 4.5);
    CHECK(l->cpl.macs.value == 6 && l->gap.s.value == 1.5);
    CHECK_TEXT("not measured", l->cpl.measured.missing);
    CHECK_TEXT("not measured", l->gap.p.missing);
    CHECK_TEXT("not measured", l->share.m.missing);
    CHECK_TEXT("not measured", t->at[0].balanced.missing);
    runs_close(r);
}

/* MA: t_f 1, t_m 3, right 3 + 3/4; MAC: right (8 + 4 + 6) / 4. A triad takes slot left and port
 * fpuc (bits 0 and 2), a load the right slot. No pairs were stored. */
static void bounds_name_their_limits(void)
{
    struct runs *r = runs_open(make_database("limits.db"), RUNS_READ, &d);
    static const struct gap_ask all;
    struct gaps *g = gaps_read(r, &arena, &all, &d);
    const struct gap_run *run = &gaps_table(g)->at[0];
    struct gap_bounds b;
    struct gap_code c;
    CHECK(gaps_bounds(g, &arena, run, &run->loops[0], &b));
    CHECK(b.ma.tf.value == 1 && b.ma.tm.value == 3 && b.ma.cpl.value == 3.75);
    CHECK_TEXT("right", b.ma.limit);
    CHECK(b.mac.tm.value == 3 && b.mac.cpl.value == 4.5);
    CHECK_TEXT("right", b.mac.limit);
    CHECK(gaps_code(g, &arena, run, &run->loops[0], &c) && c.n == 0 && c.missing);
    CHECK(c.loop->length == 24 && c.k.value == 4 && c.mac.cpl.value == 4.5 && c.macs.value == 6);
    CHECK(c.n_ports == 3 && c.takes[OP_FMA] == 5 && c.takes[OP_LFL] == 2);
    runs_close(r);
}

/* One processor: 1000 iterations in 8000 cycles. Two: 600 in 5000 and 400 in
 * 3500: measured 8500/1000 = 8.5, MUF 6/8.5, time 5000, speed-up 8000/5000;
 * balanced 6 * 1000 / 2 = 3000, actual 6 * 600 = 3600.
 * A thread without iterations has a time but no CPL. */
static void threads_are_weighted_by_iterations(void)
{
    struct runs *r = runs_open(make_database("threads.db"), RUNS_CHANGE, &d);
    put(r, "m.csv",
        "run,processors,thread,loop,iterations,cycles\n"
        "one,1,0,k.f:sub:4,1000,8000\n"
        "two,2,0,k.f:sub:4,600,5000\ntwo,2,1,k.f:sub:4,400,3500\n"
        "idle,2,0,k.f:sub:4,1000,9000\n");
    put(r, "again.csv", /* another import in the same command replaces */
        "run,processors,thread,loop,iterations,cycles\n"
        "idle,2,0,k.f:sub:4,1000,8000\nidle,2,1,k.f:sub:4,0,0\n");
    const struct gap_table *t = table_of(r);
    CHECK(t->n == 3);
    CHECK_TEXT("one", t->at[0].run);
    CHECK_TEXT("idle", t->at[1].run);
    const struct gap_loop *l = &t->at[2].loops[0];
    CHECK(l->threads == 2 && l->iterations.value == 1000 && l->time.value == 5000);
    CHECK_NEAR(8.5, l->cpl.measured.value, 1e-15);
    CHECK_NEAR(6 / 8.5, l->muf.value, 1e-15);
    CHECK_NEAR(1 - l->share.p.value, l->muf.value, 1e-15);
    CHECK_NEAR(1.6, l->speedup.value, 1e-15);
    CHECK_NEAR(3000, l->balanced.value, 1e-9);
    CHECK_NEAR(3600, l->actual.value, 1e-9);
    CHECK_NEAR(3600, t->at[2].actual.value, 1e-9);
    CHECK(t->at[0].loops[0].speedup.value == 1);
    CHECK(t->at[1].loops[0].cpl.measured.value == 8 && t->at[1].loops[0].threads == 2);
    runs_close(r);
}

/* MAC = MACS, computed in two orders: 0.1 + 0.2 and 0.3 differ by 5.6e-17. A difference of 1e-9 is
 * not one of rounding. */
static void gaps_without_rounding_errors(void)
{
    struct gap_ladder g = {known(0.1), known(0.1 + 0.2), known(0.3), known(0.3 + 1e-9),
                           .measured = known(1)};
    struct gap_parts gap, share;
    CHECK(g.ma.value != g.mac.value);
    gap_parts_of(&g, &gap, &share);
    CHECK(gap.c.value == 0 && share.c.value == 0);
    CHECK_NEAR(1e-9, gap.s.value, 1e-15);
    g.mac = missing("unknown");
    gap_parts_of(&g, &gap, &share);
    CHECK(!is_known(gap.c) && !is_known(gap.s));
}

/* Random runs: shares sum to 1, and the average over threads is the pooled
 * calculation, sum of cycles / sum of iterations. */
static void shares_sum_to_one(void)
{
    struct runs *r = runs_open(make_database("random.db"), RUNS_CHANGE, &d);
    char *text = arena_strdup(&arena, "run,processors,thread,loop,iterations,cycles\n");
    double sum[20][2] = {{0}};
    unsigned x = 7;
    for (int run = 0; run < 20; run++)
        for (int thread = 0; thread < 5; thread++) {
            double n = (x = x * 1103515245u + 12345u) >> 20,
                   c = (x = x * 1103515245u + 12345u) >> 8;
            text =
                arena_printf(&arena, "%sr%02d,5,%d,k.f:sub:4,%.0f,%.0f\n", text, run, thread, n, c);
            sum[run][0] += n;
            sum[run][1] += c;
        }
    put(r, "m.csv", text);
    const struct gap_table *t = table_of(r);
    CHECK(t->n == 20);
    for (size_t i = 0; i < t->n; i++) {
        const struct gap_loop *l = &t->at[i].loops[0];
        const struct gap_parts *s = &l->share;
        CHECK_NEAR(1, s->m.value + s->a.value + s->c.value + s->s.value + s->p.value, 1e-12);
        CHECK_NEAR(sum[i][1] / sum[i][0], l->cpl.measured.value, 1e-9 * l->cpl.measured.value);
    }
    runs_close(r);
}

/* ---- M and MA of average iterations ---- */

static unsigned long random_state;
static long random_below(long n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (long)(random_state >> 33) % n;
}

enum { BLOCKS = 4 };
/* Creates a loop of random operations, each in a random block or in none; a block includes the
 * operations of the blocks within it. Counts are integers, as in kma. */
static void random_loop(struct source_loop *l, struct block blocks[BLOCKS], const struct machine *m)
{
    bool parts = m->vector_bytes > 0 || random_below(2);
    *l = source_loop("r.f:sub:1", "r.f", 1, 99);
    l->blocks = blocks;
    l->n_blocks = (size_t)random_below(BLOCKS + 1);
    for (int b = 0; b < (int)l->n_blocks; b++)
        blocks[b] = (struct block){.line = 2 + b,
                                   .end_line = 50 - b,
                                   .within = (int)random_below(b + 1) - 1,
                                   .alternative = -1};
    for (long n = 1 + random_below(12); n > 0; n--) {
        struct op_part part = {.class = (enum op_class)random_below(OP_SFL + 1),
                               .lanes = random_below(5)};
        part.bytes = parts && random_below(2) ? 4 : 8;
        part.stride = part.shared = 1;
        struct counts one = {{0}};
        double times = (double)(1 + random_below(3));
        one.n[part.class] = times;
        double flops = counts_tnf(&one);
        *(part.bytes == 4 ? &l->flops4 : &l->flops8) += flops;
        l->counts = counts_less(l->counts, -1, one);
        if (parts)
            parts_add(&arena, &l->parts, &part, times);
        for (int b = (int)random_below((long)l->n_blocks + 1) - 1; b >= 0; b = blocks[b].within) {
            blocks[b].counts = counts_less(blocks[b].counts, -1, one);
            if (parts)
                parts_add(&arena, &blocks[b].parts, &part, times);
        }
    }
    l->counts.n[OP_X] = m->overhead_x;
    l->counts.n[OP_Y] = m->overhead_branch + m->overhead_increment * (double)random_below(3);
}

/* Chooses the shares of iterations that each block's branch skips: a block within a skipped block
 * is not counted again. */
static void random_shares(const struct source_loop *l, double share[BLOCKS])
{
    for (size_t b = 0; b < l->n_blocks; b++) {
        double left = 1;
        for (int around = l->blocks[b].within; around >= 0; around = l->blocks[around].within)
            left -= share[around];
        share[b] = random_below(4) ? left * (double)random_below(1001) / 1000 : left;
    }
}

/* For random loops on random machines, M of an average iteration is at most MA, and TNF at most
 * that of all blocks. */
static void m_is_never_above_ma(void)
{
    const char *const *names;
    int n_names = (int)machine_list(&arena, &names);
    for (random_state = 1; random_state < 4000; random_state++) {
        unsigned long seed = random_state;
        const struct machine *m = machine_read(&arena, names[random_below(n_names)], NULL, &d);
        struct source_loop l;
        struct block blocks[BLOCKS];
        double share[BLOCKS] = {0};
        random_loop(&l, blocks, m);
        random_shares(&l, share);
        struct model_loop of = {.source = &l, .path = &l, .machine = m, .no_compiled = "none"};
        of.k = missing("none");
        of.ma_k = known((double)(1 + random_below(16)));
        struct gap_ladder g = model_ladder(&arena, &of, share);
        CHECK(is_known(g.m) && is_known(g.ma) && g.m.value <= g.ma.value * (1 + 1e-9) + 1e-12);
        struct quantity tnf = model_tnf(&arena, &of, share);
        CHECK(is_known(tnf) && tnf.value >= -1e-9 && tnf.value <= counts_tnf(&l.counts));
        random_state = seed;
    }
}

/* 4 flops of 8 bytes and 2 of 4, of which a block has 2 and 1; peak 2 a cycle for both sizes: M of
 * an iteration that skips it in a quarter is (4 - 0.5)/2 + (2 - 0.25)/2 = 2.625, TNF 5.25. Without
 * parts the sizes of the block's flops are unknown. Skipped 2.5 times an iteration: a negative
 * number of operations would remain. */
static void flops_are_averaged_by_size(void)
{
    struct op_part eight = {.class = OP_FA, .bytes = 8, .stride = 1, .shared = 1};
    struct op_part four = {.class = OP_FM, .bytes = 4, .stride = 1, .shared = 1};
    struct source_loop l = source_loop("s.f:sub:1", "s.f", 1, 9);
    struct block block = {.line = 3, .end_line = 5, .within = -1};
    l.blocks = &block;
    l.n_blocks = 1;
    l.flops8 = 4;
    l.flops4 = 2;
    l.counts = (struct counts){{[OP_FA] = 4, [OP_FM] = 2}};
    block.counts = (struct counts){{[OP_FA] = 2, [OP_FM] = 1}};
    struct model_loop of = {
        .source = &l, .path = &l, .machine = ksr1, .no_compiled = "none", .ma_k = known(1)};
    double share = 0.25;
    CHECK(strncmp(model_m(&arena, &of, &share).missing, "the database has no element sizes", 33) ==
          0);
    /* Without parts the size of the loop is used if it has one size: 6 flops minus 0.25 * 3 of one
     * size; the KSR1 does 2 a cycle. */
    l.flops8 = 0;
    l.flops4 = 6;
    CHECK_NEAR(2.625, model_m(&arena, &of, &share).value, 1e-12);
    l.flops8 = 6;
    l.flops4 = 0;
    CHECK_NEAR(2.625, model_m(&arena, &of, &share).value, 1e-12);
    l.flops8 = 4;
    l.flops4 = 2;
    parts_add(&arena, &l.parts, &eight, 4);
    parts_add(&arena, &l.parts, &four, 2);
    parts_add(&arena, &block.parts, &eight, 2);
    parts_add(&arena, &block.parts, &four, 1);
    CHECK(fabs(model_m(&arena, &of, &share).value - 2.625) < 1e-12);
    CHECK(model_tnf(&arena, &of, &share).value == 5.25);
    share = 2.5;
    CHECK(strncmp(model_m(&arena, &of, &share).missing, "its blocks were skipped more", 28) == 0);
    CHECK(!is_known(model_tnf(&arena, &of, &share)));
    CHECK(!is_known(model_ladder(&arena, &of, &share).ma));
    l.flops8 = 3;
    CHECK(strncmp(model_m(&arena, &of, NULL).missing, "its flops by element size do not", 32) == 0);
}

/* ---- minimum-cost flows (gaps/ladder/flow.h) ---- */

static bool has_flows(const struct flow_arc *arcs, size_t n, const double *flows)
{
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok &= fabs(arcs[i].flow - flows[i]) < 1e-9;
    return ok;
}

/* Two paths of two arcs from node 0 to node 3: by node 1 at cost 2, by node 2 at cost 4. */
#define TWO_PATHS                                                                                  \
    {0, 1, 1, 0, 0}, {1, 3, 1, 0, 0}, {0, 2, 2, 0, 0},                                             \
    {                                                                                              \
        2, 3, 2, 0, 0                                                                              \
    }

static void the_unit_takes_the_cheapest_path(void)
{
    struct flow_arc arcs[] = {TWO_PATHS};
    CHECK(flow_solve(arcs, 4, 4));
    CHECK(has_flows(arcs, 4, (double[]){1, 1, 0, 0}));
}

/* If an arc of the expensive path needs 0.25, that amount uses it, and 0.75 the cheap path. */
static void required_flow_is_sent_first(void)
{
    for (int arc = 2; arc < 4; arc++) {
        struct flow_arc arcs[] = {TWO_PATHS};
        arcs[arc].least = 0.25;
        CHECK(flow_solve(arcs, 4, 4));
        CHECK(has_flows(arcs, 4, (double[]){0.75, 0.75, 0.25, 0.25}));
    }
}

/* Each path needs 0.7: one unit is too small. */
static void requirements_above_the_unit_have_no_flow(void)
{
    struct flow_arc arcs[] = {TWO_PATHS};
    arcs[0].least = arcs[2].least = 0.7;
    CHECK(!flow_solve(arcs, 4, 4));
}

/* 0-1 costs 0, 0-2 costs 5, 1-3 costs 5, 2-3 costs 0, and 1-2 costs 0: by 0-1-2-3 it is 0. Where
 * 0-2 and 1-3 need 0.3 each, 0.3 enters by 0-2 and leaves by 2-3; 0.7 enters by 0-1, of which 0.3
 * leave by 1-3 and 0.4 go by 1-2 to 2-3. */
static void a_cross_arc_joins_the_paths(void)
{
    struct flow_arc arcs[] = {
        {0, 1, 0, 0, 0}, {0, 2, 5, 0, 0}, {1, 3, 5, 0, 0}, {2, 3, 0, 0, 0}, {1, 2, 0, 0, 0}};
    CHECK(flow_solve(arcs, 5, 4));
    CHECK(has_flows(arcs, 5, (double[]){1, 0, 0, 1, 1}));
    arcs[1].least = arcs[2].least = 0.3;
    CHECK(flow_solve(arcs, 5, 4));
    CHECK(has_flows(arcs, 5, (double[]){0.7, 0.3, 0.3, 0.7, 0.4}));
}

/* The first path sends all by 0-1-2-3 for the leasts of 0-1 and 2-3; the least of 1-3 then takes
 * flow back from 1-2: 1 enters by 0-1, 0.4 leaves by 1-3, 0.6 by 2-3. */
static void flow_is_returned_for_a_requirement(void)
{
    struct flow_arc arcs[] = {
        {0, 1, 0, 1, 0}, {1, 2, 1, 0, 0}, {2, 3, 1, 0.6, 0}, {1, 3, 9, 0.4, 0}};
    CHECK(flow_solve(arcs, 4, 4));
    CHECK(has_flows(arcs, 4, (double[]){1, 0.6, 0.6, 0.4}));
}

static void an_unreachable_sink_has_no_flow(void)
{
    struct flow_arc arcs[] = {{0, 1, 1, 0, 0}, {2, 3, 1, 0, 0}};
    CHECK(!flow_solve(arcs, 2, 4));
}

int main(void)
{
    ksr1 = machine_read(&arena, "ksr1", NULL, &d);
    if (!ksr1 || !mkdtemp(folder))
        return 1;
    make_builds();
    TEST(lines_find_the_innermost_loop);
    TEST(lines_without_a_match_have_a_reason);
    TEST(a_path_decides_between_files_of_one_name);
    TEST(a_map_overrides_lines);
    TEST(the_source_stride_corrects_k);
    TEST(without_skips_all_blocks_count);
    TEST(source_blocks_spread_over_their_areas);
    TEST(areas_within_areas);
    TEST(areas_of_a_source_block_are_summed);
    TEST(the_maximum_comes_after_averaging);
    TEST(rows_without_block_are_reported_once);
    TEST(without_a_measurement_the_ladder_ends_at_macs);
    TEST(bounds_name_their_limits);
    TEST(threads_are_weighted_by_iterations);
    TEST(shares_sum_to_one);
    TEST(gaps_without_rounding_errors);
    TEST(m_is_never_above_ma);
    TEST(flops_are_averaged_by_size);
    TEST(the_unit_takes_the_cheapest_path);
    TEST(required_flow_is_sent_first);
    TEST(requirements_above_the_unit_have_no_flow);
    TEST(a_cross_arc_joins_the_paths);
    TEST(flow_is_returned_for_a_requirement);
    TEST(an_unreachable_sink_has_no_flow);
    char clean[64];
    snprintf(clean, sizeof clean, "rm -rf %s", folder);
    arena_free(&arena);
    return tests_end() | (system(clean) != 0);
}
