/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "counts/streams.h"
#include "counts/runtime/format.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <unistd.h>

/* Part 0 loads and stores 8 bytes, part 1 has no reference, part 2 modifies 4 bytes. */
static const char map_text[] =
    "macs-count-map\t1\nfile\tt.s\nidentity\tabc\ncounters\t0\n"
    "block\t10\t-\t-\t.L3\tf\tt.c\t5\tnot counted\n"
    "block\t20\t-\t-\t.L4\tf\tt.c\t6\tnot counted\n"
    "part\t0\t10\nreference\t10\t0\t8\tl\t(%rdi,%rax,8)\nreference\t11\t1\t8\ts\t8(%rsi)\n"
    "part\t0\t15\n"
    "part\t1\t20\nreference\t21\t1\t4\tls\t(%rdx)\n"
    "unrecorded\t1\t22\tit is a string instruction\n";

/* The parts are 5, 6, 7 of the process; its references 10, 11, 12. */
static const char index_text[] = "macs-counts\t1\nprocess\t100\t1\nprogram\t/p\n"
                                 "thread\t1\t100\nrecorded\t5\t3\t10\t3\tabc\tt.s\n";

struct records {
    struct record_header header;
    char rest[RECORD_HEADER - sizeof(struct record_header)];
    struct record_count counts[RECORD_COUNTS];
    uint64_t words[RECORD_SEGMENTS][RECORD_WORDS];
};

static uint64_t word(uint64_t kind, uint64_t value)
{
    return kind << 48 | value;
}

static struct records *new_records(void)
{
    struct records *r = calloc(1, sizeof *r);
    memcpy(r->header.magic, RECORD_MAGIC, sizeof r->header.magic);
    r->header.header_bytes = RECORD_HEADER;
    r->header.slot = 1;
    return r;
}

/* Appends a word to a segment. */
static void put_word(struct records *r, int segment, uint64_t w)
{
    r->words[segment][r->header.segments[segment].n++] = w;
}

static bool read_map(struct arena *a, const char *text, struct count_map *m)
{
    struct diag d = {.quiet = true};
    struct source s;
    source_from_bytes(&s, "map", text, strlen(text));
    bool good = count_map_read(a, &s, &d, m) && d.warnings + d.errors == 0;
    source_free(&s);
    return good;
}

/* A directory with the files of a run. */
struct folder {
    char path[64], index[96], thread[96];
};

static void write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *to = fopen(path, "w");
    CHECK(to && fwrite(bytes, 1, n, to) == n);
    CHECK(to && fclose(to) == 0);
}

static void make_folder(struct folder *f, const struct records *r, size_t bytes)
{
    snprintf(f->path, sizeof f->path, "/tmp/macs-streams-XXXXXX");
    CHECK(mkdtemp(f->path) != NULL);
    snprintf(f->index, sizeof f->index, "%s/100-0.index", f->path);
    snprintf(f->thread, sizeof f->thread, "%s/100-0-1.records", f->path);
    write_bytes(f->index, index_text, strlen(index_text));
    write_bytes(f->thread, r, bytes);
}

static void remove_folder(const struct folder *f)
{
    unlink(f->index);
    unlink(f->thread);
    rmdir(f->path);
}

/* What streams_read() read. */
struct read_run {
    struct arena a;
    struct count_map map;
    struct stream_run run;
    long warnings, errors;
    bool done;
};

static void read_run(const struct records *r, size_t bytes, struct read_run *x)
{
    struct folder f;
    struct diag d = {.quiet = true};
    *x = (struct read_run){.done = false};
    CHECK(read_map(&x->a, map_text, &x->map));
    make_folder(&f, r, bytes);
    const struct count_map *maps[] = {&x->map};
    x->done = streams_read(&x->a, f.path, maps, 1, &d, &x->run);
    x->warnings = d.warnings;
    x->errors = d.errors;
    remove_folder(&f);
}

static void reads_parts_of_maps(void)
{
    struct arena a = {0};
    struct count_map m;
    CHECK(read_map(&a, map_text, &m));
    CHECK(m.n_parts == 3 && m.n_references == 3 && m.n_unrecorded == 1);
    CHECK(m.parts[0].n == 2 && m.parts[1].n == 0 && m.parts[2].n == 1 && m.parts[2].first == 2);
    CHECK(m.references[0].loads && !m.references[0].stores && m.references[0].bytes == 8);
    CHECK(m.references[2].loads && m.references[2].stores && m.references[2].part == 2);
    CHECK_TEXT("8(%rsi)", m.references[1].address);
    CHECK_TEXT("it is a string instruction", m.unrecorded[0].why);
    CHECK(!count_map_check(&m));
    arena_free(&a);
}

