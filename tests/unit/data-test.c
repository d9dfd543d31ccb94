/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the data bound with random nests that are executed step by step: the bytes of a set are at
 * most those of its lines for every alignment, and the bytes from a level are at most those that a
 * cache with the best replacement misses, whatever it contained before. */
#include "bounds/data.h"
#include "bounds/footprint.h"
#include "bounds/streams.h"
#include "bounds/traffic.h"
#include "tests/unit/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NESTS = 300,
    DEEPEST = 3,
    REFS = 4,
    ELEMENTS = 1 << 19, /* more than a nest reaches */
    LINE = 64,
    STEPS_MOST = 64000, /* accesses of a nest whose cache is simulated */
};

static unsigned long seed = 11;

static int below(int n)
{
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (int)(seed >> 12) % n;
}

struct nest {
    int depth, trips[DEEPEST], n_refs;
    long strides[DEEPEST], offsets[REFS]; /* elements of 8 bytes */
    bool write[REFS];
};

static struct nest random_nest(void)
{
    static const int trips[] = {1, 12, 20, 37};
    static const long strides[] = {1, 2, 9, 45, 45 * 45};
    struct nest n = {.depth = 1 + below(DEEPEST), .n_refs = 1 + below(REFS)};
    for (int k = 0; k < n.depth; k++) {
        n.trips[k] = trips[below(4)];
        n.strides[k] = below(4) == 0 && k + 1 < n.depth ? 0 : strides[below(5)];
        if (below(5) == 0)
            n.strides[k] = -n.strides[k];
    }
    for (int r = 0; r < n.n_refs; r++) {
        n.offsets[r] = ELEMENTS / 2 + below(5) - 2 + 45 * (below(5) - 2);
        n.write[r] = below(3) == 0;
    }
    return n;
}

static long iterations_of(const struct nest *n, int outer)
{
    long all = 1;
    for (int k = outer; k < n->depth; k++)
        all *= n->trips[k];
    return all;
}

/* Returns the element that reference r accesses in iteration i. */
static long element_at(const struct nest *n, int r, long i)
{
    long at = n->offsets[r];
    for (int k = n->depth; k-- > 0; i /= n->trips[k])
        at += n->strides[k] * (i % n->trips[k]);
    return at;
}

/* Returns the lines of `line` bytes that an execution of the loops from `outer` inward accesses if
 * element 0 is `shift` elements after the begin of a line. */
static long lines_of(const struct nest *n, int outer, int line, long shift)
{
    static bool seen[ELEMENTS];
    long found = 0;
    memset(seen, 0, sizeof seen);
    for (long i = 0; i < iterations_of(n, outer); i++)
        for (int r = 0; r < n->n_refs; r++) {
            long at = (element_at(n, r, i) + shift) * 8 / line;
            found += !seen[at];
            seen[at] = true;
        }
    return found;
}

static double footprint_of(const struct nest *n, int outer, int line)
{
    struct arena a = {0};
    struct span spans[REFS];
    struct repetition r[DEEPEST];
    for (int i = 0; i < n->n_refs; i++)
        spans[i] = (struct span){8.0 * (double)n->offsets[i], 8.0 * (double)n->offsets[i] + 8};
    for (int k = outer; k < n->depth; k++)
        r[k - outer] = (struct repetition){8.0 * (double)n->strides[k], n->trips[k]};
    double bytes =
        footprint_bytes(&a, spans, (size_t)n->n_refs, r, (size_t)(n->depth - outer), line);
    arena_free(&a);
    return bytes;
}

/* Sets of elements are exact. A set of lines lacks less than a line for each span of its elements.
 */
static void sets_are_at_most_the_lines(void)
{
    int above = 0, inexact = 0, half = 0;
    for (int i = 0; i < NESTS; i++) {
        struct nest n = random_nest();
        int outer = below(n.depth);
        double elements = footprint_of(&n, outer, 1), lines = footprint_of(&n, outer, LINE);
        long fewest = ELEMENTS;
        for (long shift = 0; shift < LINE / 8; shift++) {
            long found = lines_of(&n, outer, LINE, shift);
            fewest = found < fewest ? found : fewest;
        }
        inexact += elements != 8.0 * (double)lines_of(&n, outer, 8, 0);
        above += lines > (double)(fewest * LINE);
        half += lines * 2 < (double)(fewest * LINE);
    }
    CHECK(above == 0);
    CHECK(inexact * 50 <= NESTS); /* strides between those of copies in separate lines */
    CHECK(half * 50 <= NESTS);
}

/* By hand: 3 rows of 1,000,000 elements, 2,000,000 apart, in 1,000,000 rows: too many spans to
 * list. Rows -1 to 1,000,000 are 1,000,002 rows of 8,000,000 bytes. */
