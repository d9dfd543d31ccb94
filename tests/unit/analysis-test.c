/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the analysis of klcache: small traces against results derived by hand, random traces
 * against invariants and a naive count of moved elements. */
#include "base/arena.h"
#include "lab/trace/analysis.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <unistd.h>

enum { X = 0x10000000, SUBPAGE = 128, PAGE = 16384, FORK = 1 << 20 };
static const char path[] = "analysis-test.ktrace";
static const char symbols[] = "data x 0x10000000 8000 8 10 100\nregion 0 s_$par1_\n";

static uint64_t state = 1;
static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

/* ---- traces ---- */
struct trace_builder {
    struct trace_writer *w;
    uint64_t clock;
    struct diag d;
};

static void begin_trace(struct trace_builder *m, unsigned cells)
{
    m->d = (struct diag){.quiet = true};
    m->clock = 0;
    m->w = trace_create(path, cells, symbols, &m->d);
}

static void add_read(struct trace_builder *m, unsigned cell, uint64_t address)
{
    trace_reference(m->w, cell, TRACE_READ, address, 8, ++m->clock);
}

static void add_write(struct trace_builder *m, unsigned cell, uint64_t address)
{
    trace_reference(m->w, cell, TRACE_WRITE, address, 8, ++m->clock);
}

static void mark_cells(struct trace_builder *m, unsigned cells, enum trace_kind kind,
                       uint64_t value)
{
    for (unsigned c = 0; c < cells; c++)
        trace_mark(m->w, c, kind, value, ++m->clock);
}

static struct analysis *analyse_trace(struct trace_builder *m, unsigned ways)
{
    struct analysis_options with = {.ways = ways, .seed = 1};

    CHECK(trace_close(m->w, &m->d));
    struct trace_reader *r = trace_open(path, &m->d);
    struct analysis *a = analysis_of(r, path, &with, &m->d);
    CHECK(a && m->d.errors == 0);
    trace_reader_free(r);
    remove(path);
    return a;
}

/* ---- by hand ---- */

/* Cell 0 creates the page and writes two elements of a subpage; cell 1 reads one of them: one miss,
 * its first. Cell 0 writes the other element and acquires the subpage (a store to a shared copy).
 * Cell 1 reads the first element again: this miss is false sharing until cell 1 also reads the
 * second element; then it is true sharing. */
static void two_cells_share_a_subpage(void)
{
    for (int uses = 0; uses < 2; uses++) {
        struct trace_builder m;
        begin_trace(&m, 2);
        add_write(&m, 0, X);
        add_write(&m, 0, X + 8);
        add_read(&m, 1, X);
        add_write(&m, 0, X + 8);
        add_read(&m, 1, X);
        if (uses)
            add_read(&m, 1, X + 8);
        struct analysis *a = analyse_trace(&m, 12);
        CHECK(a->by_cell[0][COUNT_PAGES] == 1 && a->by_cell[0][COUNT_LOCAL] == 0);
        CHECK(a->by_cell[0][COUNT_OWNERSHIP] == 1);
        CHECK(a->by_cell[1][COUNT_LOCAL] == 2 && a->by_cell[1][COUNT_FIRST] == 1);
        CHECK(a->by_cell[1][COUNT_TRUE_SHARING] == (uint64_t)uses);
        CHECK(a->by_cell[1][COUNT_FALSE_SHARING] == (uint64_t)!uses);
        /* one region: in the best order cell 1 reads once, after all writes; in the worst order
         * each of the 3 writes invalidates the subpage, and 2 or 3 references of cell 1 miss */
        CHECK(a->by_cell[1][COUNT_LOWER] == 1);
        CHECK(a->by_cell[1][COUNT_UPPER] == 2 + (uint64_t)uses);
        CHECK(a->by_cell[0][COUNT_LOWER] == 0 && a->by_cell[0][COUNT_UPPER] == 0);
        CHECK(a->subpages.n == 1 && a->subpages.at[0].n_cells == 2);
        CHECK(a->subpages.at[0].readers == 1 && a->subpages.at[0].writers == 1);
        analysis_free(a);
    }
}

/* The local cache has one way. The page 128 pages later is in the same set: the first page is
 * evicted, and its reload is a capacity miss. */
static void a_full_set_evicts_a_page(void)
{
    struct trace_builder m;

    begin_trace(&m, 1);
    add_read(&m, 0, X);
    add_read(&m, 0, X + 128 * PAGE);
    add_read(&m, 0, X);
    struct analysis *a = analyse_trace(&m, 1);
    CHECK(a->counts[COUNT_PAGES] == 2 && a->counts[COUNT_CAPACITY] == 1);
    CHECK(a->counts[COUNT_LOCAL] == 1 && a->counts[COUNT_LOWER] == 0);
    CHECK(a->counts[COUNT_UPPER] == 1);
    /* 64 sets of blocks of 2 KB: all three blocks are in set 0, which has two ways: 2 misses; a
     * third reference to X hits the subcache if its block is still present although its page was
     * evicted */
    analysis_free(a);
}

