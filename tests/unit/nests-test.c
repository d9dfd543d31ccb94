/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests strides of recorded references with streams made by hand, and the data bound of random
 * nests with that of a cache with the best replacement, which has the whole stream. */
#include "base/util.h"
#include "bounds/data.h"
#include "counts/streams.h"
#include "facts/data.h"
#include "hotspots/nests.h"
#include "tests/unit/check.h"

#include <stdlib.h>

enum { DEEPEST = 3, REFS = 6, LINE = 64, CACHE = 4096, SEGMENT_EVENTS = 3000 };

static unsigned long seed = 5;

static int below(int n)
{
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (int)(seed >> 12) % n;
}

/* A program: loops around references; part k < depth begins a pass of the loop of level k, and the
 * last of these parts has all references; part `depth` is outside of the loops. */
struct program {
    int depth, executions;
    bool outside;          /* the part outside is recorded */
    uint64_t segment, gap; /* recorded events, and those between; 0 = all are recorded */
    int (*trip)(const struct program *p, int level, const int *i);
    uint64_t (*address)(const struct program *p, int ref, const int *i);
    bool (*skips)(int ref, const int *i); /* not executed; NULL = always executed */
    int n_refs;
    struct nest_reference refs[REFS];
    int sizes[2];
    int64_t strides[REFS][DEEPEST], begins[REFS], moves[REFS]; /* of random programs */
};
struct execution {
    const struct program *p;
    struct arena a;
    struct nest_code code;
    struct nest_loop loops[DEEPEST];
    struct nest_part parts[DEEPEST + 1 + REFS];
    struct nest_record *r; /* NULL = only count */
    uint64_t events;
    uint64_t *stream; /* all addresses, of random programs */
    size_t n_stream;
};

static void add_event(struct execution *e, int part, const uint64_t *addresses)
{
    const struct program *p = e->p;
    uint64_t n = e->events++;
    if (!e->r)
        return;
    uint64_t at = p->segment ? n % (p->segment + p->gap) : n;
    if (at == 0)
        nest_segment(e->r);
    if (!p->segment || at < p->segment)
        nest_event(e->r, (uint32_t)part, addresses);
}

static void access_all(struct execution *e, int *i, bool begin)
{
    const struct program *p = e->p;
    uint64_t addresses[REFS];
    for (int r = 0; r < p->n_refs; r++)
        addresses[r] = p->address(p, r, i);
    if (begin)
        add_event(e, p->depth - 1, p->skips ? NULL : addresses);
    for (int r = 0; r < p->n_refs; r++) {
        if (p->skips && !p->skips(r, i))
            add_event(e, p->depth + 1 + r, &addresses[r]);
        if (e->r && e->stream)
            e->stream[e->n_stream++] = addresses[r];
    }
}

static void run_level(struct execution *e, int level, int *i)
{
    const struct program *p = e->p;
    int trip = p->trip(p, level, i);
    if (!e->r)
        e->loops[level].entries += trip > 0;
    for (i[level] = 0; i[level] < trip; i[level]++) {
        if (!e->r)
            e->loops[level].passes++;
        if (level + 1 == p->depth) {
            access_all(e, i, true);
            continue;
        }
        add_event(e, level, NULL);
        run_level(e, level + 1, i);
    }
}

static void run_program(struct execution *e)
{
    int i[DEEPEST + 1] = {0};
    e->events = 0;
    for (i[DEEPEST] = 0; i[DEEPEST] < e->p->executions; i[DEEPEST]++) {
        run_level(e, 0, i);
        if (e->p->outside)
            add_event(e, e->p->depth, NULL);
    }
}

/* With conditions, each reference has a part of its own. */
static struct movement record(struct execution *e, const struct program *p)
{
    struct movement m;
    *e = (struct execution){.p = p, .stream = e->stream};
    for (int k = 0; k < p->depth; k++)
        e->parts[k] = (struct nest_part){.level = k, .begins = 1u << k};
    e->parts[p->depth - 1].n = p->skips ? 0 : (uint32_t)p->n_refs;
    e->parts[p->depth] = (struct nest_part){.level = -1};
    for (int r = 0; r < p->n_refs; r++)
        e->parts[p->depth + 1 + r] =
            (struct nest_part){.level = p->depth - 1, .first = (uint32_t)r, .n = 1};
    e->code = (struct nest_code){e->loops, p->depth,          e->parts, COUNT_OF(e->parts),
                                 p->refs,  (size_t)p->n_refs, NULL};
    run_program(e);
    e->r = nest_begin(&e->a, &e->code);
    nest_process(e->r);
    run_program(e);
    nest_movement(&e->a, e->r, &m);
    struct hot_data d = {.movement = m};
    CHECK(!hot_data_check(&d));
    return m;
}

