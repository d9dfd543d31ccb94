/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the conversion of records to streams and back, with and without damage, for more than one
 * block of the reader. */
#include "measure/multikron/stream/clocks.h"
#include "base/util.h"
#include "measure/multikron/stream/drift.h"
#include "measure/multikron/stream/spool.h"
#include "measure/multikron/stream/tally.h"
#include "tests/unit/check.h"
#include "tests/unit/naive-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static uint64_t state = 1;

static uint64_t any(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) % below;
}

struct bytes {
    uint8_t *at;
    size_t n;
};

/* Returns samples with random contents. */
static struct bytes records(size_t samples)
{
    struct bytes b = {malloc(samples * SAMPLE_RESOURCE_BYTES + 1), 0};
    for (size_t i = 0; i < samples; i++) {
        struct sample s = {.kind = any(4) ? SAMPLE_TRACE : SAMPLE_RESOURCE,
                           .cpu = (unsigned)any(8),
                           .fifo_overrun = any(2),
                           .timestamp = any(SAMPLE_TIME_MASK),
                           .source = (uint32_t)any(UINT32_MAX),
                           .user = any(SAMPLE_USER_MASK)};
        for (int c = 0; c < SAMPLE_COUNTERS; c++)
            s.counters[c] = (uint32_t)any(UINT32_MAX);
        b.n += sample_pack(b.at + b.n, &s);
    }
    return b;
}

/* Returns the same samples as elements; on average one in `lost` end marks is omitted (0 = none).
 */
static struct bytes elements(struct bytes r, uint64_t lost)
{
    struct bytes b = {malloc(2 * r.n + 1), 0};
    for (size_t i = 0; i < r.n;) {
        size_t end = i + sample_bytes(r.at[i]);
        bool keep = !lost || any(lost) || end == r.n;
        for (; i < end; i++) {
            uint16_t e = element_of(r.at[i], keep && i + 1 == end);
            b.at[b.n++] = (uint8_t)e;
            b.at[b.n++] = (uint8_t)(e >> 8);
        }
    }
    return b;
}

static void drop(struct bytes b)
{
    free(b.at);
}

/* 200000 samples are 4 to 16 MB: many blocks, whose ends fall anywhere in messages. */
static void round_trip(void)
{
    struct bytes r = records(200000), e = elements(r, 0);
    enum stream_form form;
    struct naive network = reader_decode(e.at, e.n, STREAM_DETECT, &form);
    CHECK(form == STREAM_NETWORK && network.n == r.n && memcmp(network.records, r.at, r.n) == 0);
    CHECK(!stream_has_losses(&network.losses));
    struct naive bare = reader_decode(r.at, r.n, STREAM_DETECT, &form);
    CHECK(form == STREAM_BARE && bare.n == r.n && memcmp(bare.records, r.at, r.n) == 0);
    CHECK(!stream_has_losses(&bare.losses));
    free(network.records);
    free(bare.records);
    drop(r);
    drop(e);
}

/* Inverted bits, removed elements, lost marks: the reader and the naive one agree. */
static void damaged(void)
{
    for (int round = 0; round < 40; round++) {
        struct bytes r = records(1 + any(20000)), e = elements(r, 1 + any(50));
        for (uint64_t hits = any(200); hits > 0; hits--)
            e.at[any(e.n)] ^= (uint8_t)(1U << any(8));
        size_t cut = 2 * any(e.n / 2);
        memmove(e.at + cut, e.at + cut + (e.n - cut) / 3, e.n - cut - (e.n - cut) / 3);
        e.n -= (e.n - cut) / 3;
        enum stream_form form;
        struct naive want = naive_decode(e.at, e.n);
        struct naive got = reader_decode(e.at, e.n, STREAM_NETWORK, &form);
        CHECK(naive_same(&want, &got));
        free(want.records);
        free(got.records);
        drop(r);
        drop(e);
    }
}

