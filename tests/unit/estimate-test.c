/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the data estimate (eq. D.4 and D.5) with nests whose traffic was derived by hand. */
#include "bounds/estimate.h"
#include "base/util.h"
#include <math.h>
#include "tests/unit/check.h"

enum { LINE = 64, L1 = 4096, L2 = 65536, PAGE = 4096 };

static void set_rates(struct arena *a, struct machine_level *l, const double *rates)
{
    for (int mix = 0; mix < RATE_MIXES; mix++) {
        struct quantity none = missing("none");
        l->n_rates[mix] = 1;
        l->rates[mix] = ARENA_ARRAY(a, struct machine_rate, 1);
        *l->rates[mix] = (struct machine_rate){
            .cores = 1, .greatest = {known(2 * rates[mix]), false}, .median = {none, false}};
        l->rates[mix]->median.bytes = rates[mix] > 0 ? known(rates[mix]) : none;
        if (rates[mix] == 0)
            l->n_rates[mix] = 0;
    }
    l->overlap = l->overlap_median = l->overlap_loads = l->small_pages = missing("none");
    for (int mix = 0; mix < RATE_MIXES; mix++)
        l->small_pages_of[mix] = missing("none");
}

/* Two caches, bytes per cycle of load, store, copy, update, triad. 16 pages in the last TLB. */
static struct machine machine_of(struct arena *a)
{
    static const double rates[3][RATE_MIXES] = {
        {64, 64, 64, 64, 64}, {32, 8, 16, 10, 24}, {8, 2, 4, 3, 6}};
    struct machine m = {.name = "test", .n_caches = 2, .n_tlbs = 2};
    m.caches[0] = (struct machine_cache){.name = "l1", .bytes = L1};
    m.caches[1] = (struct machine_cache){.name = "l2", .bytes = L2};
    for (int i = 0; i < 2; i++) {
        m.caches[i].line_bytes = LINE;
        m.caches[i].ways = m.caches[i].user_ways = 8;
        m.caches[i].effective = missing("none");
    }
    for (int i = 0; i < 3; i++)
        set_rates(a, &m.levels[i], rates[i]);
    m.levels[1].overlap_median = known(0.5);
    m.levels[1].overlap_loads = known(0.25);
    m.levels[2].overlap = known(1);
    m.page_bytes = known(PAGE);
    m.crossing[0] = m.crossing[1] = missing("none");
    m.tlbs[0] = (struct machine_tlb){"l1", known(4), known(4), known(7)};
    m.tlbs[1] = (struct machine_tlb){"l2", known(16), known(16), known(40)};
    return m;
}

/* A reference to an array of its own: "b+" stores, "b" loads; the letter is the array. */
struct nest {
    const char *refs[4];
    double trips[2], strides[2];
};

static struct source_loop loop_of(struct arena *a, const struct nest *n)
{
    struct source_loop l = {.innermost = true};
    struct movement *m = &l.movement;
    m->n_levels = n->trips[1] > 0 ? 2 : 1;
    m->levels = ARENA_ARRAY(a, struct loop_level, 2);
    m->at = ARENA_ARRAY(a, struct sweep, COUNT_OF(n->refs));
    for (int k = 0; k < m->n_levels; k++)
        m->levels[k].trip = known(n->trips[k]);
    while (m->n < COUNT_OF(n->refs) && n->refs[m->n]) {
        const char *ref = n->refs[m->n];
        struct sweep *s = &m->at[m->n];
        s->bytes = 8;
        s->write = ref[1] == '+';
        s->storage = ref[0] - 'a';
        s->group = (int)m->n;
        for (size_t i = m->n; i-- > 0;)
            if (n->refs[i][0] == ref[0])
                s->group = (int)i;
        s->strides = ARENA_ARRAY(a, struct quantity, 2);
        s->strides[0] = known(n->strides[0]);
        s->strides[1] = known(n->strides[1]);
        m->n++;
    }
    return l;
}

/* Cycles of each mix from the second cache: 256 elements, 2 or more arrays of 2048 bytes, more than
 * the first cache holds. */
