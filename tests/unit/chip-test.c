/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the model of the chip with random accesses: its counts include every sample, and advancing
 * many clocks at once has the same effect as single clocks. Then tests the rates that the report
 * publishes. */
#include "measure/multikron/chip/chip.h"
#include "tests/unit/check.h"

#include <stdlib.h>

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static unsigned below(uint64_t *state, unsigned n)
{
    return (unsigned)(next_random(state) >> 20) % n;
}

/* The output: elements, messages, a hash of elements and clocks. */
struct seen {
    uint64_t elements, messages, hash, lost_flags;
    bool inside;
};

static void see(void *to, uint64_t clock, uint16_t element)
{
    struct seen *s = to;
    s->elements++;
    s->messages += !!(element & ELEMENT_END);
    s->hash = (s->hash ^ element ^ clock << 10) * UINT64_C(0x100000001b3);
    if (!s->inside)
        s->lost_flags += element >> 2 & 1;
    s->inside = !(element & ELEMENT_END);
}

static struct chip *new_chip(struct chip_params params, struct seen *s)
{
    struct chip *c = malloc(sizeof *c);
    if (!c)
        exit(1);
    *s = (struct seen){0};
    chip_power_up(c, params);
    c->send = see;
    c->send_context = s;
    return c;
}

static struct chip_params random_params(uint64_t *seed)
{
    struct chip_params p = chip_defaults();
    p.fifo_depth = 1 + below(seed, 9);
    p.network_divider = 1 + below(seed, 4);
    p.bus_bits = below(seed, 4) ? 64 : 32;
    p.node_hz = 30000000 + below(seed, 1000) * 77777;
    p.timestamp_hz = 1 + below(seed, 10000000);
    p.wait_limit = 1 + below(seed, 500);
    return p;
}

/* ---- one random step ---- */

struct op {
    unsigned kind, address, cpu;
    uint64_t data, clocks;
};
enum {
    OP_TRIGGER,
    OP_CLOCKS,
    OP_FIFO_FREE,
    OP_CSR,
    OP_FILTER,
    OP_READ,
    OP_WRITE,
    OP_EDGES,
    OP_RESET,
    OP_HARD_RESET,
    OP_TEST_PIN,
    OP_TEST
};

static struct op random_op(uint64_t *seed, bool with_test)
{
    static const unsigned char often[] = {
        OP_TRIGGER, OP_TRIGGER, OP_TRIGGER, OP_TRIGGER,   OP_TRIGGER, OP_TRIGGER, OP_CLOCKS,
        OP_CLOCKS,  OP_CLOCKS,  OP_CLOCKS,  OP_FIFO_FREE, OP_CSR,     OP_FILTER,  OP_READ,
        OP_READ,    OP_WRITE,   OP_EDGES,   OP_TEST_PIN,  OP_TEST,    OP_TEST};
    struct op o = {.kind = often[below(seed, with_test ? sizeof often : sizeof often - 3)]};
    if (below(seed, 200) == 0)
        o.kind = below(seed, 2) ? OP_RESET : OP_HARD_RESET;
    o.cpu = below(seed, CHIP_CPUS);
    o.data = next_random(seed);
    o.clocks = below(seed, 300);
    o.address = o.kind == OP_TRIGGER ? 96 + below(seed, 32) : 1 + below(seed, 95);
    return o;
}

/* Advances the chip by clocks, at once or one by one. */
static void pass(struct chip *c, uint64_t clocks, bool singly)
{
    for (uint64_t i = 0; singly && i < clocks; i++)
        chip_advance(c, 1);
    if (!singly)
        chip_advance(c, clocks);
}

static uint64_t csr_of(uint64_t data)
{
    return data % 8 ? (data >> 8 & 0xc03c) | CSR_ENABLE : data >> 8 & 0xffff;
}

/* Returns the value read, if any. */
static uint64_t do_op(struct chip *c, const struct op *o, bool singly)
{
    switch (o->kind) {
    case OP_TRIGGER:
    case OP_WRITE:
        return chip_write(c, o->address, o->data, o->cpu).waited;
    case OP_READ:
        return chip_read(c, o->address, o->cpu).data;
    case OP_CLOCKS:
        pass(c, o->clocks, singly);
        break;
    case OP_FIFO_FREE:
        chip_set_fifo_free(c, o->data % 3, o->data & 8 ? o->clocks : 0);
        break;
    case OP_CSR:
        chip_write(c, CHIP_CSR, csr_of(o->data), o->cpu);
        break;
    case OP_FILTER:
        chip_write(c, CHIP_FILTER, o->data | o->data >> 20, o->cpu);
        break;
    case OP_EDGES:
        chip_edges(c, o->address % SAMPLE_COUNTERS, o->clocks);
        break;
    case OP_RESET:
        chip_write(c, CHIP_RESET, 0, o->cpu);
        break;
    case OP_HARD_RESET:
        chip_hardware_reset(c, 5 + o->clocks, o->data % 4);
        break;
    case OP_TEST_PIN:
        chip_set_test_pin(c, o->data % 3 == 0);
        break;
    case OP_TEST:
        chip_write(c, CHIP_TEST, o->data, o->cpu);
        break;
    }
    return 0;
}

/* ---- conservation ---- */

static uint64_t accounted(const struct chip *c)
{
    const struct chip_counts *n = &c->counts;
    return n->sent + n->discarded + n->filtered + n->disabled + n->given_up + n->reset +
           n->shifted_out + chip_in_flight(c);
}