/* Two regions with a barrier between: in the first, cell 0 writes elements 0 to 9, in the second
 * cell 1 reads them all, twice: 10 elements move in one message. After the next barrier cell 0
 * writes element 3, and then cell 1 reads 3 and 4: one element moves in one message. */
static void one_message_per_barrier(void)
{
    struct trace_builder m;

    begin_trace(&m, 2);
    mark_cells(&m, 2, TRACE_REGION_ENTER, FORK);
    for (int i = 0; i < 10; i++)
        add_write(&m, 0, X + 8 * (uint64_t)i);
    mark_cells(&m, 2, TRACE_BARRIER_IN, FORK + 1);
    mark_cells(&m, 2, TRACE_BARRIER_OUT, FORK + 1);
    for (int i = 0; i < 20; i++)
        add_read(&m, 1, X + 8 * (uint64_t)(i % 10));
    mark_cells(&m, 2, TRACE_BARRIER_OUT, FORK + 2);
    add_write(&m, 0, X + 24);
    mark_cells(&m, 2, TRACE_BARRIER_OUT, FORK + 3);
    add_read(&m, 1, X + 24);
    add_read(&m, 1, X + 32);
    mark_cells(&m, 2, TRACE_REGION_EXIT, FORK);
    struct analysis *a = analyse_trace(&m, 12);
    CHECK(a->counts[COUNT_MOVED] == 11 && a->counts[COUNT_MESSAGES] == 2);
    CHECK(a->flows.n == 2);
    CHECK_TEXT("s_$par1_ part 2", a->rows.at[a->flows.at[0].row].name);
    CHECK_TEXT("s_$par1_ part 4", a->rows.at[a->flows.at[1].row].name);
    CHECK(a->flows.at[0].from == 0 && a->flows.at[0].to == 1 && a->flows.at[0].elements.n == 10);
    CHECK(a->flows.at[1].elements.n == 1 && a->flows.at[1].elements.at[0] == X + 24);
    analysis_free(a);
}

/* A value written in the same region as its read cannot be moved together with earlier values. */
static void a_write_in_the_region_adds_a_message(void)
{
    struct trace_builder m;

    begin_trace(&m, 2);
    mark_cells(&m, 2, TRACE_REGION_ENTER, FORK);
    add_write(&m, 0, X);
    add_write(&m, 0, X + 8);
    mark_cells(&m, 2, TRACE_BARRIER_OUT, FORK + 1);
    add_read(&m, 1, X);
    add_write(&m, 0, X + 16);
    add_read(&m, 1, X + 16);
    add_read(&m, 1, X + 8); /* moved with the first one */
    struct analysis *a = analyse_trace(&m, 12);
    CHECK(a->counts[COUNT_MOVED] == 3 && a->counts[COUNT_MESSAGES] == 2);
    analysis_free(a);
}

static void elements_have_names(void)
{
    struct arena arena = {0};
    struct places p;
    struct diag d = {.quiet = true};

    CHECK(places_read(&p, &arena, "x",
                      "data b 0x100 240 8\ndata b.x 0x100 160 8 4 5\ndata b.k 0x1a0 4 4\n"
                      "region 2 r\n",
                      &d));
    CHECK_TEXT("b.x", places_find(&p, 0x100)->name);
    CHECK_TEXT("b.k", places_find(&p, 0x1a0)->name);
    CHECK_TEXT("b", places_find(&p, 0x1a8)->name);
    CHECK(!places_find(&p, 0x1f0) && !places_find(&p, 0xff));
    CHECK_TEXT("b.x(2,3)", places_element(&arena, places_find(&p, 0x100), 9));
    CHECK_TEXT("b.k", places_element(&arena, places_find(&p, 0x1a0), 0));
    CHECK_TEXT("r", p.regions[2]);
    CHECK(!places_read(&p, &arena, "x", "data b 12\n", &d) && d.errors == 1);
    arena_free(&arena);
}

/* ---- random traces ---- */

enum { CELLS = 5, ELEMENTS = 400, STEPS = 3000, MAX_MOVES = STEPS };

/* A move: the interval of clocks in which a message could carry it. */
struct window {
    unsigned from, to;
    uint64_t first, last;
};
/* The last writer of each element, and the cells that have its value. */
struct naive {
    unsigned writer[ELEMENTS]; /* cell + 1 */
    bool has[ELEMENTS][CELLS];
    uint64_t written[ELEMENTS], synchronized[CELLS];
    struct window moves[MAX_MOVES];
    size_t moved;
};