static struct data_bound bound_of(struct arena *a, const struct movement *m)
{
    struct machine x = {.name = "test", .n_caches = 1};
    x.caches[0] = (struct machine_cache){.name = "l1",
                                         .bytes = CACHE,
                                         .line_bytes = LINE,
                                         .ways = 8,
                                         .user_ways = 8,
                                         .effective = missing("not measured"),
                                         .allocate = ALLOCATE_ALWAYS};
    for (int i = 0; i < 2; i++) {
        x.levels[i].n_rates[RATE_LOAD] = 1;
        x.levels[i].rates[RATE_LOAD] = ARENA_ARRAY(a, struct machine_rate, 1);
        x.levels[i].rates[RATE_LOAD][0] =
            (struct machine_rate){.cores = 1, .greatest = {known(16), false}};
    }
    return data_bound_recorded(a, &x, m);
}

static double bytes_of(struct arena *a, const struct movement *m)
{
    return bound_of(a, m).at[1].bytes.value;
}

static int constant_trip(const struct program *p, int level, const int *i)
{
    (void)i;
    return p->sizes[level];
}

static const struct nest_reference load8 = {1, 8, true, false, false, false},
                                   store8 = {2, 8, false, true, false, false};

/* ---- streams ---- */

static uint64_t triad_address(const struct program *p, int ref, const int *i)
{
    (void)p;
    return 1000000 * (uint64_t)(ref + 1) + 8 * (uint64_t)i[0];
}

/* By hand: an execution accesses 3 * 20000 elements of 8 bytes, of which the cache holds 4096
 * bytes: (480000 - 4096) / 20000 = 23.7952 bytes in a pass. */
static void triad(void)
{
    for (int outside = 0; outside < 2; outside++) {
        struct execution e = {.stream = NULL};
        struct program p = {.depth = 1,
                            .executions = 10,
                            .outside = outside,
                            .segment = 5000,
                            .gap = 12345,
                            .trip = constant_trip,
                            .address = triad_address,
                            .n_refs = 3,
                            .refs = {load8, load8, store8},
                            .sizes = {20000}};
        struct movement m = record(&e, &p);
        CHECK(m.n_levels == 1 && m.n == 3 && m.levels[0].trip.value == 20000);
        for (size_t r = 0; r < m.n; r++) {
            CHECK(m.at[r].strides[0].value == 8 && m.at[r].write == (r == 2));
            CHECK(m.at[r].group == (int)r && m.at[r].storage == (int)r && !m.at[r].conditional);
        }
        CHECK_NEAR((480000.0 - CACHE) / 20000, bytes_of(&e.a, &m), 1e-9);
        arena_free(&e.a);
    }
}

static uint64_t reversed_address(const struct program *p, int ref, const int *i)
{
    return triad_address(p, ref, &(int){p->sizes[0] - 1 - i[0]});
}

static void reversed_loop(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 1,
                        .executions = 3,
                        .outside = true,
                        .trip = constant_trip,
                        .address = reversed_address,
                        .n_refs = 2,
                        .refs = {load8, store8},
                        .sizes = {20000}};
    struct movement m = record(&e, &p);
    CHECK(m.at[0].strides[0].value == -8 && m.at[1].storage == 1 && !m.levels[0].varies);
    CHECK_NEAR((320000.0 - CACHE) / 20000, bytes_of(&e.a, &m), 1e-9);
    arena_free(&e.a);
}

/* u(i-1,j) u(i+1,j) u(i,j-1) u(i,j+1), new(i,j), with rows of 150 elements, of which 100 are used.
 */
static uint64_t stencil_address(const struct program *p, int ref, const int *i)
{
    static const int at[] = {-1, 1, -150, 150};
    (void)p;
    int element = (i[0] + 1) * 150 + i[1] + 1;
    return ref == 4 ? 9000000 + 8 * (uint64_t)element : 8000000 + 8 * (uint64_t)(element + at[ref]);
}

