/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the traffic by reuse distances: by hand, and with reference windows (bounds/traffic.h) of
 * the same nests, whose reuse distances are counted here access by access. */
#include "bounds/estimate.h"
#include "bounds/reuse.h"
#include "bounds/traffic.h"
#include "counts/streams.h"
#include "tests/unit/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3, REFS = 7, LINE = 64, LINES = 1 << 16 };

/* A nest of loops whose references have elements of 8 bytes; in elements. */
struct nest {
    const char *name;
    int depth, trips[DEEPEST], n_refs;
    struct {
        long begin, strides[DEEPEST];
        bool write;
        int array;
    } refs[REFS];
};

static long element_at(const struct nest *n, int ref, long i)
{
    long at = n->refs[ref].begin;
    for (int k = n->depth; k-- > 0; i /= n->trips[k])
        at += n->refs[ref].strides[k] * (i % n->trips[k]);
    return at;
}

static long iterations_of(const struct nest *n)
{
    long all = 1;
    for (int k = 0; k < n->depth; k++)
        all *= n->trips[k];
    return all;
}

/* ---- distances ---- */

/* Distinct lines since the last access of each line: lines count at the time of their last access.
 */
struct counter {
    long *sums, n; /* binary indexed tree over the times */
    long last[LINES];
    double reused[STREAM_BINS][2], first[2];
    long farthest[LINES]; /* of each line: bin of the largest distance since the last store + 1 */
    double written[STREAM_BINS];
};

static void add_at(struct counter *c, long time, long by)
{
    for (long i = time + 1; i <= c->n; i += i & -i)
        c->sums[i] += by;
}

static long sum_before(const struct counter *c, long time)
{
    long sum = 0;
    for (long i = time; i > 0; i -= i & -i)
        sum += c->sums[i];
    return sum;
}

static void count_bin(struct counter *c, long line, uint32_t bin, bool write)
{
    c->reused[bin][write]++;
    if (c->farthest[line] < bin + 1)
        c->farthest[line] = bin + 1;
    if (write)
        c->written[c->farthest[line] - 1]++;
    if (write)
        c->farthest[line] = 0;
}

static void access_line(struct counter *c, long line, long time, bool write)
{
    long last = c->last[line] - 1;
    if (last < 0) {
        c->first[write]++;
    } else {
        long lines = sum_before(c, time) - sum_before(c, last + 1);
        count_bin(c, line, stream_bin((uint64_t)lines), write);
        add_at(c, last, -1);
    }
    add_at(c, time, 1);
    c->last[line] = time + 1;
}

/* Executes the nest that many times, and counts the accesses of the last one. */
static struct reuse reuse_of(struct arena *a, const struct nest *n, int times)
{
    struct counter *c = ARENA_NEW(a, struct counter);
    long all = iterations_of(n), time = 0;
    struct reuse r = {.line = LINE, .passes = (double)all, .window = INFINITY};
    c->n = times * all * n->n_refs + 1;
    c->sums = ARENA_ARRAY(a, long, (size_t)c->n + 1);
    for (long i = 0; i < times * all; i++) {
        if (i == (times - 1) * all) {
            memset(c->reused, 0, sizeof c->reused);
            memset(c->written, 0, sizeof c->written);
            memset(c->first, 0, sizeof c->first);
        }
        for (int k = 0; k < n->n_refs; k++, time++)
            access_line(c, element_at(n, k, i % all) * 8 / LINE, time, n->refs[k].write);
    }
    r.at = ARENA_ARRAY(a, struct reuse_part, STREAM_BINS + 1);
    for (uint32_t b = 0; b < STREAM_BINS; b++)
        r.at[r.n++] =
            (struct reuse_part){(double)stream_bin_from(b + 1) * LINE, c->reused[b][0] / r.passes,
                                c->reused[b][1] / r.passes, c->written[b] / r.passes};
    r.at[r.n++] = (struct reuse_part){INFINITY, c->first[0] / r.passes, c->first[1] / r.passes, 0};
    return r;
}

/* ---- windows ---- */

static int group_of(const struct nest *n, int ref)
{
    for (int k = 0; k < ref; k++)
        if (n->refs[k].array == n->refs[ref].array)
            return k;
    return ref;
}

