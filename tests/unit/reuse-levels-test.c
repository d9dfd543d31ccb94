/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the traffic by reuse distances: by hand, and with reference windows (bounds/traffic.h) of
 * the same nests, whose reuse distances are counted here access by access. */
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

static void access_line(struct counter *c, long line, long time, bool write)
{
    long last = c->last[line] - 1;
    if (last < 0) {
        c->first[write]++;
    } else {
        long lines = sum_before(c, time) - sum_before(c, last + 1);
        c->reused[stream_bin((uint64_t)lines)][write]++;
        add_at(c, last, -1);
    }
    add_at(c, time, 1);
    c->last[line] = time + 1;
}

static struct reuse reuse_of(struct arena *a, const struct nest *n)
{
    struct counter *c = ARENA_NEW(a, struct counter);
    long all = iterations_of(n), time = 0;
    struct reuse r = {.line = LINE, .passes = (double)all, .window = INFINITY};
    c->n = all * n->n_refs + 1;
    c->sums = ARENA_ARRAY(a, long, (size_t)c->n + 1);
    for (long i = 0; i < all; i++)
        for (int k = 0; k < n->n_refs; k++, time++)
            access_line(c, element_at(n, k, i) * 8 / LINE, time, n->refs[k].write);
    r.at = ARENA_ARRAY(a, struct reuse_part, STREAM_BINS + 1);
    for (uint32_t b = 0; b < STREAM_BINS; b++)
        r.at[r.n++] = (struct reuse_part){(double)stream_bin_from(b + 1) * LINE,
                                          c->reused[b][0] / r.passes, c->reused[b][1] / r.passes};
    r.at[r.n++] = (struct reuse_part){INFINITY, c->first[0] / r.passes, c->first[1] / r.passes};
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
        struct reuse r = reuse_of(&a, n);
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

/* By hand: of the accesses with distances from 1024 to 4096, two thirds have at least 2048. */
static void ranges_of_distances(void)
{
    struct arena a = {0};
    struct reuse_part parts[] = {{1024, 2, 0}, {4096, 1, 3}, {INFINITY, 0.5, 0}};
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
    return tests_end();
}