static void stencil(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 2,
                        .executions = 4,
                        .outside = true,
                        .segment = 2000,
                        .gap = 7001,
                        .trip = constant_trip,
                        .address = stencil_address,
                        .n_refs = 5,
                        .refs = {load8, load8, load8, load8, store8},
                        .sizes = {80, 100}};
    struct movement m = record(&e, &p);
    CHECK(m.n_levels == 2 && m.levels[0].trip.value == 80 && m.levels[1].trip.value == 100);
    CHECK(!m.levels[1].varies); /* complete rows were recorded */
    static const double offsets[] = {0, 16, -1192, 1208, 0};
    for (size_t r = 0; r < m.n; r++) {
        CHECK(m.at[r].strides[0].value == 1200 && m.at[r].strides[1].value == 8);
        CHECK(m.at[r].group == (r < 4 ? 0 : 4) && m.at[r].storage == m.at[r].group);
        CHECK(m.at[r].offset == offsets[r]);
    }
    /* By hand: 82 rows of u and 80 of new, of at least 100 * 8 bytes in lines; 102 in 80 of u.
     * A bound may be lower, by the rows that the first iteration adds at once. */
    double all = 8.0 * (80 * 102 + 2 * 100 + 80 * 100);
    CHECK(bytes_of(&e.a, &m) <= (all * 1.1 - CACHE) / 8000);
    CHECK(bytes_of(&e.a, &m) >= (all * 0.98 - CACHE) / 8000);
    arena_free(&e.a);
}

/* b(j,i) = a(i,j) of 200 * 200 elements; b follows a without gap, or is a. */
static uint64_t transpose_address(const struct program *p, int ref, const int *i)
{
    return ref == 0
               ? 8000000 + 8 * (uint64_t)(i[0] * 200 + i[1])
               : 8000000 + (p->sizes[0] == 200 ? 320000 : 0) + 8 * (uint64_t)(i[1] * 200 + i[0]);
}

static void transpose(void)
{
    for (int inplace = 0; inplace < 2; inplace++) {
        struct execution e = {.stream = NULL};
        struct program p = {.depth = 2,
                            .executions = 8,
                            .outside = true,
                            .segment = 3000,
                            .gap = 8000,
                            .trip = constant_trip,
                            .address = transpose_address,
                            .n_refs = 2,
                            .refs = {load8, store8},
                            .sizes = {200 - inplace, 200 - inplace}};
        struct movement m = record(&e, &p);
        CHECK(m.at[0].strides[0].value == 1600 && m.at[0].strides[1].value == 8);
        CHECK(m.at[1].strides[0].value == 8 && m.at[1].strides[1].value == 1600);
        CHECK((m.at[0].storage == m.at[1].storage) == inplace);
        /* By hand: the inner loop accesses 200 elements of a, and 200 lines of b. */
        if (!inplace)
            CHECK_NEAR((1600.0 + 12800 - CACHE) / 200, bytes_of(&e.a, &m), 1e-9);
        arena_free(&e.a);
    }
}

/* x(index(i)) */
static uint64_t gather_address(const struct program *p, int ref, const int *i)
{
    (void)p;
    return ref == 0 ? 4000000 + 4 * (uint64_t)i[0]
                    : 8000000 + 8 * (uint64_t)((i[0] * 7919L + i[0] % 3) % 50000);
}

static void gather(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 1,
                        .executions = 2,
                        .outside = true,
                        .trip = constant_trip,
                        .address = gather_address,
                        .n_refs = 2,
                        .refs = {{1, 4, true, false, false}, load8},
                        .sizes = {50000}};
    struct movement m = record(&e, &p);
    CHECK(m.at[0].strides[0].value == 4 && !is_known(m.at[1].strides[0]));
    CHECK(m.at[0].storage != m.at[1].storage);
    CHECK_NEAR((200000.0 - CACHE) / 50000, bytes_of(&e.a, &m), 1e-9);
    arena_free(&e.a);
}

/* Nodes of a list in random order; then mostly in order of their addresses. */
static uint64_t chase_address(const struct program *p, int ref, const int *i)
{
    uint64_t node =
        p->sizes[1] ? (uint64_t)i[0] + (uint64_t)(i[0] / 50) * 7 : (uint64_t)i[0] * 7919 % 50021;
    return 8000000 + 16 * node + 8 * (uint64_t)ref;
}

static void pointer_chase(void)
{
    for (int ordered = 0; ordered < 2; ordered++) {
        struct execution e = {.stream = NULL};
        struct program p = {.depth = 1,
                            .executions = 4,
                            .outside = false,
                            .trip = constant_trip,
                            .address = chase_address,
                            .n_refs = 2,
                            .refs = {load8, load8},
                            .sizes = {50000, ordered}};
        struct movement m = record(&e, &p);
        CHECK(!is_known(m.at[0].strides[0]) && !is_known(m.at[1].strides[0]));
        CHECK(!is_known(bound_of(&e.a, &m).cycles));
        arena_free(&e.a);
    }
}