static struct movement movement_of(struct arena *a, const struct nest *n)
{
    struct movement m = {.n_levels = n->depth, .n = (size_t)n->n_refs};
    m.levels = ARENA_ARRAY(a, struct loop_level, DEEPEST);
    m.at = ARENA_ARRAY(a, struct sweep, REFS);
    for (int k = 0; k < n->depth; k++)
        m.levels[k].trip = known(n->trips[k]);
    for (int i = 0; i < n->n_refs; i++) {
        int group = group_of(n, i);
        m.at[i] = (struct sweep){.ref = i,
                                 .bytes = 8,
                                 .write = n->refs[i].write,
                                 .group = group,
                                 .storage = group,
                                 .offset = 8.0 * (double)(n->refs[i].begin - n->refs[group].begin)};
        m.at[i].strides = ARENA_ARRAY(a, struct quantity, DEEPEST);
        for (int k = 0; k < n->depth; k++)
            m.at[i].strides[k] = known(8.0 * (double)n->refs[i].strides[k]);
    }
    return m;
}

static struct machine machine_of(double bytes)
{
    struct machine m = {.name = "test", .n_caches = 1};
    m.caches[0] = (struct machine_cache){.name = "l1",
                                         .bytes = bytes,
                                         .line_bytes = LINE,
                                         .ways = 8,
                                         .user_ways = 8,
                                         .effective = missing("not measured")};
    return m;
}

static double bytes_by_reuse(struct arena *a, const struct reuse *r, double bytes)
{
    struct machine m = machine_of(bytes);
    struct reuse_level at[MACHINE_LEVELS];
    CHECK(reuse_levels(a, &m, r, at) == 1);
    return is_known(at[0].bytes) ? at[0].bytes.value : -1;
}

/* Sizes of caches at which the windows of a nest all fit, or some do not by far. */
static const struct {
    struct nest nest;
    double bytes[4];
} nests[] = {
    {{"triad",
      2,
      {3, 20000},
      3,
      {{0, {0, 1}, false, 0}, {65536, {0, 1}, false, 1}, {131072, {0, 1}, true, 2}}},
     {1024, 65536, 1 << 20}},
    {{"stencil, rows of 1000",
      2,
      {60, 1000},
      5,
      {{999, {1000, 1}, false, 0},
       {1001, {1000, 1}, false, 0},
       {8, {1000, 1}, false, 0},
       {2000, {1000, 1}, false, 0},
       {131072, {1000, 1}, true, 1}}},
     {2048, 131072, 1 << 21}},
    {{"transpose", 2, {200, 200}, 2, {{0, {200, 1}, false, 0}, {65536, {1, 200}, true, 1}}},
     {4096, 65536, 1 << 21}},
    {{"product of matrices",
      3,
      {40, 40, 40},
      3,
      {{0, {40, 0, 1}, false, 0}, {8192, {0, 1, 40}, false, 1}, {16384, {40, 1, 0}, true, 2}}},
     {4096, 8192, 65536}},
};

static void windows_and_distances_agree(void)
{
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
        struct arena a = {0};
        const struct nest *n = &nests[i].nest;
        struct reuse r = reuse_of(&a, n, 1);
        struct movement m = movement_of(&a, n);
        for (int k = 0; k < 4 && nests[i].bytes[k] > 0; k++) {
            double bytes = nests[i].bytes[k], by_reuse = bytes_by_reuse(&a, &r, bytes);
            struct traffic t =
                traffic_of_movement(&a, &m, NULL, &(struct cache_level){"l1", bytes, LINE});
            printf("# %s, %.0f bytes: %.4g by windows, %.4g by distances\n", n->name, bytes,
                   t.read.value, by_reuse);
            CHECK(fabs(by_reuse / t.read.value - 1) <= 0.1);
        }
        arena_free(&a);
    }
}

/* ---- estimates ---- */

/* Bytes per iteration from beyond a cache, by hand. Elements have 8 bytes, lines 64. */
static const struct {
    struct nest nest;
    struct {
        double holds, bytes[DATA_USES]; /* loaded, stored, both */
    } at[3];
} estimates[] = {
    /* Three arrays of 160,000 bytes: all of an iteration's 16 + 8 bytes, or none. */
    {{"triad", 1, {20000}, 3, {{0, {1}, false, 0}, {65536, {1}, false, 1}, {131072, {1}, true, 2}}},
     {{65536, {16, 8, 0}}, {1 << 20, {0, 0, 0}}}},
    /* Rows of 8,000 bytes: three of the array that is read and one of the other are 32,000 bytes.
     * If they do not fit, each iteration loads an element of each of the three rows; if they do,
     * one, with 62 rows for 60: 8.27 bytes. All data are 976,000 bytes. */
    {{"stencil",
      2,
      {60, 1000},
      4,
      {{0, {1000, 1}, false, 0},
       {1000, {1000, 1}, false, 0},
       {2000, {1000, 1}, false, 0},
       {131072, {1000, 1}, true, 1}}},
     {{16384, {24, 8, 0}}, {65536, {8 * 62. / 60, 8, 0}}, {2 << 20, {0, 0, 0}}}},
    /* y(i) = y(i) + x(8 i): a line of x and an eighth of a line of y, which is modified. */
    {{"stride", 1, {4000}, 3, {{0, {1}, false, 0}, {65536, {8}, false, 1}, {0, {1}, true, 0}}},
     {{16384, {64, 0, 8}}, {131072, {64, 0, 8}}, {1 << 20, {0, 0, 0}}}},
};