static void mixes(void)
{
    static const struct {
        struct nest nest;
        double transfer, own;
    } rows[] = {
        {{{"b", "c", "a+"}, {256}, {8}}, 24.0 / 24, 24.0 / 64},                 /* triad */
        {{{"b", "c", "d", "a+"}, {256}, {8}}, 24.0 / 24 + 8.0 / 32, 32.0 / 64}, /* and a load */
        {{{"b", "a+"}, {512}, {8}}, 16.0 / 16, 16.0 / 64},                      /* copy */
        {{{"a", "b", "a+"}, {512}, {8}}, 8.0 / 10 + 8.0 / 32, 16.0 / 64},       /* update, load */
        {{{"a+"}, {1024}, {8}}, 8.0 / 8, 8.0 / 64},                             /* store */
        {{{"a", "b+", "c+"}, {256}, {8}}, 16.0 / 16 + 8.0 / 8, 24.0 / 64},      /* copy, store */
        {{{"b", "c", "a+"}, {64}, {8}}, 0, 0},                                  /* all in l1 */
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct arena a = {0};
        struct machine m = machine_of(&a);
        struct source_loop l = loop_of(&a, &rows[i].nest);
        struct data_estimate e = data_estimate_find(&m, &l, 0);
        CHECK_NEAR(rows[i].transfer, e.transfer.value, 1e-12);
        CHECK_NEAR(rows[i].own, e.own, 1e-12);
        arena_free(&a);
    }
}

/* The triad of 8192 elements is 196,608 bytes: all 24 bytes from memory, at 6 bytes a cycle on huge
 * pages, and 0.8 of it on normal ones. Its 48 pages are those of the streams. */
static void streams_from_memory(void)
{
    struct arena a = {0};
    struct machine m = machine_of(&a);
    m.levels[2].small_pages = known(0.8);
    struct nest triad = {{"b", "c", "a+"}, {8192}, {8}};
    struct source_loop l = loop_of(&a, &triad);
    struct data_estimate e = data_estimate_find(&m, &l, 0);
    CHECK(e.n == 2);
    CHECK_NEAR(0, e.at[0].cycles.value, 0);
    CHECK_NEAR(16, e.at[1].bytes[USE_LOADED], 1e-9);
    CHECK_NEAR(8, e.at[1].bytes[USE_STORED], 1e-9);
    CHECK_NEAR(5, e.transfer.value, 1e-9);
    CHECK_NEAR(0, e.translation.value, 0);
    CHECK_NEAR(5, estimate_with_work(known(1), known(0.375), &e).value, 1e-9);
    m.levels[2].small_pages_of[RATE_TRIAD] = known(0.5); /* the triad loses more than loads do */
    CHECK_NEAR(8, data_estimate_find(&m, &l, 0).transfer.value, 1e-9);
    arena_free(&a);
}

/* Column by column: 56 columns of 128 rows, which are 1024 bytes apart. A sweep of the inner loop
 * has 128 lines, 8192 bytes, which do not stay in the first cache: 64 bytes an iteration. All of
 * it, 448 bytes of each row, in (56 - 1) / 8 + 1 = 7.875 lines in the mean, is 64,512 bytes, which
 * the second cache holds. The sweep reaches over 127 * 1024 + 8 bytes, more than 16 pages: each
 * iteration needs a part of one. */
static void columns(void)
{
    struct arena a = {0};
    struct machine m = machine_of(&a);
    struct nest sum = {{"a"}, {56, 128}, {8, 1024}};
    struct source_loop l = loop_of(&a, &sum);
    struct data_estimate e = data_estimate_find(&m, &l, 0);
    double pages = (127 * 1024 + 8) / 128.0 / PAGE - 64.0 / PAGE;
    CHECK_NEAR(64, e.at[0].bytes[USE_LOADED], 1e-9);
    CHECK_NEAR(0, e.at[1].bytes[USE_LOADED], 0);
    CHECK_NEAR(pages, e.pages, 1e-12);
    CHECK_NEAR(64.0 / 32 + 40 * pages, e.transfer.value, 1e-9);
    arena_free(&a);
}

/* Three elements of each 25 of an array, 0, 8 and 12 of them: 104 bytes of 200. Lines begin every 8
 * elements: at 8 equally frequent positions, 13 elements are in 2 or 3 lines, (13 - 1) / 8 + 1 =
 * 2.5 in the mean. 256 rows of 200 bytes are 51,200 bytes, of which the second cache holds all. */
static void expected_lines(void)
{
    struct arena a = {0};
    struct machine m = machine_of(&a);
    struct nest row = {{"a", "a", "a"}, {256}, {200}};
    struct source_loop l = loop_of(&a, &row);
    l.movement.at[1].offset = 64;
    l.movement.at[2].offset = 96;
    struct data_estimate e = data_estimate_find(&m, &l, 0);
    CHECK_NEAR(2.5 * LINE, e.at[0].bytes[USE_LOADED], 1e-9);
    CHECK_NEAR(0, e.at[1].bytes[USE_LOADED], 0);
    CHECK_NEAR(2.5 * LINE / 32, e.transfer.value, 1e-9);
    arena_free(&a);
}

/* Triad in the second cache: 1 cycle. Work of 2 cycles, of which loads and stores 0.5, 0.375 of
 * them for the transferred data. Of 1 cycle that can be hidden, 0.125 are other loads and stores,
 * hidden by a quarter, the rest by a half. Work of 0.2 cycles cannot hide more than itself. */