/* Rows of 4000 elements, 5000 apart; intervals of 3000 passes contain no whole row. */
static uint64_t row_address(const struct program *p, int ref, const int *i)
{
    (void)p;
    return 8000000 + 30000000 * (uint64_t)ref + 8 * (uint64_t)(5000 * i[0] + i[1]);
}

/* By hand: an execution accesses 2 * 20 * 4000 elements; from the end of a row to the begin of the
 * next one it is 1001 elements. */
static void long_rows(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 2,
                        .executions = 5,
                        .outside = true,
                        .segment = 3000,
                        .gap = 4321,
                        .trip = constant_trip,
                        .address = row_address,
                        .n_refs = 2,
                        .refs = {load8, store8},
                        .sizes = {20, 4000}};
    struct movement m = record(&e, &p);
    CHECK(m.n_levels == 2 && !m.levels[1].varies && m.levels[1].trip.value == 4000);
    CHECK(m.at[0].strides[0].value == 40000 && m.at[1].strides[0].value == 40000);
    CHECK(m.at[0].storage != m.at[1].storage);
    double inner = (2 * 32000.0 - CACHE) / 4000;
    double all = (2 * 20 * 32000.0 - CACHE) / 80000;
    CHECK(bytes_of(&e.a, &m) <= fmax(inner, all) * (1 + 1e-9));
    CHECK(bytes_of(&e.a, &m) >= all * 0.99);
    arena_free(&e.a);
}

static int triangular_trip(const struct program *p, int level, const int *i)
{
    return level == 0 ? p->sizes[0] : i[0] + 1;
}

/* a(j,i), j <= i, in columns of 300 elements */
static uint64_t triangle_address(const struct program *p, int ref, const int *i)
{
    (void)p, (void)ref;
    return 8000000 + 2400 * (uint64_t)i[0] + 8 * (uint64_t)i[1];
}

static void triangular_nest(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 2,
                        .executions = 2,
                        .outside = true,
                        .trip = triangular_trip,
                        .address = triangle_address,
                        .n_refs = 1,
                        .refs = {load8},
                        .sizes = {300}};
    struct movement m = record(&e, &p);
    CHECK(m.at[0].strides[0].value == 2400 && m.at[0].strides[1].value == 8);
    CHECK_TEXT("recorded executions have from 1 to 300 passes", m.levels[1].varies);
    CHECK_NEAR(150.5, m.levels[1].trip.value, 1e-9);
    CHECK(bytes_of(&e.a, &m) == 0); /* no column is larger than the cache */
    arena_free(&e.a);
}

/* Rows of a sparse matrix with 3 to 9 elements: value, column, x(column), y(row). */
static int row_length(int row)
{
    return 3 + row * 5 % 7;
}

static int row_trip(const struct program *p, int level, const int *i)
{
    return level == 0 ? p->sizes[0] : row_length(i[0]);
}

static uint64_t sparse_address(const struct program *p, int ref, const int *i)
{
    static uint64_t first[30000];
    for (int row = 0; !first[p->sizes[0] - 1] && row + 1 < p->sizes[0]; row++)
        first[row + 1] = first[row] + (uint64_t)row_length(row);
    uint64_t at = first[i[0]] + (uint64_t)i[1];
    return ref == 0   ? 4000000 + 8 * at
           : ref == 1 ? 8000000 + 4 * at
           : ref == 2 ? 12000000 + 8 * (at * 7919 % 10007)
                      : 16000000 + 8 * (uint64_t)i[0];
}

/* By hand: rows have 6 elements on average, 12000 in an execution: 12 bytes each. */
static void sparse_product(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {
        .depth = 2,
        .executions = 6,
        .outside = true,
        .segment = 1000,
        .gap = 2999,
        .trip = row_trip,
        .address = sparse_address,
        .n_refs = 4,
        .refs = {load8, {1, 4, true, false, false}, load8, {3, 8, true, true, false}},
        .sizes = {2002}};
    struct movement m = record(&e, &p);
    CHECK(m.n_levels == 1 && m.n == 5 && m.levels[0].varies);
    CHECK(m.levels[0].trip.value == 12012);
    CHECK(m.at[0].strides[0].value == 8 && m.at[1].strides[0].value == 4);
    for (size_t r = 2; r < m.n; r++)
        CHECK(!is_known(m.at[r].strides[0]));
    CHECK(m.at[0].storage != m.at[1].storage && m.at[3].storage == m.at[4].storage);
    CHECK_NEAR((12012 * 12.0 - CACHE) / 12012, bytes_of(&e.a, &m), 1e-3);
    arena_free(&e.a);
}