static void check_uses(const char *what, const double *expected, const struct estimate_level *l)
{
    for (int use = 0; use < DATA_USES; use++) {
        printf("# %s: %g bytes, %g by hand\n", what, l->bytes[use], expected[use]);
        CHECK(fabs(l->bytes[use] - expected[use]) <= 0.1 * expected[use]);
    }
}

/* The strides and trip counts of affine references, and their reuse distances, lead to the bytes
 * that are derived by hand. */
static void estimates_agree(void)
{
    for (size_t i = 0; i < sizeof estimates / sizeof *estimates; i++) {
        struct arena a = {0};
        const struct nest *n = &estimates[i].nest;
        struct hot_data both = {.movement = movement_of(&a, n), .reuse = reuse_of(&a, n, 2)};
        struct hot_data pointers = both;
        pointers.movement = (struct movement){.missing = "no strides"};
        for (int k = 0; k < 3 && estimates[i].at[k].holds > 0; k++) {
            struct machine m = machine_of(estimates[i].at[k].holds);
            struct data_estimate by_nest = data_estimate_recorded(&a, &m, &both);
            struct data_estimate by_reuse = data_estimate_recorded(&a, &m, &pointers);
            check_uses(n->name, estimates[i].at[k].bytes, &by_nest.at[0]);
            check_uses(n->name, estimates[i].at[k].bytes, &by_reuse.at[0]);
            CHECK(by_reuse.n == 1 && by_reuse.by_reuse && !by_nest.by_reuse);
        }
        arena_free(&a);
    }
}

/* What an estimate by reuse distances needs. */
static void unknown_distances(void)
{
    struct arena a = {0};
    struct reuse_part parts[] = {{1024, 2, 0, 0}, {INFINITY, 0.5, 0.25, 0.5}};
    struct reuse r = {.line = LINE, .passes = 10, .window = 8192, .at = parts, .n = 2};
    struct machine m = machine_of(4096), large = machine_of(16384);
    const double bytes[] = {[USE_LOADED] = 0.25 * LINE, 0.25 * LINE, 0.25 * LINE};
    check_uses("parts", bytes, &data_estimate_of_reuse(&a, &m, &r).at[0]);
    CHECK(data_estimate_of_reuse(&a, &large, &r).transfer.missing != NULL);
    r.no_written = true;
    CHECK(strstr(data_estimate_of_reuse(&a, &m, &r).transfer.missing, "older version"));
    arena_free(&a);
}

/* By hand: of the accesses with distances from 1024 to 4096, two thirds have at least 2048. */
static void ranges_of_distances(void)
{
    struct arena a = {0};
    struct reuse_part parts[] = {{1024, 2, 0, 0}, {4096, 1, 3, 1}, {INFINITY, 0.5, 0, 0}};
    struct reuse r = {.line = LINE, .passes = 10, .window = 8192, .at = parts, .n = 3};
    CHECK_NEAR(3.5 * LINE + 1.0 * LINE, bytes_by_reuse(&a, &r, 1024), 1e-9);
    CHECK_NEAR((8.0 / 3 + 0.5) * LINE, bytes_by_reuse(&a, &r, 2048), 1e-9);
    CHECK_NEAR(0.5 * LINE, bytes_by_reuse(&a, &r, 4096), 1e-9);
    CHECK(bytes_by_reuse(&a, &r, 16384) == -1); /* larger than what the intervals accessed */
    r.n = 2;
    CHECK(bytes_by_reuse(&a, &r, 16384) == 0); /* all distances are known */
    r.passes = 0;
    CHECK(bytes_by_reuse(&a, &r, 1024) == -1);
    arena_free(&a);
}

int main(void)
{
    TEST(ranges_of_distances);
    TEST(windows_and_distances_agree);
    TEST(estimates_agree);
    TEST(unknown_distances);
    return tests_end();
}