static void composition(void)
{
    struct arena a = {0};
    struct machine m = machine_of(&a);
    struct nest triad = {{"b", "c", "a+"}, {256}, {8}};
    struct source_loop l = loop_of(&a, &triad);
    struct data_estimate e = data_estimate_find(&m, &l, 0);
    CHECK_NEAR(3 - 0.25 * 0.125 - 0.5 * 0.875, estimate_with_work(known(2), known(0.5), &e).value,
               1e-12);
    CHECK_NEAR(1.2 - 0.5 * 0.2, estimate_with_work(known(0.2), known(0.1), &e).value, 1e-12);
    arena_free(&a);
}

/* Vectors of 32 bytes, lines of 64: a reference that begins at no multiple of 32 crosses a line
 * every 64 bytes, 1/8 per iteration. b begins 16 bytes after a line, c at one. If rows are 1000
 * bytes apart, or the begin is unknown, 3 of 4 begins are misaligned: 3/32. A crossing load takes
 * 0.5 cycles more, a crossing store 2. Scalars, and elements that are not adjacent, cross nothing.
 */
static void accesses_that_cross_lines(void)
{
    static const struct {
        struct nest nest;
        double vector, begin, load, store;
        bool placed;
    } rows[] = {
        {{{"b", "a+"}, {64}, {8}}, 32, 16, 1.0 / 8, 1.0 / 8, true},
        {{{"b", "a+"}, {64}, {8}}, 32, 64, 0, 0, true},
        {{{"b", "a+"}, {64}, {8}}, 0, 16, 0, 0, true},
        {{{"b", "a+"}, {64}, {8}}, 32, 64, 3.0 / 32, 3.0 / 32, false},
        {{{"b", "a+"}, {4, 8}, {1024, 8}}, 32, 32, 0, 0, true},
        {{{"b", "a+"}, {4, 8}, {1000, 8}}, 32, 32, 3.0 / 32, 3.0 / 32, true},
        {{{"b", "a+"}, {64}, {16}}, 32, 16, 0, 0, true},
        {{{"b", "c", "a+"}, {64}, {-8}}, 64, 8, 2.0 / 8, 1.0 / 8, true},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct arena a = {0};
        struct machine m = machine_of(&a);
        m.crossing[0] = known(0.5);
        m.crossing[1] = known(2);
        struct source_loop l = loop_of(&a, &rows[i].nest);
        for (size_t k = 0; k < l.movement.n; k++) {
            l.movement.at[k].placed = rows[i].placed;
            l.movement.at[k].begin = rows[i].begin;
        }
        struct data_estimate e = data_estimate_find(&m, &l, rows[i].vector);
        CHECK_NEAR(rows[i].load, e.crossings[0], 1e-12);
        CHECK_NEAR(rows[i].store, e.crossings[1], 1e-12);
        CHECK_NEAR(0.5 * rows[i].load + 2 * rows[i].store, e.crossing_cycles, 1e-12);
        /* nothing is transferred: the greater of the work, and its accesses with the crossings */
        CHECK_NEAR(fmax(1, 0.9 + e.crossing_cycles),
                   estimate_with_work(known(1), known(0.9), &e).value, 1e-12);
        arena_free(&a);
    }
}

/* Without a rate of stores, a stored line is loaded and written: twice its bytes at the rate of
 * loads. Without that, and for unknown trip counts, the estimate is missing. */
static void unknown_values(void)
{
    struct arena a = {0};
    struct machine m = machine_of(&a);
    struct nest store = {{"a+"}, {1024}, {8}};
    struct source_loop l = loop_of(&a, &store);
    m.levels[1].n_rates[RATE_STORE] = 0;
    struct data_estimate e = data_estimate_find(&m, &l, 0);
    CHECK_NEAR(16.0 / 32, e.transfer.value, 1e-12);
    m.levels[1].n_rates[RATE_LOAD] = 0;
    e = data_estimate_find(&m, &l, 0);
    CHECK_TEXT("the machine file gives no rates of this level", e.transfer.missing);
    l.movement.levels[0].trip = missing("N is unknown");
    e = data_estimate_find(&m, &l, 0);
    CHECK_TEXT("N is unknown", e.transfer.missing);
    CHECK_TEXT("N is unknown", estimate_with_work(known(1), known(1), &e).missing);
    arena_free(&a);
}

int main(void)
{
    TEST(mixes);
    TEST(streams_from_memory);
    TEST(columns);
    TEST(expected_lines);
    TEST(composition);
    TEST(accesses_that_cross_lines);
    TEST(unknown_values);
    return tests_end();
}