/* Without references that advance evenly in the outer loop. */
static void sparse_values(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 2,
                        .executions = 6,
                        .segment = 1000,
                        .gap = 2999,
                        .trip = row_trip,
                        .address = sparse_address,
                        .n_refs = 3,
                        .refs = {load8, {1, 4, true, false, false}, load8},
                        .sizes = {2002}};
    struct movement m = record(&e, &p);
    CHECK(m.n_levels == 1 && m.levels[0].trip.value == 12012);
    CHECK(m.at[0].strides[0].value == 8 && m.at[1].strides[0].value == 4);
    CHECK(!is_known(m.at[2].strides[0]));
    CHECK_NEAR((12012 * 12.0 - CACHE) / 12012, bytes_of(&e.a, &m), 1e-3);
    arena_free(&e.a);
}

/* The same loop with rows of 1000 elements and then of 10: leading dimension and numbers of passes
 * differ between executions. */
static int phase_trip(const struct program *p, int level, const int *i)
{
    return level == 0 ? p->sizes[0] : i[DEEPEST] < 5 ? 1000 : 10;
}

static uint64_t phase_address(const struct program *p, int ref, const int *i)
{
    (void)p;
    uint64_t rows = i[DEEPEST] < 5 ? 1000 : 10;
    return 8000000 * (uint64_t)(ref + 1) + 8 * (rows * (uint64_t)i[0] + (uint64_t)i[1]);
}

/* By hand: 5 executions access 2 * 50 * 1000 elements, and 45 of them 2 * 50 * 10. The rows follow
 * each other, so the bound is the mean of both: all but 4096 bytes of each execution. */
static void two_phases(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 2,
                        .executions = 50,
                        .outside = true,
                        .trip = phase_trip,
                        .address = phase_address,
                        .n_refs = 2,
                        .refs = {load8, load8},
                        .sizes = {50}};
    struct movement m = record(&e, &p);
    CHECK(m.levels[m.n_levels - 1].varies);
    CHECK_NEAR(5 * (800000.0 - CACHE) + 45 * (8000.0 - CACHE),
               bytes_of(&e.a, &m) * e.loops[1].passes, 1);
    arena_free(&e.a);
}

static bool skips_some(int ref, const int *i)
{
    return ref == 1 && i[0] % 10 < 7;
}

static void conditional_reference(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 1,
                        .executions = 5,
                        .outside = true,
                        .segment = 5000,
                        .gap = 3333,
                        .trip = constant_trip,
                        .address = triad_address,
                        .skips = skips_some,
                        .n_refs = 3,
                        .refs = {load8, load8, store8},
                        .sizes = {20000}};
    struct movement m = record(&e, &p);
    CHECK(!m.at[0].conditional && m.at[1].conditional && !m.at[2].conditional);
    CHECK(m.at[1].strides[0].value == 8);
    CHECK_NEAR((320000.0 - CACHE) / 20000, bytes_of(&e.a, &m), 1e-9);
    arena_free(&e.a);
}

/* By hand: of three arrays, that of the masked reference does not count. */
static void masked_reference(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 1,
                        .executions = 3,
                        .trip = constant_trip,
                        .address = triad_address,
                        .n_refs = 3,
                        .refs = {load8, {1, 8, true, false, true}, store8},
                        .sizes = {20000}};
    struct movement m = record(&e, &p);
    CHECK(m.at[1].conditional && !m.at[0].conditional && !m.at[2].conditional);
    CHECK_NEAR((320000.0 - CACHE) / 20000, bytes_of(&e.a, &m), 1e-9);
    arena_free(&e.a);
}

/* A mask suppresses every fourth access of an element of a gather: the others have the stride 8. */
static uint64_t suppressed_address(const struct program *p, int ref, const int *i)
{
    return ref == 1 && i[0] % 4 == 0 ? STREAM_NO_ADDRESS : triad_address(p, ref, i);
}

