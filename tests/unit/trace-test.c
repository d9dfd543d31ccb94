/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference traces: each trace reads back as written; damage is reported. */
#include "base/arena.h"
#include "lab/trace/trace.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <unistd.h>

static uint64_t state = 1;
static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

static const char path[] = "trace-test.ktrace";

/* Events of one cell, as they were written. */
struct wanted {
    struct trace_event *at;
    size_t n, room;
};

static void push(struct wanted *w, struct trace_writer *to, unsigned cell, struct trace_event e)
{
    *array_push(w) = e;
    if (e.bytes == 0)
        trace_mark(to, cell, e.kind, e.address, e.clock);
    else
        trace_reference(to, cell, e.kind, e.address, e.bytes, e.clock);
}

/* Loops over arrays, with misses and odd references between them. */
static void make_events(struct wanted *w, struct trace_writer *to, unsigned cell, uint32_t n)
{
    static const uint8_t bytes[] = {1, 4, 8, 64};
    uint64_t clock = random_below(100), base[20];
    uint32_t references = 1;

    while (w->n < n) {
        if (random_below(50) == 0) {
            references = 1 + random_below(20);
            for (int k = 0; k < 20; k++)
                base[k] = UINT64_C(0x10000000) + random_below(1 << 30);
            uint8_t mark = (uint8_t)(TRACE_FIRST_MARK + random_below(4));
            push(w, to, cell, (struct trace_event){random_below(100), clock, mark, 0});
        }
        for (uint32_t k = 0; k < references && references > 1; k++) {
            base[k] += 8 * (k % 3);
            clock += random_below(30) == 0 ? random_below(600) : 1 + k % 4;
            push(w, to, cell,
                 (struct trace_event){base[k], clock, k % 5 == 4 ? TRACE_WRITE : TRACE_READ, 8});
        }
        clock += random_below(20);
        push(w, to, cell,
             (struct trace_event){(uint64_t)random_below(1 << 30) << random_below(10), clock,
                                  (uint8_t)random_below(TRACE_FIRST_MARK), bytes[random_below(4)]});
    }
}

static void check_same(const struct trace_event *a, const struct trace_event *b)
{
    CHECK(a->address == b->address && a->clock == b->clock && a->kind == b->kind &&
          a->bytes == b->bytes);
}

static void check_cell(struct trace_reader *r, unsigned cell, const struct wanted *w,
                       struct diag *d)
{
    const struct trace_event *events;
    size_t n, seen = 0;

    while ((n = trace_next(r, cell, &events, d)) > 0)
        for (size_t k = 0; k < n && test_faults == 0; k++, seen++) {
            CHECK(seen < w->n);
            check_same(&events[k], &w->at[seen]);
        }
    CHECK(seen == w->n);
}

static void check_merged(struct trace_reader *r, const struct wanted *w, unsigned cells,
                         struct diag *d)
{
    size_t *seen = calloc(cells, sizeof *seen);
    struct trace_event e;
    unsigned cell, last_cell = 0;
    uint64_t last = 0, n = 0;

    while (seen && test_faults == 0 && trace_merged(r, &cell, &e, d)) {
        CHECK(e.clock > last || (e.clock == last && cell >= last_cell));
        check_same(&e, &w[cell].at[seen[cell]++]);
        last = e.clock;
        last_cell = cell;
        n++;
    }
    CHECK(n == trace_events(r));
    free(seen);
}

static void written_data_is_read_back(void)
{
    enum { CELLS = 5 };
    struct diag d = {.quiet = true};
    struct wanted w[CELLS] = {{.n = 0}};
    struct trace_writer *to = trace_create(path, CELLS, "data a 0x10000000 800 8\n", &d);

    for (unsigned c = 0; c + 1 < CELLS; c++) /* the last one has no events */
        make_events(&w[c], to, c, 30000 * c + 3);
    CHECK(trace_close(to, &d));
    struct trace_reader *r = trace_open(path, &d);
    CHECK(r && trace_cells(r) == CELLS);
    CHECK_TEXT("data a 0x10000000 800 8\n", trace_symbols(r));
    for (unsigned c = 0; c < CELLS; c++)
        check_cell(r, c, &w[c], &d);
    trace_rewind(r);
    check_merged(r, w, CELLS, &d);
    trace_rewind(r);
    check_merged(r, w, CELLS, &d);
    CHECK(d.errors == 0);
    trace_reader_free(r);
    for (unsigned c = 0; c < CELLS; c++)
        array_free(&w[c]);
    remove(path);
}

static long size_of_file(void)
{
    FILE *f = fopen(path, "rb");
    long n = -1;

    if (f && fseek(f, 0, SEEK_END) == 0)
        n = ftell(f);
    if (f)
        fclose(f);
    return n;
}

/* daxpy: 100,000 iterations of 3 references, a subcache miss every 8 iterations. */
static void loops_are_small(void)
{
    struct diag d = {.quiet = true};
    struct trace_writer *to = trace_create(path, 1, "", &d);
    uint64_t clock = 0;

    for (uint64_t i = 0; i < 100000; i++) {
        trace_reference(to, 0, TRACE_READ, 0x10000000 + 8 * i, 8, clock += i % 8 == 0 ? 20 : 1);
        trace_reference(to, 0, TRACE_READ, 0x20000000 + 8 * i, 8, clock += 1);
        trace_reference(to, 0, TRACE_WRITE, 0x20000000 + 8 * i, 8, clock += 4);
    }
    CHECK(trace_close(to, &d));
    long n = size_of_file();
    CHECK(n > 0 && n < 100000); /* a third of a byte per reference; 16 without compression */
    remove(path);
}

static uint8_t *bytes_of_file(size_t *n)
{
    FILE *f = fopen(path, "rb");
    uint8_t *at = xmalloc(1 << 20);

    *n = f ? fread(at, 1, 1 << 20, f) : 0;
    if (f)
        fclose(f);
    return at;
}

static void a_trace_cut_anywhere_is_an_error(void)
{
    struct diag d = {.quiet = true};
    struct trace_writer *to = trace_create(path, 2, "symbols", &d);
    struct wanted w = {.n = 0};
    size_t n;

    make_events(&w, to, 1, 300);
    CHECK(trace_close(to, &d) && d.errors == 0);
    uint8_t *bytes = bytes_of_file(&n);
    for (size_t cut = 0; cut < n; cut++) {
        struct trace_reader *r = trace_open_bytes("x", bytes, cut, &d);
        CHECK(!r && d.errors == (long)cut + 1);
        if (r)
            trace_reader_free(r);
    }
    free(bytes);
    array_free(&w);
    remove(path);
}

int main(void)
{
    char folder[] = "trace-test-XXXXXX";

    if (!mkdtemp(folder) || chdir(folder) != 0)
        return 1;
    TEST(written_data_is_read_back);
    TEST(loops_are_small);
    TEST(a_trace_cut_anywhere_is_an_error);
    rmdir(folder);
    return tests_end();
}