static void long_nests(void)
{
    struct arena a = {0};
    struct span rows[] = {{-16e6, -16e6 + 8}, {0, 8}, {16e6, 16e6 + 8}};
    struct repetition both[] = {{16e6, 1e6}, {8, 1e6}};
    CHECK(footprint_bytes(&a, rows, 3, both, 2, LINE) == 1000002.0 * 8e6);
    struct span one[] = {{0, 8}};
    struct repetition far[] = {{80, 1e9}};
    CHECK(footprint_bytes(&a, one, 1, far, 1, LINE) == 64e9); /* each in a line of its own */
    struct span near[] = {{0, 8}};
    struct repetition dense[] = {{16, 1e9}};
    CHECK(footprint_bytes(&a, near, 1, dense, 1, LINE) == 16 * (1e9 - 1) + 8);
    arena_free(&a);
}

static struct source_loop loop_of(struct arena *a, const struct nest *n)
{
    struct source_loop l = {.innermost = true};
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
        m->at[r] = (struct sweep){.ref = r,
                                  .bytes = 8,
                                  .write = n->write[r],
                                  .offset = 8.0 * (double)(n->offsets[r] - n->offsets[0])};
        m->at[r].strides = ARENA_ARRAY(a, struct quantity, DEEPEST);
        for (int k = 0; k < n->depth; k++)
            m->at[r].strides[k] = known(8.0 * (double)n->strides[k]);
    }
    return l;
}

/* A machine with a cache of that size, and 32 and 16 bytes per cycle from it and from memory. */
static struct machine machine_of(struct arena *a, double bytes, enum write_allocate allocate)
{
    static const double rates[] = {32, 16};
    struct machine m = {.name = "test", .n_caches = 1};
    m.caches[0] = (struct machine_cache){.name = "l1",
                                         .bytes = bytes,
                                         .line_bytes = LINE,
                                         .ways = 8,
                                         .user_ways = 8,
                                         .effective = missing("not measured"),
                                         .allocate = allocate};
    for (int i = 0; i < 2; i++) {
        m.levels[i].n_rates[RATE_LOAD] = 1;
        m.levels[i].rates[RATE_LOAD] = ARENA_ARRAY(a, struct machine_rate, 1);
        m.levels[i].rates[RATE_LOAD][0] =
            (struct machine_rate){.cores = 1, .greatest = {known(rates[i]), false}};
    }
    return m;
}

/* b(i) and b(i+1) are one stream, the next row another; a is stored; x(0) does not advance. */
static void streams_and_sets(void)
{
    static const double offsets[] = {0, 8, 8192, 0, 0};
    struct quantity strides[] = {known(8), known(8), known(8), known(8), known(0)};
    struct loop_level level = {.trip = known(100)};
    struct sweep at[5];
    for (int i = 0; i < 5; i++)
        at[i] = (struct sweep){.bytes = 8,
                               .write = i == 3,
                               .group = i < 3 ? 0 : i,
                               .offset = offsets[i],
                               .strides = &strides[i]};
    struct movement m = {.levels = &level, .n_levels = 1, .at = at, .n = 5};
    struct stream_numbers n = streams_count(&m);
    CHECK(n.loaded == 2 && n.stored == 1);
    /* 32 KB, 8 ways of 4 KB: 100 lines at a stride of 4096 bytes are in one set of 64, which holds
     * 8; at 1024 bytes in 4, which hold 32; at 4160 bytes in all. 8 lines fit into one set, 1000
     * need more space than the cache has, and sets of a way of 8 KB depend on physical addresses.
     */
    static const struct {
        double stride, trip, bytes, sets;
    } of[] = {{4096, 100, 32768, 1}, {-1024, 100, 32768, 4}, {4160, 100, 32768, 0},
              {4096, 8, 32768, 0},   {4096, 1000, 32768, 0}, {4096, 100, 65536, 0}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct machine_cache c = {.bytes = of[i].bytes, .ways = 8, .line_bytes = LINE};
        struct set_use use;
        strides[0] = known(of[i].stride);
        level.trip = known(of[i].trip);
        CHECK(conflicts_find(&c, &m, 0, &use) == (of[i].sets > 0));
        CHECK(of[i].sets == 0 || (use.sets == of[i].sets && use.held == 8 * use.sets &&
                                  use.lines == 100 && use.of == 64));
    }
}

/* A measured effective size limits the reported one: 100 of 600 bytes count as 200, 400 of 600 as
 * 600, 700 of 600 as 700. */