static bool is_next(struct stream_cursor *c, uint32_t part, uint64_t first, uint64_t second)
{
    struct stream_event e;
    if (!stream_next_event(c, &e))
        return false;
    uint32_t n = e.unit->map->parts[e.part].n;
    return e.part == part && (n < 1 || e.addresses[0] == first) &&
           (n < 2 || e.addresses[1] == second);
}

/* The second segment is of an earlier burst than the first. */
static struct records *sample(void)
{
    struct records *r = new_records();
    r->header.segments[0].burst = 3;
    r->header.segments[1].burst = 1;
    r->header.segments[1].before = 77;
    /* Two executions of part 0, then three that follow by +8 and +16. */
    put_word(r, 0, word(RECORD_WORD_PART, 5));
    put_word(r, 0, word(0, 0x1000));
    put_word(r, 0, word(1, 0x2000));
    put_word(r, 0, word(RECORD_WORD_PART, 5));
    put_word(r, 0, word(0, 0x1008));
    put_word(r, 0, word(1, 0x2010));
    put_word(r, 0, word(RECORD_WORD_REPEAT, UINT64_C(1) << 40 | 3));
    put_word(r, 0, word(RECORD_WORD_PART, 6));
    /* A handler executes part 2 between the accesses of part 0; an unknown part; one that is cut.
     */
    put_word(r, 1, word(RECORD_WORD_PART, 5));
    put_word(r, 1, word(0, 0x10));
    put_word(r, 1, word(RECORD_WORD_PART, 7));
    put_word(r, 1, word(0, 0x99));
    put_word(r, 1, word(1, 0x20));
    put_word(r, 1, word(RECORD_WORD_PART, 50));
    put_word(r, 1, word(0, 0x77));
    put_word(r, 1, word(RECORD_WORD_PART, 7));
    put_word(r, 1, 0);
    put_word(r, 1, word(0, 0x9a));
    put_word(r, 1, word(RECORD_WORD_PART, 5));
    put_word(r, 1, word(0, 0x11));
    return r;
}

static void reads_events(void)
{
    struct records *r = sample();
    struct read_run x;
    struct stream_cursor c;
    struct stream_event e;
    read_run(r, sizeof *r, &x);
    CHECK(x.done && x.warnings + x.errors == 0 && !x.run.incomplete);
    CHECK(x.run.n_processes == 1 && x.run.processes[0].n_threads == 1);
    CHECK(x.run.processes[0].units[0].map == &x.map);
    const struct stream_thread *t = &x.run.processes[0].threads[0];
    CHECK(t->known && t->n_segments == 2);
    stream_begin(&x.a, &x.run.processes[0], t, &c);
    CHECK(stream_next_segment(&c) && t->segments[c.segment].before == 77);
    CHECK(is_next(&c, 2, 0x99, 0) && is_next(&c, 0, 0x10, 0x20) && is_next(&c, 2, 0x9a, 0));
    CHECK(!stream_next_event(&c, &e));
    CHECK(stream_next_segment(&c) && t->segments[c.segment].burst == 3);
    for (uint64_t i = 0; i < 5; i++)
        CHECK(is_next(&c, 0, 0x1000 + 8 * i, 0x2000 + 16 * i));
    CHECK(is_next(&c, 1, 0, 0) && !stream_next_event(&c, &e) && !stream_next_segment(&c));
    arena_free(&x.a);
    free(r);
}

static void reads_cut_files(void)
{
    struct records *r = sample();
    struct read_run x;
    /* The second segment has two words left: its part is incomplete. */
    read_run(r, offsetof(struct records, words) + (RECORD_WORDS + 2) * sizeof(uint64_t), &x);
    CHECK(x.done && x.warnings == 1 && x.run.incomplete);
    struct stream_cursor c;
    struct stream_event e;
    stream_begin(&x.a, &x.run.processes[0], &x.run.processes[0].threads[0], &c);
    CHECK(stream_next_segment(&c) && !stream_next_event(&c, &e));
    CHECK(stream_next_segment(&c) && is_next(&c, 0, 0x1000, 0x2000));
    arena_free(&x.a);
    read_run(r, 100, &x);
    CHECK(x.done && x.errors == 1 && x.run.incomplete && !x.run.processes[0].threads[0].known);
    arena_free(&x.a);
    r->header.slot = 2;
    read_run(r, sizeof *r, &x);
    CHECK(x.done && x.errors == 1 && !x.run.processes[0].threads[0].known);
    arena_free(&x.a);
    free(r);
}

