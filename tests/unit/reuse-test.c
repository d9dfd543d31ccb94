/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorder's parts that need no recorded program: reuse distances, and the sampled stream,
 * which the reader decodes. */
#include "counts/runtime/records.h"
#include "counts/streams.h"
#include "tests/unit/check.h"

#include <stdlib.h>

static uint64_t random_of(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* ---- reuse distances ---- */

/* A stack of lines, searched from the top. */
struct naive {
    uint64_t line[4096];
    size_t n;
};

/* Returns the distance; known: the line was accessed before. */
static uint64_t access_naive(struct naive *s, uint64_t line, bool *known)
{
    size_t i = s->n;
    while (i > 0 && s->line[i - 1] != line)
        i--;
    *known = i > 0;
    uint64_t distance = s->n - i;
    if (*known)
        memmove(&s->line[i - 1], &s->line[i], (s->n - i) * sizeof *s->line);
    else
        distance = s->n++;
    s->line[s->n - 1] = line;
    return distance;
}

/* Each burst accesses random lines, some of them much more often than others. */
static void finds_exact_distances(void)
{
    struct reuse *r = calloc(1, sizeof *r);
    struct naive *s = calloc(1, sizeof *s);
    uint64_t state = 88172645463325252, wrong = 0;
    for (uint64_t burst = 0; burst < 6; burst++) {
        reuse_begin(r, burst);
        s->n = 0;
        for (int i = 0; i < 30000; i++) {
            uint64_t x = random_of(&state), few = x >> 60;
            uint64_t line = (x & (few < 8 ? 15 : few < 12 ? 255 : 4095)) * 0x1001;
            bool known;
            uint64_t distance = access_naive(s, line, &known);
            struct reuse_result got = reuse_access(r, line);
            wrong += !got.followed || got.known != known || got.distance != distance;
        }
        CHECK(reuse_lines(r) == s->n);
    }
    CHECK(wrong == 0);
    free(s);
    free(r);
}

/* A cache of some lines that replaces the last one of a stack. */
struct write_back {
    uint64_t line[64];
    bool dirty[64];
    size_t n, lines;
    uint64_t written; /* clean lines that a store modified */
};

static void access_cache(struct write_back *c, uint64_t line, bool stores)
{
    size_t i = 0;
    while (i < c->n && c->line[i] != line)
        i++;
    bool dirty = i < c->n && c->dirty[i];
    c->n += i == c->n && c->n < c->lines;
    for (i = i < c->n ? i : c->n - 1; i > 0; i--) {
        c->line[i] = c->line[i - 1];
        c->dirty[i] = c->dirty[i - 1];
    }
    c->line[0] = line;
    c->dirty[0] = dirty || stores;
    c->written += stores && !dirty;
}

/* Stores whose distance since the store before is at least the size of a cache are those that make
 * a line dirty in it; stores to lines without a store before are among both. */
static void finds_lines_that_become_dirty(void)
{
    enum { SIZES = 3, BINS = 240 };
    static const size_t sizes[SIZES] = {4, 16, 64};
    struct write_back caches[SIZES] = {{.n = 0}};
    struct reuse *r = calloc(1, sizeof *r);
    uint64_t state = 88172645463325252, stores[BINS] = {0}, first = 0;
    for (int k = 0; k < SIZES; k++)
        caches[k].lines = sizes[k];
    reuse_begin(r, 3);
    for (int i = 0; i < 100000; i++) {
        uint64_t x = random_of(&state);
        uint64_t line = x & (x >> 60 < 8 ? 7 : 127);
        bool store = x >> 32 & 1 && x >> 33 & 1;
        struct reuse_result got = reuse_access(r, line);
        struct reuse_since since = reuse_since_store(r, &got, store);
        CHECK(since.bin < BINS);
        stores[since.bin] += store && since.known;
        first += store && !since.known;
        for (int k = 0; k < SIZES; k++)
            access_cache(&caches[k], line, store);
    }
    CHECK(first == 128);
    for (int k = 0; k < SIZES; k++) {
        uint64_t beyond = first;
        for (uint32_t b = reuse_bin(sizes[k]); b < BINS; b++)
            beyond += stores[b];
        CHECK(beyond == caches[k].written && beyond > first);
    }
    free(r);
}

/* A line that stays in the sample when the rate is halved keeps its distance: every line of a sweep
 * over more lines than are followed is stored once in a sweep, and accessed twice. */
static void keeps_stores_at_lower_rates(void)
{
    struct reuse *r = calloc(1, sizeof *r);
    const uint64_t n = 4 * REUSE_LINES;
    uint64_t known = 0, wrong = 0;
    reuse_begin(r, 1);
    for (uint64_t i = 0; i < 6 * n; i++)
        for (int store = 0; store < 2; store++) {
            struct reuse_result x = reuse_access(r, i % n);
            if (!x.followed)
                continue;
            struct reuse_since since = reuse_since_store(r, &x, store);
            known += store && since.known;
            wrong +=
                store && i >= n &&
                (!since.known || since.bin + 1 < reuse_bin(n) || since.bin > reuse_bin(n) + 1);
        }
    CHECK(r->shift >= 2 && known > REUSE_LINES && wrong == 0);
    free(r);
}

/* In a cyclic sweep of n lines, n - 1 other lines are accessed between two accesses of a line. */
static void finds_distances_of_sweeps(void)
{
    struct reuse *r = calloc(1, sizeof *r);
    const uint64_t n = REUSE_LINES;
    uint64_t wrong = 0;
    reuse_begin(r, 7);
    for (uint64_t i = 0; i < 3 * n; i++) {
        struct reuse_result x = reuse_access(r, 1000 + i % n);
        wrong += !x.followed || x.known != (i >= n) || x.distance != (i < n ? i : n - 1);
    }
    CHECK(wrong == 0 && r->shift == 0);
    free(r);
}

/* A sweep of 2^20 lines is followed at the rate 2^-5 at most: 2^20 / 32 = 32768 lines. The number
 * of followed lines of a hash has the standard deviation sqrt(2^20 * (1 - 1/32) / 32) = 178, which
 * is 0.54 % of them. Distances are that number less 1, and the sum of the weights of the accesses
 * is that number. 4 standard deviations: 2.2 %. */
static void estimates_long_distances(void)
{
    struct reuse *r = calloc(1, sizeof *r);
    const uint64_t n = 1 << 20;
    double sum = 0, least = 1e30, most = 0;
    reuse_begin(r, 1);
    for (uint64_t i = 0; i < 2 * n; i++) {
        struct reuse_result x = reuse_access(r, i % n);
        if (i < n || !x.followed)
            continue;
        CHECK(x.known);
        sum += (double)(UINT64_C(1) << r->shift);
        least = fmin(least, (double)x.distance);
        most = fmax(most, (double)x.distance);
    }
    CHECK(r->shift == 5 || r->shift == 4);
    CHECK_NEAR(1, sum / (double)n, 0.022);
    CHECK_NEAR(1, least / (double)n, 0.022);
    CHECK_NEAR(1, most / (double)n, 0.022);
    CHECK_NEAR(1, (double)reuse_lines(r) / (double)n, 0.022);
    free(r);
}

/* Random accesses to 2^18 lines: each position in the stack of lines is equally probable, so a
 * quarter of the distances is in each quarter. The rate is 2^-3 (2^18 / 8 = 32768 lines) or 2^-2:
 * of 2^21 accesses at least 2^18 are followed, and the share of a quarter has the standard
 * deviation sqrt(0.25 * 0.75 / 2^18) = 0.0008; distances have that of 0.55 % or less. */
static void estimates_random_distances(void)
{
    struct reuse *r = calloc(1, sizeof *r);
    const uint64_t n = 1 << 18;
    uint64_t state = 12345, parts[4] = {0}, all = 0;
    reuse_begin(r, 1);
    for (uint64_t i = 0; i < 12 * n; i++) {
        struct reuse_result x = reuse_access(r, random_of(&state) % n);
        if (i < 4 * n || !x.followed || !x.known)
            continue;
        parts[x.distance * 4 / n < 4 ? x.distance * 4 / n : 3]++;
        all++;
    }
    CHECK(r->shift == 3 || r->shift == 2);
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(0.25, (double)parts[i] / (double)all, 0.01);
    free(r);
}

/* ---- the sample ---- */

enum { PARTS = 3, EVENTS = 3000 };
static const uint32_t numbers[PARTS] = {2, 0, 1};

/* A nest: 10 executions of part 0 with constant differences, then parts 1 and 2; part 2 accesses
 * random addresses from time to time. */
static void make_event(uint64_t i, uint64_t *state, struct record_event *e)
{
    uint64_t row = i / 12, column = i % 12;
    e->part = column < 10 ? 0 : column == 10 ? 1 : 2;
    e->n = e->known = numbers[e->part];
    e->addresses[0] = e->part == 0 ? 0x100000 + 8000 * row + 8 * column
                      : row % 7    ? 0x500000 - 16 * row
                                   : random_of(state) >> 20;
    e->addresses[1] = 0x900000 + 8 * column;
}

static void make_map(struct arena *a, struct count_map *m)
{
    *m = (struct count_map){.file = "", .n_parts = PARTS, .n_references = 3};
    m->parts = ARENA_ARRAY(a, struct count_part, PARTS);
    m->references = ARENA_ARRAY(a, struct count_reference, 3);
    for (uint32_t i = 0, n = 0; i < PARTS; n += numbers[i++])
        m->parts[i] = (struct count_part){.first = n, .n = numbers[i]};
}

static bool read_sample(struct arena *a, const struct record_file *f, const struct count_map *m,
                        struct stream_process *p, struct stream_thread *t)
{
    struct diag d = {.quiet = true};
    struct stream_unit *u = ARENA_NEW(a, struct stream_unit);
    *u = (struct stream_unit){{.n_parts = PARTS, .n_references = 3}, m};
    *p = (struct stream_process){.units = u, .n_units = 1};
    *t = (struct stream_thread){.path = "f"};
    return stream_thread_read(a, (const char *)f, sizeof *f, &d, t);
}

static void check_events(struct stream_cursor *c, uint64_t n)
{
    uint64_t state = 77, wrong = 0;
    struct stream_event e;
    for (uint64_t i = 0; i < n; i++) {
        struct record_event expected;
        make_event(i, &state, &expected);
        if (!stream_next_event(c, &e)) {
            CHECK(!"all events are there");
            return;
        }
        wrong += e.part != expected.part;
        for (uint32_t k = 0; k < expected.n; k++)
            wrong += e.addresses[k] != expected.addresses[k];
    }
    CHECK(wrong == 0 && !stream_next_event(c, &e));
}

static struct record_file *new_file(struct sampler *s)
{
    struct record_file *f = calloc(1, sizeof *f);
    memcpy(f->header.magic, RECORD_MAGIC, sizeof f->header.magic);
    f->header.header_bytes = RECORD_HEADER;
    sampler_init(s, f);
    return f;
}

static void samples_events(void)
{
    struct arena a = {0};
    struct sampler *s = calloc(1, sizeof *s);
    struct record_file *f = new_file(s);
    uint64_t state = 77;
    sampler_begin(s, 0, 42);
    for (uint64_t i = 0; i < EVENTS; i++) {
        struct record_event e;
        make_event(i, &state, &e);
        sampler_add(s, &e);
    }
    sampler_end(s);
    /* 250 rows take 6,250 words if every event is stored; the regular ones are repetitions. */
    CHECK(f->header.segments[0].n < 2500 && f->header.segments[0].before == 42);
    struct count_map m;
    struct stream_process p;
    struct stream_thread t;
    struct stream_cursor c;
    make_map(&a, &m);
    CHECK(read_sample(&a, f, &m, &p, &t) && t.n_segments == 1);
    stream_begin(&a, &p, &t, &c);
    CHECK(stream_next_segment(&c));
    check_events(&c, EVENTS);
    arena_free(&a);
    free(f);
    free(s);
}

/* 64 segments: of 200 bursts every fourth has one. */
static void spreads_segments(void)
{
    struct sampler *s = calloc(1, sizeof *s);
    struct record_file *f = new_file(s);
    for (uint64_t burst = 0; burst < 200; burst++) {
        sampler_begin(s, burst, burst * 100);
        sampler_add(s, &(struct record_event){.part = 1});
        sampler_end(s);
    }
    int used = 0;
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        if (f->header.segments[i].n) {
            used++;
            CHECK(f->header.segments[i].burst % 4 == 0);
        }
    CHECK(used == 50);
    free(f);
    free(s);
}

static int segments_with(const struct record_file *f, uint64_t part)
{
    int n = 0;
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        n += f->header.segments[i].n > 0 &&
             f->words[i][0] == ((uint64_t)RECORD_WORD_PART << 48 | part);
    return n;
}

/* Of 10000 bursts each of the parts 2, 4, ... 20 is in one, with an odd number: it is no multiple
 * of the stride. Parts 1 and 30 are in many: their segments make space. */
static void keeps_segments_of_rare_parts(void)
{
    struct sampler *s = calloc(1, sizeof *s);
    struct record_file *f = new_file(s);
    for (uint64_t burst = 0; burst < 10000; burst++) {
        uint32_t rare = burst % 501 == 7 ? 2 + (uint32_t)(burst / 501) : 1;
        sampler_begin(s, burst, burst * 100);
        sampler_add(s, &(struct record_event){.part = burst % 2 ? rare : 30});
        sampler_end(s);
    }
    for (uint64_t part = 2; part < 22; part += 2)
        CHECK(segments_with(f, part) == 1);
    CHECK(segments_with(f, 1) > 0 && segments_with(f, 30) > 0);
    free(f);
    free(s);
}

/* More rare parts than segments: the file has segments of the whole run. */
static void spreads_segments_of_many_parts(void)
{
    struct sampler *s = calloc(1, sizeof *s);
    struct record_file *f = new_file(s);
    uint64_t last = 0, used = 0;
    for (uint64_t burst = 0; burst < 1000; burst++) {
        sampler_begin(s, burst, burst * 100);
        sampler_add(s, &(struct record_event){.part = (uint32_t)burst});
        sampler_end(s);
    }
    for (int i = 0; i < RECORD_SEGMENTS; i++)
        if (f->header.segments[i].n) {
            used++;
            last = f->header.segments[i].burst > last ? f->header.segments[i].burst : last;
        }
    CHECK(used >= RECORD_SEGMENTS / 4 && last > 900);
    free(f);
    free(s);
}

/* A process that ends in a burst leaves the events that were shown; later ones replace them. */
static void shows_events(void)
{
    struct arena a = {0};
    struct sampler *s = calloc(1, sizeof *s);
    struct record_file *f = new_file(s);
    struct count_map m;
    uint64_t state = 77, n = 0;
    make_map(&a, &m);
    sampler_begin(s, 0, 42);
    for (uint64_t i = 0; i < EVENTS / 10; i++) {
        struct stream_process p;
        struct stream_thread t = {.n_segments = 0};
        struct stream_cursor c;
        struct record_event e;
        make_event(i, &state, &e);
        sampler_add(s, &e);
        if (i % 37 != 36)
            continue;
        sampler_show(s);
        CHECK(read_sample(&a, f, &m, &p, &t) && t.n_segments == 1);
        stream_begin(&a, &p, &t, &c);
        CHECK(stream_next_segment(&c));
        check_events(&c, i + 1);
        n++;
    }
    CHECK(n > 3);
    arena_free(&a);
    free(f);
    free(s);
}

/* ---- masks ---- */

__thread struct record_state macs_record; /* instead of that of records.c */

/* Element i has the index 10 i - 20 of 8 bytes at 0x1000. */
static void records_elements_of_gathers(void)
{
    static uint64_t buffer[16];
    struct record_lanes l = {.base = 0x1000, .number = 3, .n = 8, .scale = 8, .index_bytes = 8};
    for (int i = 0; i < 8; i++)
        memcpy(&l.index[8 * i], &(int64_t){10 * i - 20}, 8);
    l.mask[0] = 0xa5; /* a mask register: elements 0, 2, 5, 7 */
    macs_record.position = buffer;
    records_add_lanes(&l);
    CHECK(macs_record.position == buffer + 8);
    static const uint64_t expected[] = {0x1000 - 160, 0, 0x1000,      0, 0,
                                        0x1000 + 240, 0, 0x1000 + 400};
    for (uint64_t i = 0; i < 8; i++)
        CHECK(buffer[i] == ((3 + i) << 48 | (expected[i] ? expected[i] : RECORD_NO_ADDRESS)));
}

/* 64 elements of a byte in an access of a reference. */
static void records_masked_accesses(void)
{
    static uint64_t buffer[4];
    struct record_lanes l = {.base = 0x2000, .number = 1, .n = 64};
    macs_record.position = buffer;
    records_add_lanes(&l);
    l.mask[7] = 0x80;
    records_add_lanes(&l);
    l.n = 63; /* the last element is not in the access */
    records_add_lanes(&l);
    CHECK(buffer[0] == (UINT64_C(1) << 48 | RECORD_NO_ADDRESS));
    CHECK(buffer[1] == (UINT64_C(1) << 48 | 0x2000));
    CHECK(buffer[2] == buffer[0]);
}

int main(void)
{
    TEST(finds_exact_distances);
    TEST(finds_distances_of_sweeps);
    TEST(finds_lines_that_become_dirty);
    TEST(keeps_stores_at_lower_rates);
    TEST(estimates_long_distances);
    TEST(estimates_random_distances);
    TEST(samples_events);
    TEST(spreads_segments);
    TEST(keeps_segments_of_rare_parts);
    TEST(spreads_segments_of_many_parts);
    TEST(shows_events);
    TEST(records_elements_of_gathers);
    TEST(records_masked_accesses);
    return tests_end();
}