static void effective_sizes(void)
{
    static const double effective[] = {100, 400, 700}, capacity[] = {200, 600, 700};
    struct arena a = {0};
    struct machine m = machine_of(&a, 600, ALLOCATE_ALWAYS);
    CHECK(data_capacity(&m, 1) == 600);
    for (int i = 0; i < 3; i++) {
        m.caches[0].effective = known(effective[i]);
        CHECK(data_capacity(&m, 1) == capacity[i]);
    }
    arena_free(&a);
}

/* Returns the misses of a cache of that many lines, empty at first, which always replaces the line
 * whose next access is farthest: the fewest of all replacements. */
static long fewest_misses(const struct nest *n, long shift, int cached)
{
    static int line[STEPS_MOST], next[STEPS_MOST], last[ELEMENTS / 8 + 1], in[256];
    int steps = 0, used = 0;
    long misses = 0;
    for (long i = 0; i < iterations_of(n, 0); i++)
        for (int r = 0; r < n->n_refs; r++)
            line[steps++] = (int)((element_at(n, r, i) + shift) * 8 / LINE);
    for (int s = 0; s < steps; s++)
        last[line[s]] = STEPS_MOST;
    for (int s = steps; s-- > 0; last[line[s]] = s)
        next[s] = last[line[s]];
    for (int s = 0; s < steps; s++) {
        int at = 0, far = 0; /* in: the latest access to each cached line */
        while (at < used && line[in[at]] != line[s])
            at++;
        if (at == used) {
            misses++;
            for (int k = 1; k < used; k++)
                far = next[in[k]] > next[in[far]] ? k : far;
            at = used < cached ? used++ : far;
        }
        in[at] = s;
    }
    return misses;
}

/* A cache that contains anything at the start saves at most its own lines of these misses. */
static void bytes_are_at_most_those_of_the_best_cache(void)
{
    int above = 0, compared = 0, positive = 0;
    for (int i = 0; compared < NESTS; i++) {
        struct arena a = {0};
        struct nest n = random_nest();
        int cached = 4 << below(5);
        struct machine m = machine_of(&a, cached * LINE, ALLOCATE_ALWAYS);
        if (iterations_of(&n, 0) * n.n_refs > STEPS_MOST)
            continue;
        struct source_loop l = loop_of(&a, &n);
        struct data_bound d = data_bound_find(&a, &m, &l);
        double bytes = d.at[d.n - 1].bytes.value * (double)iterations_of(&n, 0);
        long misses = fewest_misses(&n, below(8), cached) - cached;
        above += bytes > (double)(misses > 0 ? misses * LINE : 0) * (1 + 1e-9);
        positive += bytes > 0;
        compared++;
        arena_free(&a);
    }
    CHECK(above == 0);
    CHECK(positive * 4 > NESTS);
}

/* Windows (bounds/traffic.h) read at least the bytes of the bound, smaller caches bring more, and
 * stores that need not read their line bring less. */
static void order_of_bounds(void)
{
    int windows = 0, smaller = 0, stores = 0, below_ma = 0;
    for (int i = 0; i < NESTS; i++) {
        struct arena a = {0};
        struct nest n = random_nest();
        double bytes = LINE * (4 << below(6));
        struct source_loop l = loop_of(&a, &n);
        struct machine m = machine_of(&a, bytes, ALLOCATE_ALWAYS);
        struct machine large = machine_of(&a, 2 * bytes, ALLOCATE_ALWAYS);
        struct machine full = machine_of(&a, bytes, ALLOCATE_EXCEPT_FULL);
        struct data_bound d = data_bound_find(&a, &m, &l);
        struct data_bound of_large = data_bound_find(&a, &large, &l);
        struct data_bound of_full = data_bound_find(&a, &full, &l);
        struct traffic t = traffic_find(&a, &l, &(struct cache_level){"l1", bytes, LINE});
        windows += d.at[1].bytes.value > t.read.value * (1 + 1e-9);
        smaller += of_large.at[1].bytes.value > d.at[1].bytes.value;
        stores += of_full.at[1].bytes.value > d.at[1].bytes.value;
        below_ma += bound_with_data(known(1), &d).value < 1;
        arena_free(&a);
    }
    CHECK(windows == 0);
    CHECK(smaller == 0);
    CHECK(stores == 0);
    CHECK(below_ma == 0);
}

/* A recorded list that is complete has the bound of the same source loop. */
static void recorded_nests_have_the_same_bound(void)
{
    int other = 0;
    for (int i = 0; i < NESTS; i++) {
        struct arena a = {0};
        struct nest n = random_nest();
        struct source_loop l = loop_of(&a, &n);
        struct machine m = machine_of(&a, LINE * (4 << below(6)), ALLOCATE_ALWAYS);
        struct data_bound d = data_bound_find(&a, &m, &l);
        struct data_bound r = data_bound_recorded(&a, &m, &l.movement);
        other += d.cycles.value != r.cycles.value || d.at[1].bytes.value != r.at[1].bytes.value;
        arena_free(&a);
    }
    CHECK(other == 0);
}