static void naive_refer(struct naive *n, unsigned cell, unsigned element, bool write,
                        uint64_t clock)
{
    if (write) {
        n->writer[element] = cell + 1;
        n->written[element] = clock;
        memset(n->has[element], 0, sizeof n->has[element]);
    } else if (n->writer[element] != 0 && n->writer[element] != cell + 1 &&
               !n->has[element][cell]) {
        uint64_t synchronized = n->synchronized[cell];
        n->has[element][cell] = true;
        n->moves[n->moved++] =
            (struct window){n->writer[element] - 1, cell, n->written[element],
                            n->written[element] <= synchronized ? synchronized : clock};
    }
}

static int compare_last(const void *a, const void *b)
{
    const struct window *x = a, *y = b;
    return x->last < y->last ? -1 : x->last > y->last;
}

/* The number of messages is the greatest number of disjoint intervals of a pair of cells: the
 * longest chain of intervals, each after the previous one. */
static uint64_t naive_messages(struct naive *n)
{
    static uint64_t chain[MAX_MOVES];
    uint64_t longest[CELLS][CELLS] = {{0}}, sum = 0;

    qsort(n->moves, n->moved, sizeof *n->moves, compare_last);
    for (size_t i = 0; i < n->moved; i++) {
        const struct window *w = &n->moves[i];
        chain[i] = 1;
        for (size_t k = 0; k < i; k++)
            if (n->moves[k].from == w->from && n->moves[k].to == w->to &&
                n->moves[k].last < w->first && chain[k] + 1 > chain[i])
                chain[i] = chain[k] + 1;
        if (chain[i] > longest[w->from][w->to])
            longest[w->from][w->to] = chain[i];
    }
    for (int f = 0; f < CELLS; f++)
        for (int t = 0; t < CELLS; t++)
            sum += longest[f][t];
    return sum;
}

/* Elements are spread over pages of one set, so that a cache with few ways evicts some. */
static uint64_t address_of(unsigned element)
{
    return X + (element / 100) * UINT64_C(128) * PAGE + element % 100 * 8;
}

static void build_random_trace(struct trace_builder *m, struct naive *n, uint32_t part)
{
    uint64_t barrier = 0;

    begin_trace(m, CELLS);
    mark_cells(m, CELLS, TRACE_REGION_ENTER, FORK);
    for (uint32_t i = 0; i < STEPS; i++) {
        unsigned cell = random_below(CELLS), element = random_below(ELEMENTS);
        if (random_below(4) > 0)
            element = cell * 80 + element % 80;
        bool write = random_below(3) == 0;
        (write ? add_write : add_read)(m, cell, address_of(element));
        naive_refer(n, cell, element, write, m->clock);
        if (random_below(part) == 0) {
            mark_cells(m, CELLS, TRACE_BARRIER_IN, FORK + ++barrier);
            for (unsigned c = 0; c < CELLS; c++)
                n->synchronized[c] = m->clock + 1 + c;
            mark_cells(m, CELLS, TRACE_BARRIER_OUT, FORK + barrier);
        }
    }
}

static void check_bounds(const uint64_t counts[ANALYSIS_COUNTS])
{
    CHECK(counts[COUNT_LOCAL] <= counts[COUNT_UPPER]);
    CHECK(counts[COUNT_FIRST] + counts[COUNT_CAPACITY] + counts[COUNT_TRUE_SHARING] +
              counts[COUNT_FALSE_SHARING] ==
          counts[COUNT_LOCAL]);
}

static void bounds_hold_the_direct_count(void)
{
    for (uint32_t round = 0; round < 60 && test_faults == 0; round++) {
        struct trace_builder m;
        static struct naive n;
        n = (struct naive){.moved = 0};
        build_random_trace(&m, &n, 5 + round * 10);
        struct analysis *a = analyse_trace(&m, 1 + round % 4);
        CHECK(a->counts[COUNT_MOVED] == n.moved && n.moved > 0);
        CHECK(a->counts[COUNT_MESSAGES] == naive_messages(&n));
        CHECK(a->counts[COUNT_LOWER] <= a->counts[COUNT_LOCAL]);
        CHECK(a->counts[COUNT_LOWER] > 0);
        check_bounds(a->counts);
        for (size_t r = 0; r < a->rows.n; r++) {
            CHECK(a->rows.at[r].counts[COUNT_LOCAL] <= a->rows.at[r].counts[COUNT_UPPER]);
            CHECK(a->rows.at[r].counts[COUNT_LOWER] <= a->rows.at[r].counts[COUNT_LOCAL]);
        }
        for (unsigned c = 0; c < CELLS; c++)
            check_bounds(a->by_cell[c]);
        analysis_free(a);
    }
}

int main(void)
{
    char folder[] = "analysis-test-XXXXXX";

    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    TEST(two_cells_share_a_subpage);
    TEST(a_full_set_evicts_a_page);
    TEST(one_message_per_barrier);
    TEST(a_write_in_the_region_adds_a_message);
    TEST(elements_have_names);
    TEST(bounds_hold_the_direct_count);
    rmdir(folder);
    return tests_end();
}