static void divides_distances_into_bins(void)
{
    CHECK(stream_bin(0) == 0 && stream_bin(15) == 15 && stream_bin(16) == 16);
    CHECK(stream_bin(17) == 16 && stream_bin(18) == 17 && stream_bin(31) == 23);
    CHECK(stream_bin(32) == 24 && stream_bin_from(24) == 32 && stream_bin_from(25) == 36);
    CHECK(stream_bin(UINT64_MAX) == STREAM_BINS - 1);
    for (uint32_t b = 0; b < STREAM_BINS; b++) {
        CHECK(stream_bin(stream_bin_from(b)) == b);
        CHECK(stream_bin(stream_bin_from(b + 1) - 1) == b);
    }
}

static void put_count(struct records *r, uint64_t number, enum record_kind kind, uint64_t bin,
                      uint64_t n)
{
    uint64_t key = RECORD_KEY + number * RECORD_KEY_NUMBER + (uint64_t)kind * RECORD_KEY_KIND + bin;
    int i = (int)(key % 1000);
    while (r->counts[i].key)
        i++;
    r->counts[i] = (struct record_count){key, n};
}

static void adds_histograms(void)
{
    struct records *r = new_records();
    struct read_run x;
    put_count(r, 7, RECORD_PASSES, 0, 40);
    put_count(r, 12, RECORD_REUSED, 3, 30);
    put_count(r, 12, RECORD_UNKNOWN, 5, 10);
    put_count(r, 12, RECORD_REUSED_SAMPLED, 100, 64);
    put_count(r, 11, RECORD_REUSED, 3, 5);
    r->header.shift = 2;
    read_run(r, sizeof *r, &x);
    const struct stream_process *p = &x.run.processes[0];
    const struct stream_thread *t = &p->threads[0];
    CHECK(x.warnings + x.errors == 0);
    CHECK(stream_passes(t, &p->units[0], 2) == 40 && stream_passes(t, &p->units[0], 0) == 0);
    CHECK_NEAR(0.25, t->rate, 0);
    struct stream_reuse sum = {.exact = {.reused = {0}}};
    stream_reuse_add(t, &p->units[0], 2, &sum);
    CHECK_NEAR(30, sum.exact.reused[3], 0);
    CHECK_NEAR(10, sum.exact.unknown[5], 0);
    CHECK_NEAR(64, sum.sampled.reused[100], 0);
    stream_reuse_add(t, &p->units[0], 1, &sum);
    CHECK_NEAR(35, sum.exact.reused[3], 0);
    arena_free(&x.a);
    free(r);
}

/* 10 accesses: 4 with distance 2, 2 unknown of at least 5, 3 with distance 8, 1 unknown of at least
 * 9. Of 10, 0.4 have distance 2. Of the 4 that are left at 8, 3 have distance 8: 0.6 * 0.75 = 0.45;
 * 0.15 are larger. */
static void distributes_unknown_distances(void)
{
    struct stream_reuse r = {
        .exact = {.reused = {[2] = 4, [8] = 3}, .unknown = {[5] = 2, [9] = 1}}};
    struct stream_shares s;
    stream_distribute(&r, &s);
    CHECK_NEAR(0.4, s.share[2], 1e-12);
    CHECK_NEAR(0.45, s.share[8], 1e-12);
    CHECK_NEAR(0.15, s.beyond, 1e-12);
    CHECK_NEAR(10, s.accesses, 0);
    stream_distribute(&(struct stream_reuse){.exact = {.reused = {0}}}, &s);
    CHECK_NEAR(1, s.beyond, 0);
    CHECK_NEAR(0, s.accesses, 0);
}

/* Small distances are those of the exact histogram: half of 20. Distances above STREAM_EXACT lines
 * are those of both: the exact one has unknown distances of at least 2 lines only. */
static void combines_rates(void)
{
    uint32_t far = stream_bin(20000);
    struct stream_reuse r = {.exact = {.reused = {[1] = 10}, .unknown = {[2] = 10}},
                             .sampled = {.reused = {[0] = 1000}}};
    r.sampled.reused[far] = 3000;
    struct stream_shares s;
    stream_distribute(&r, &s);
    CHECK_NEAR(0, s.share[0], 0);
    CHECK_NEAR(0.5, s.share[1], 1e-12);
    CHECK_NEAR(0.5, s.share[far], 1e-12);
    CHECK_NEAR(0, s.beyond, 1e-12);
}

int main(void)
{
    TEST(reads_parts_of_maps);
    TEST(reads_events);
    TEST(reads_cut_files);
    TEST(divides_distances_into_bins);
    TEST(adds_histograms);
    TEST(distributes_unknown_distances);
    TEST(combines_rates);
    return tests_end();
}