/* 100000 samples with only one end mark, the last: 1.6 MB or more are stored in a file. */
static void one_long_message(void)
{
    struct bytes r = records(100000), e = elements(r, 1);
    enum stream_form form;
    struct naive got = reader_decode(e.at, e.n, STREAM_DETECT, &form);
    CHECK(form == STREAM_NETWORK && got.n == r.n && memcmp(got.records, r.at, r.n) == 0);
    CHECK(got.losses.lost_end_marks == 99999 && got.losses.refused_elements == 0);
    free(got.records);
    e.at[e.n - 2] ^= 1;
    got = reader_decode(e.at, e.n, STREAM_NETWORK, &form);
    CHECK(got.n == 0 && got.losses.refused_elements == r.n && got.losses.parity_errors == 1);
    free(got.records);
    drop(r);
    drop(e);
}

/* Every single bit of a message is inverted: parity detects bits 0-8; bit 9 truncates a message or
 * joins it with the next one, which is split again; bits 10-15 are ignored. */
static void each_bit(void)
{
    struct bytes r = records(2);
    struct bytes e = elements(r, 0);
    size_t first = sample_bytes(r.at[0]);
    for (size_t bit = 0; bit < 16 * first; bit++) {
        enum stream_form form;
        e.at[bit / 8] ^= (uint8_t)(1U << bit % 8);
        struct naive got = reader_decode(e.at, e.n, STREAM_NETWORK, &form);
        if (bit % 16 < 9)
            CHECK(got.losses.parity_errors == 1 && got.n == r.n - first);
        else if (bit % 16 == 9 && bit / 16 == first - 1)
            CHECK(got.losses.lost_end_marks == 1 && got.n == r.n);
        else if (bit % 16 == 9)
            CHECK(got.losses.refused_messages >= 1 && got.n < r.n);
        else
            CHECK(got.losses.stray_elements == 1 && got.n == r.n);
        e.at[bit / 8] ^= (uint8_t)(1U << bit % 8);
        free(got.records);
    }
    drop(r);
    drop(e);
}

/* The same with equal data, so that only the inverted bit is wrong in a group of elements that are
 * checked together. */
static void each_bit_of_equal_data(void)
{
    for (unsigned fill = 0; fill < 256; fill++) {
        uint8_t bytes[SAMPLE_TRACE_BYTES];
        struct bytes r = {bytes, sizeof bytes};
        memset(bytes, (int)fill, sizeof bytes);
        bytes[0] = (uint8_t)((fill & 0xe0) | SAMPLE_TRACE << 3);
        struct bytes e = elements(r, 0);
        for (size_t bit = 0; bit < 8 * e.n; bit++) {
            enum stream_form form;
            if (bit % 16 > 8)
                continue;
            e.at[bit / 8] ^= (uint8_t)(1U << bit % 8);
            struct naive got = reader_decode(e.at, e.n, STREAM_NETWORK, &form);
            CHECK(got.n == 0 && got.losses.parity_errors == 1);
            e.at[bit / 8] ^= (uint8_t)(1U << bit % 8);
            free(got.records);
        }
        struct naive got = reader_decode(e.at, e.n, STREAM_NETWORK, &(enum stream_form){0});
        CHECK(got.n == r.n && got.losses.parity_errors == 0);
        free(got.records);
        drop(e);
    }
}

/* Bare records: only the last one is after the end of a block of the reader. */
static void one_record_after_a_block(void)
{
    for (size_t more = 0; more < 3; more++) {
        size_t n = STREAM_BLOCK / SAMPLE_RESOURCE_BYTES + more;
        struct bytes r = {malloc(n * SAMPLE_RESOURCE_BYTES), 0};
        enum stream_form form;
        for (size_t i = 0; i < n; i++)
            r.n += sample_pack(
                r.at + r.n,
                &(struct sample){.kind = SAMPLE_RESOURCE, .timestamp = i, .source = 0xffffffff});
        struct naive got = reader_decode(r.at, r.n, STREAM_BARE, &form);
        CHECK(got.n == r.n && memcmp(got.records, r.at, r.n) == 0);
        free(got.records);
        drop(r);
    }
}