/* On a 64-bit bus one write is a trigger; on a 32-bit bus every second write of a CPU to one
 * address. */
static void conserve(uint64_t seed, bool with_test, struct chip_counts *sum)
{
    struct seen s;
    struct chip *c = new_chip(random_params(&seed), &s);
    uint64_t triggers = 0;
    for (int i = 0; i < 2000; i++) {
        struct op o = random_op(&seed, with_test);
        bool wide = c->params.bus_bits == 64;
        if (o.kind == OP_TRIGGER && !wide)
            do_op(c, &o, false);
        triggers += o.kind == OP_TRIGGER;
        do_op(c, &o, false);
        CHECK(c->counts.triggered == triggers && accounted(c) == triggers);
        CHECK(with_test || c->counts.sent == s.messages);
        CHECK(c->fifo_n <= c->params.fifo_depth && c->sent_bytes < SAMPLE_RESOURCE_BYTES);
    }
    sum->sent += c->counts.sent, sum->discarded += c->counts.discarded;
    sum->filtered += c->counts.filtered, sum->disabled += c->counts.disabled;
    sum->given_up += c->counts.given_up, sum->reset += c->counts.reset;
    sum->shifted_out += c->counts.shifted_out;
    free(c);
}

/* Checks that every possible path of a sample has occurred; otherwise the test proves nothing. */
static void no_sample_is_lost_from_the_counts(void)
{
    struct chip_counts sum = {0};
    for (uint64_t seed = 1; seed <= 150; seed++)
        conserve(seed * UINT64_C(0x9e3779b97f4a7c15), seed % 3 == 0, &sum);
    CHECK(sum.sent > 1000 && sum.discarded > 1000 && sum.filtered > 1000 && sum.disabled > 1000);
    CHECK(sum.given_up > 100 && sum.reset > 100 && sum.shifted_out > 100);
}

/* Sampling is enabled, nothing waits, and no register is cleared: the overrun counter is the number
 * of discarded samples, and several lost samples in a row set one flag in the next sample. */
static void overruns_are_reported(void)
{
    struct seen s;
    struct chip_params p = chip_defaults();
    p.fifo_depth = 2;
    struct chip *c = new_chip(p, &s);
    uint64_t seed = 12345, runs = 0;
    bool lost = false;
    chip_write(c, CHIP_CSR, CSR_ENABLE, 0);
    chip_write(c, CHIP_FILTER, 0xffff, 0);
    for (int i = 0; i < 10000; i++) {
        uint64_t before = c->counts.discarded;
        chip_write(c, CHIP_TRACE, 0, 0);
        runs += lost && c->counts.discarded == before;
        lost = c->counts.discarded != before;
        chip_advance(c, below(&seed, 50));
    }
    chip_advance(c, 1000);
    uint64_t overruns = chip_read(c, CHIP_OVERRUNS, 0).data;
    CHECK(overruns > 1000 && s.messages + overruns == 10000);
    CHECK(s.lost_flags == runs && runs > 500);
    free(c);
}

/* ---- clocks at once ---- */

static void compare(uint64_t seed)
{
    struct seen s, one;
    struct chip_params p = random_params(&seed);
    struct chip *a = new_chip(p, &s), *b = new_chip(p, &one);
    for (int i = 0; i < 400; i++) {
        struct op o = random_op(&seed, true);
        CHECK(do_op(a, &o, false) == do_op(b, &o, true));
        CHECK(a->clock == b->clock && a->timestamp == b->timestamp && a->waits == b->waits);
        CHECK(memcmp(a->counters, b->counters, sizeof a->counters) == 0);
        CHECK(s.elements == one.elements && s.hash == one.hash);
    }
    free(a);
    free(b);
}

static void clocks_at_once_equal_single_clocks(void)
{
    for (uint64_t seed = 1; seed <= 100; seed++)
        compare(seed * UINT64_C(0xbf58476d1ce4e5b9));
}

/* ---- published rates ---- */

/* Returns the samples sent in a tenth of a second if each trigger waits for the previous one. */
static uint64_t samples_in_100_ms(unsigned address, uint64_t *bytes)
{
    struct seen s;
    struct chip *c = new_chip(chip_defaults(), &s);
    chip_write(c, CHIP_CSR, CSR_ENABLE | CSR_WRITE_WAIT, 0);
    chip_write(c, CHIP_FILTER, 0xffff, 0);
    for (int i = 0; i < 200000 && c->clock < 5000000; i++)
        chip_write(c, address, 0, 0);
    *bytes = s.elements;
    free(c);
    return s.messages;
}

/* 25 MB/s / 16 = 1.5625 M trace samples a second ("about 1.5 million"), / 80 = 0.3125 M resource
 * samples ("0.3 million"). The loop ends at most one sample after the time. */
static void network_rates(void)
{
    uint64_t bytes;
    CHECK_NEAR(156250, (double)samples_in_100_ms(CHIP_TRACE, &bytes), 1);
    CHECK_NEAR(2500000, (double)bytes, 16);
    CHECK_NEAR(31250, (double)samples_in_100_ms(CHIP_RESOURCE, &bytes), 1);
    CHECK_NEAR(2500000, (double)bytes, 80);
}

int main(void)
{
    TEST(no_sample_is_lost_from_the_counts);
    TEST(overruns_are_reported);
    TEST(clocks_at_once_equal_single_clocks);
    TEST(network_rates);
    return tests_end();
}
