/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Appendix C: the effect of the TEST register while the test mode pin is active. */
#include "measure/multikron/chip/parts.h"

static unsigned two_bit_field(uint64_t test, enum chip_test at)
{
    return test >> at & 3;
}

/* Returns a counter value whose groups of four bits are copies of the bits of data. */
static uint64_t expand_nibbles(uint32_t data, unsigned bits)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bits; i++)
        value |= (uint64_t)(data >> i & 1 ? 0xf : 0) << 4 * i;
    return value;
}

static void set_counters(struct chip *c, unsigned which, uint32_t data)
{
    if (which == TEST_ERRORS)
        c->waits = c->overruns = (uint32_t)expand_nibbles(data, 8);
    if (which == TEST_TIMESTAMP)
        c->timestamp = expand_nibbles(data, 14);
    for (int i = 0; which == TEST_RESOURCES && i < SAMPLE_COUNTERS; i++)
        c->counters[i] = data;
}

static void increment_counters(struct chip *c, unsigned which)
{
    if (which == TEST_ERRORS)
        c->waits++, c->overruns++;
    if (which == TEST_TIMESTAMP)
        c->timestamp = (c->timestamp + 1) & ((UINT64_C(1) << 56) - 1);
    for (unsigned i = 0; which == TEST_RESOURCES && i < SAMPLE_COUNTERS; i++)
        chip_count_one(c, i, 1);
}

struct chip_entry chip_test_entry(const struct chip *c)
{
    uint32_t data = (uint32_t)c->test;
    struct chip_entry e = {.resource = data & 1};
    for (int i = 0; i < SAMPLE_TRACE_BYTES; i++)
        e.bytes[i] = (uint8_t)(data >> 8 * (3 - i % 4));
    return e;
}

uint32_t chip_test_fifo(const struct chip *c)
{
    const struct chip_entry *e = chip_fifo_output(c);
    unsigned from = SAMPLE_TRACE_BYTES - 4 - 4 * two_bit_field(c->test, TEST_GROUP_AT);
    uint32_t value = 0;
    for (unsigned i = 0; e && i < 4; i++)
        value = value << 8 | e->bytes[from + i];
    return value;
}

static void shift_out(struct chip *c)
{
    const struct chip_entry *e = chip_fifo_output(c);
    c->shadow_full = false;
    if (!e)
        return;
    c->counts.shifted_out += e->sampled;
    chip_fifo_pop(c);
}

void chip_test_write(struct chip *c, uint64_t data)
{
    c->test = data;
    set_counters(c, two_bit_field(data, TEST_SET_AT), (uint32_t)data);
    increment_counters(c, two_bit_field(data, TEST_INCREMENT_AT));
    struct chip_entry e = chip_test_entry(c);
    if (data >> TEST_DATA_AT & 1 && !chip_fifo_full(c))
        chip_fifo_push(c, &e);
    if (data >> TEST_SHIFTOUT_AT & 1)
        shift_out(c);
}