/* Sources of one process number each: all of its bits, or none, are the node. */
static void clocks_of_nodes(void)
{
    static const struct {
        unsigned process_bits;
        size_t clocks;
    } want[] = {{0, 4}, {16, 3}, {31, 2}, {32, 1}};
    static const uint32_t sources[] = {1, 2, 0x10000, 0x80000000};
    for (size_t w = 0; w < COUNT_OF(want); w++) {
        struct clocks c = {.process_bits = want[w].process_bits, .disorder = WRAP_DISORDER};
        for (size_t i = 0; i < 4; i++)
            clocks_time(&c, &(struct sample){.timestamp = 7 + i, .source = sources[i]});
        CHECK(c.at.n == want[w].clocks);
        clocks_free(&c);
    }
}

/* Marks of any two nodes, kinds and regions are distinguished. */
static void marks_of_nodes(void)
{
    static const uint32_t nodes[] = {0, 1, 0x100, 0x10000, 0x10001, 0x1000000, 0x80000000};
    static const uint16_t regions[] = {1, 0x100, 0xffff};
    static const enum mark_kind kinds[] = {MARK_PARALLEL_ENTER, MARK_PARALLEL_EXIT};
    struct drift f = {.process_bits = 0};
    size_t all = 0;
    for (size_t n = 0; n < COUNT_OF(nodes); n++)
        for (size_t r = 0; r < 3; r++)
            for (size_t k = 0; k < 2; k++, all++) {
                struct mark m = {.kind = kinds[k], .region = regions[r]};
                drift_add(&f, &(struct sample){.source = nodes[n], .user = mark_pack(m)}, 5, 0);
            }
    CHECK(f.marks.n == all && f.nodes.n == COUNT_OF(nodes));
    for (size_t i = 0; i < f.marks.n; i++)
        CHECK(f.marks.at[i].count == 1);
    drift_sort(&f);
    CHECK_TEXT("the reference", drift_of_node(&f, 0).offset.missing);
    CHECK_TEXT("the reference", drift_of_node(&f, 0).ppm.missing);
    CHECK(drift_of_node(&f, 1).shared == 6 && drift_of_node(&f, 1).offset.value == 0);
    drift_free(&f);
}

/* Stored bytes are read in order, for any sizes of the pieces written and read, from memory or
 * file.
 */
static void spools(void)
{
    static const size_t all[] = {100, SPOOL_MEMORY, 2 * SPOOL_MEMORY + 12345};
    static const size_t pieces[] = {999, 4096, 65537};
    for (int i = 0; i < 9; i++) {
        struct spool s = {.n = 0};
        size_t n = all[i / 3], piece = pieces[i % 3];
        uint8_t *in = malloc(n), *out = malloc(n + piece);
        for (size_t k = 0; k < n; k++)
            in[k] = (uint8_t)any(256);
        for (size_t k = 0; k < n; k += piece)
            spool_add(&s, in + k, n - k < piece ? n - k : piece);
        CHECK(spool_bytes_left(&s) == n && s.failed == 0);
        size_t got = 0;
        for (size_t k; (k = spool_read(&s, out + got, piece)) > 0; got += k)
            CHECK(k == piece || got + k == n);
        CHECK(got == n && memcmp(in, out, n) == 0);
        spool_free(&s);
        free(in);
        free(out);
    }
}