/* Executions of a nest whose outermost loop has different numbers of iterations: the bound from the
 * mean number is at most the lines of all executions without those that were cached. */
static void mean_numbers_of_passes(void)
{
    enum { EXECUTIONS = 5 };
    int above = 0, positive = 0;
    for (int i = 0; i < NESTS; i++) {
        struct arena a = {0};
        struct nest n = random_nest();
        double bytes = LINE * (4 << below(3)), sum = 0, brought = 0;
        n.depth = n.depth > 2 ? 2 : n.depth;
        for (int k = 0; k < EXECUTIONS; k++) {
            n.trips[0] = 1 + below(n.depth == 1 ? 120 : 60);
            sum += n.trips[0];
            brought += fmax((double)(lines_of(&n, 0, LINE, below(8)) * LINE) - bytes, 0);
        }
        struct source_loop l = loop_of(&a, &n);
        struct machine m = machine_of(&a, bytes, ALLOCATE_ALWAYS);
        l.movement.levels[0].trip = known(sum / EXECUTIONS);
        l.movement.levels[0].varies = "recorded executions differ";
        struct data_bound r = data_bound_recorded(&a, &m, &l.movement);
        if (n.depth == 2)
            sum *= n.trips[1];
        if (r.at[1].sweep == 0) /* otherwise of the inner loop */
            above += r.at[1].bytes.value > brought / sum * (1 + 1e-9);
        positive += r.at[1].sweep == 0 && r.at[1].bytes.value > 0;
        if (n.depth == 1) /* of the source: no mean */
            CHECK(!is_known(data_bound_find(&a, &m, &l).cycles));
        arena_free(&a);
    }
    CHECK(above == 0);
    CHECK(positive * 4 > NESTS);
}

/* By hand: 1024 elements of a stream are 8192 bytes, of which the cache holds 4096. A gather beside
 * it adds nothing, and a stride that is unknown in the outer loop limits sweeps to the inner one.
 */
static void unknown_strides(void)
{
    struct arena a = {0};
    struct machine m = machine_of(&a, 4096, ALLOCATE_ALWAYS);
    struct nest n = {.depth = 2, .trips = {10, 1024}, .n_refs = 2, .strides = {1024, 1}};
    n.offsets[1] = 1 << 18;
    struct source_loop l = loop_of(&a, &n);
    struct sweep *stream = &l.movement.at[0], *gather = &l.movement.at[1];
    gather->group = gather->storage = 1;
    gather->strides[0] = gather->strides[1] = missing("its strides differ");
    CHECK(!is_known(data_bound_find(&a, &m, &l).cycles));
    CHECK_NEAR((81920.0 - 4096) / 10240, data_bound_recorded(&a, &m, &l.movement).at[1].bytes.value,
               1e-9);
    stream->strides[0] = missing("it is not constant");
    CHECK(data_bound_recorded(&a, &m, &l.movement).at[1].bytes.value == 4);
    stream->strides[1] = missing("its strides differ");
    CHECK_TEXT("its strides differ", data_bound_recorded(&a, &m, &l.movement).cycles.missing);
    arena_free(&a);
}

/* A stream of loads: nothing while it fits, then more with each element. By hand: 1024 elements are
 * 8192 bytes, 4096 of them not in the cache: 4 bytes an iteration, at 16 bytes a cycle 0.25. */
static void larger_sets_need_more(void)
{
    double last = -1;
    for (int trip = 64; trip <= 1 << 16; trip *= 2) {
        struct arena a = {0};
        struct machine m = machine_of(&a, 4096, ALLOCATE_UNKNOWN);
        struct nest n = {.depth = 1, .trips = {trip}, .n_refs = 1, .strides = {1}};
        struct source_loop l = loop_of(&a, &n);
        struct data_bound d = data_bound_find(&a, &m, &l);
        CHECK(d.at[1].bytes.value >= last);
        CHECK((d.at[1].bytes.value == 0) == (trip <= 512));
        if (trip == 1024)
            CHECK(d.at[1].cycles.value == 0.25);
        last = d.at[1].bytes.value;
        arena_free(&a);
    }
}

int main(void)
{
    TEST(sets_are_at_most_the_lines);
    TEST(long_nests);
    TEST(effective_sizes);
    TEST(streams_and_sets);
    TEST(bytes_are_at_most_those_of_the_best_cache);
    TEST(order_of_bounds);
    TEST(recorded_nests_have_the_same_bound);
    TEST(mean_numbers_of_passes);
    TEST(unknown_strides);
    TEST(larger_sets_need_more);
    return tests_end();
}