static void suppressed_accesses(void)
{
    struct execution e = {.stream = NULL};
    struct program p = {.depth = 1,
                        .executions = 3,
                        .trip = constant_trip,
                        .address = suppressed_address,
                        .n_refs = 3,
                        .refs = {load8, load8, store8},
                        .sizes = {20000}};
    struct movement m = record(&e, &p);
    CHECK(!m.at[0].conditional && m.at[1].conditional && !m.at[2].conditional);
    CHECK(m.at[1].strides[0].value == 8);
    arena_free(&e.a);
}

/* ---- random programs ---- */

static int random_trip(const struct program *p, int level, const int *i)
{
    int trip = p->sizes[level];
    if (level == 1 && trip < 0)
        trip = 1 + (i[0] * 7 + i[DEEPEST]) % -trip;
    return trip;
}

static uint64_t random_address(const struct program *p, int ref, const int *i)
{
    int64_t at = p->begins[ref] + p->moves[ref] * i[DEEPEST];
    for (int k = 0; k < p->depth; k++)
        at += p->strides[ref][k] * i[k];
    return (uint64_t)(1 << 24) + (uint64_t)at;
}

static struct program random_program(void)
{
    static const int64_t strides[] = {8, 8, 16, 64, 400, 1600, -8, 0};
    static const int trips[] = {10, 40, -30, 20};
    struct program p = {.depth = 1 + below(2), .executions = 1 + below(5), .outside = below(2)};
    p.trip = random_trip;
    p.address = random_address;
    p.sizes[0] = p.depth == 1 ? 1000 + below(3000) : 20 + below(80);
    p.sizes[1] = trips[below(4)];
    p.segment = below(2) ? 500 : 0;
    p.gap = (uint64_t)below(1000);
    p.n_refs = 1 + below(3);
    for (int r = 0; r < p.n_refs; r++) {
        p.refs[r] = (struct nest_reference){r + 1, 8, true, false, false, false};
        p.begins[r] = 8 * below(50) + below(3) * 40000;
        p.moves[r] = below(3) ? 0 : 8 * below(2000);
        for (int k = 0; k < p.depth; k++)
            p.strides[r][k] = r > 0 && below(2) ? p.strides[0][k] : strides[below(8)];
    }
    return p;
}

/* Returns the misses of a cache that replaces the line whose next access is farthest. */
static double fewest_misses(const uint64_t *address, size_t n)
{
    enum { LINES = 1 << 16, CACHED = CACHE / LINE };
    static size_t last[LINES];
    size_t *next = xmalloc((n + 1) * sizeof *next), in[CACHED], used = 0;
    double misses = 0;
    for (size_t i = 0; i < LINES; i++)
        last[i] = n;
    for (size_t s = n; s-- > 0; last[address[s] / LINE % LINES] = s)
        next[s] = last[address[s] / LINE % LINES];
    for (size_t s = 0; s < n; s++) {
        size_t at = 0, far = 0;
        while (at < used && address[in[at]] / LINE != address[s] / LINE)
            at++;
        misses += at == used;
        for (size_t k = 1; at == used && k < used; k++)
            far = next[in[k]] > next[in[far]] ? k : far;
        if (at == used)
            at = used < CACHED ? used++ : far;
        in[at] = s;
    }
    free(next);
    return misses;
}

/* The overlap that is accepted between different storage is 1/32 of the shorter range. */
static void bounds_are_at_most_the_best_cache(void)
{
    int above = 0, positive = 0;
    for (int n = 0; n < 300; n++) {
        struct execution e = {.stream = xmalloc(400000 * sizeof(uint64_t))};
        struct program p = random_program();
        struct movement m = record(&e, &p);
        struct quantity bytes = bound_of(&e.a, &m).at[1].bytes;
        double passes = e.loops[p.depth - 1].passes;
        double brought = fewest_misses(e.stream, e.n_stream) * LINE;
        above += is_known(bytes) && bytes.value * passes > brought * (1 + 1.0 / 32);
        positive += is_known(bytes) && bytes.value > 0;
        free(e.stream);
        arena_free(&e.a);
    }
    CHECK(above == 0);
    CHECK(positive > 100);
}

int main(void)
{
    TEST(triad);
    TEST(reversed_loop);
    TEST(stencil);
    TEST(transpose);
    TEST(gather);
    TEST(pointer_chase);
    TEST(long_rows);
    TEST(triangular_nest);
    TEST(sparse_product);
    TEST(sparse_values);
    TEST(two_phases);
    TEST(conditional_reference);
    TEST(masked_reference);
    TEST(suppressed_accesses);
    TEST(bounds_are_at_most_the_best_cache);
    return tests_end();
}