/* A file that accepts no byte: the spool has failed, and its file is closed. */
static void a_spool_without_room(void)
{
    struct rlimit was, none;
    struct spool s = {.n = 0};
    uint8_t *bytes = calloc(2, SPOOL_MEMORY);
    CHECK(getrlimit(RLIMIT_FSIZE, &was) == 0);
    none = (struct rlimit){0, was.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
    spool_add(&s, bytes, 2 * SPOOL_MEMORY);
    CHECK(setrlimit(RLIMIT_FSIZE, &was) == 0);
    CHECK(s.failed == EFBIG && s.filed == 0);
    CHECK(fcntl(s.fd, F_GETFD) == -1);
    spool_free(&s);
    free(bytes);
}

/* Times that grow by up to 15/16 of the range are restored from their low 40 bits. */
static void wraps(void)
{
    struct clocks c = {.process_bits = 16, .disorder = WRAP_DISORDER};
    uint64_t time = 12345;
    for (int i = 0; i < 10000; i++) {
        struct sample s = {.timestamp = time & SAMPLE_TIME_MASK};
        CHECK(clocks_time(&c, &s) == time);
        time += any(SAMPLE_TIME_MASK - WRAP_DISORDER);
        uint64_t late = time - any(WRAP_DISORDER < time ? WRAP_DISORDER : time);
        s.timestamp = time & SAMPLE_TIME_MASK;
        CHECK(clocks_time(&c, &s) == time);
        s.timestamp = late & SAMPLE_TIME_MASK;
        CHECK(clocks_time(&c, &s) == late);
    }
    clocks_free(&c);
}

/* Rows agree with times found one by one. */
static void tallies(void)
{
    enum { SOURCES = 5, N = 50000 };
    struct tally t = {.process_bits = 1, .disorder = WRAP_DISORDER}, all = t;
    struct clocks c = {.process_bits = 1, .disorder = WRAP_DISORDER};
    uint64_t count[SOURCES] = {0}, last[SOURCES] = {0}, stamp = 0;
    uint8_t *b = malloc(N * SAMPLE_RESOURCE_BYTES);
    size_t n = 0;
    for (int i = 0; i < N; i++) {
        uint32_t source = (uint32_t)any(SOURCES);
        stamp += any(UINT64_C(1) << 33);
        uint64_t back = any(10) ? 0 : any(1000);
        struct sample s = {.kind = any(9) ? SAMPLE_TRACE : SAMPLE_RESOURCE,
                           .timestamp = (stamp - (back < stamp ? back : 0)) & SAMPLE_TIME_MASK,
                           .source = source};
        uint64_t time = clocks_time(&c, &s);
        count[source]++;
        last[source] = time > last[source] ? time : last[source];
        n += sample_pack(b + n, &s);
    }
    tally_records(&t, b, n);
    tally_merge(&all, &t);
    tally_sort(&all);
    CHECK(all.rows.n == SOURCES && all.nodes.n == 3);
    for (size_t i = 0; i < all.rows.n; i++) {
        struct tally_sum sum = {0};
        tally_add_row(&sum, all.rows.at[i]);
        CHECK(all.rows.at[i]->source == i && sum.trace + sum.resource == count[i]);
        CHECK(sum.last == last[i]);
    }
    tally_free(&t);
    tally_free(&all);
    clocks_free(&c);
    free(b);
}

/* More sources than can be distinguished: the rest is counted as one. */
static void many_sources(void)
{
    struct tally t = {.process_bits = 16, .disorder = WRAP_DISORDER};
    uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    uint64_t others = 0;
    for (uint32_t i = 0; i < TALLY_ROWS + 10; i++) {
        struct sample s = {.kind = SAMPLE_TRACE, .source = i};
        tally_records(&t, bytes, sample_pack(bytes, &s));
    }
    for (int h = 0; h < TALLY_HEADERS; h++)
        others += t.others[h];
    CHECK(t.rows.n == TALLY_ROWS && others == 10);
    tally_free(&t);
}

int main(void)
{
    TEST(round_trip);
    TEST(damaged);
    TEST(one_long_message);
    TEST(each_bit);
    TEST(each_bit_of_equal_data);
    TEST(one_record_after_a_block);
    TEST(clocks_of_nodes);
    TEST(marks_of_nodes);
    TEST(spools);
    TEST(a_spool_without_room);
    TEST(wraps);
    TEST(tallies);
    TEST(many_sources);
    return tests_end();
}
