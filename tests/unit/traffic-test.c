/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that a cache larger than all data misses each line once: random nests are executed step by
 * step and their lines are counted. */
#include "bounds/traffic.h"
#include "tests/unit/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NESTS = 400, DEEPEST = 3, REFS = 4, PLACES = 1 << 19, LINE = 64 };

static unsigned long seed = 7;

static int below(int n)
{
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (int)(seed >> 12) % n;
}

struct nest {
    int depth, trips[DEEPEST], n_refs;
    long strides[DEEPEST], offsets[REFS]; /* elements of 8 bytes */
};

static struct nest random_nest(void)
{
    static const int trips[] = {12, 20, 37};
    static const long strides[] = {1, 2, 45, 45 * 45};
    struct nest n = {.depth = 1 + below(DEEPEST), .n_refs = 1 + below(REFS)};
    for (int k = 0; k < n.depth; k++) {
        n.trips[k] = trips[below(3)];
        n.strides[k] = below(4) == 0 && k + 1 < n.depth ? 0 : strides[below(4)];
    }
    for (int r = 0; r < n.n_refs; r++)
        n.offsets[r] = 200 + below(5) - 2 + 45 * (below(5) - 2);
    return n;
}

/* Returns the lines that the nest accesses if its first element is `shift` elements after the start
 * of a line. */
static long lines(const struct nest *n, int line, long shift)
{
    static bool seen[PLACES];
    long all = 1, found = 0;
    memset(seen, 0, sizeof seen);
    for (int k = 0; k < n->depth; k++)
        all *= n->trips[k];
    for (long i = 0; i < all; i++)
        for (int r = 0; r < n->n_refs; r++) {
            long rest = i, at = n->offsets[r] + shift;
            for (int k = n->depth; k-- > 0; rest /= n->trips[k])
                at += n->strides[k] * (rest % n->trips[k]);
            found += !seen[at * 8 / line];
            seen[at * 8 / line] = true;
        }
    return found;
}

/* Returns the lines per iteration for an average position of the first element. */
static double truth(const struct nest *n, int line)
{
    double sum = 0, iterations = 1;
    for (int s = 0; s < line / 8; s++)
        sum += (double)lines(n, line, s);
    for (int k = 0; k < n->depth; k++)
        iterations *= n->trips[k];
    return sum / (line / 8.0) / iterations;
}

static struct traffic found(struct arena *a, const struct nest *n, double bytes, int line)
{
    struct source_loop l = {.innermost = true};
    struct cache_level c = {"cache", bytes, line};
    struct movement *m = &l.movement;
    m->n_levels = n->depth;
    m->n = (size_t)n->n_refs;
    m->levels = ARENA_ARRAY(a, struct loop_level, DEEPEST);
    m->at = ARENA_ARRAY(a, struct sweep, REFS);
    l.refs = ARENA_ARRAY(a, struct reference, REFS);
    l.n_refs = m->n;
    for (int k = 0; k < n->depth; k++)
        m->levels[k] = (struct loop_level){.index = "i", .trip = known(n->trips[k])};
    for (int r = 0; r < n->n_refs; r++) {
        l.refs[r] = (struct reference){.array = "a", .text = "a", .base = -1};
        m->at[r] = (struct sweep){
            .ref = r, .bytes = 8, .offset = 8.0 * (double)(n->offsets[r] - n->offsets[0])};
        m->at[r].strides = ARENA_ARRAY(a, struct quantity, DEEPEST);
        for (int k = 0; k < n->depth; k++)
            m->at[r].strides[k] = known(8.0 * (double)n->strides[k]);
    }
    return traffic_find(a, &l, &c);
}

static void each_line_once(void)
{
    int far = 0, short_of = 0, worse = 0;
    for (int i = 0; i < NESTS; i++) {
        struct arena a = {0};
        struct nest n = random_nest();
        int line = i % 2 ? LINE : 8;
        struct traffic all = found(&a, &n, 1e9, line), some = found(&a, &n, 2048, line);
        double lack = truth(&n, line) - all.misses.value;
        /* Reuse that saves less than 0.02 misses of a reference is ignored. */
        double slack = 0.02 * n.n_refs + 0.02;
        far += lack < -slack;
        short_of += lack > 0.01;
        worse += some.misses.value < all.misses.value - 1e-9 || some.working_set.value > 2048;
        arena_free(&a);
    }
    CHECK(short_of == 0);
    CHECK(far * 50 <= NESTS); /* rows that overlap, although no pair of references overlaps */
    CHECK(worse == 0);
}

int main(void)
{
    TEST(each_line_once);
    return tests_end();
}
