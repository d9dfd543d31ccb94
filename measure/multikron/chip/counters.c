/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timestamp, the slow clock and the resource counters. */
#include "measure/multikron/chip/parts.h"

#include <string.h>

enum { SLOW_1US = 10, SLOW_10US = 100 }; /* timestamp clocks of a slow clock */
#define TIMESTAMP_MASK ((UINT64_C(1) << 56) - 1)

static enum chip_source counter_source(const struct chip *c, unsigned counter)
{
    return (enum chip_source)((c->mux_sel >> (32 + counter) & 1) << 1 |
                              (c->mux_sel >> counter & 1));
}

void chip_count_one(struct chip *c, unsigned counter, uint64_t more)
{
    uint32_t remaining = UINT32_MAX - c->counters[counter];
    c->counters[counter] += more < remaining ? (uint32_t)more : remaining;
}

void chip_count_source(struct chip *c, enum chip_source source, uint16_t mask, uint64_t more)
{
    if (c->test_pin || !more)
        return;
    for (unsigned i = 0; i < SAMPLE_COUNTERS; i++)
        if ((c->enabled & mask) >> i & 1 && counter_source(c, i) == source)
            chip_count_one(c, i, more);
}

/* Returns the timestamp clocks during clocks node clocks. Both frequencies are at most 10^9 Hz. */
static uint64_t timestamp_clocks(struct chip *c, uint64_t clocks)
{
    uint64_t hz = c->params.node_hz;
    uint64_t part = clocks % hz * c->params.timestamp_hz + c->timestamp_phase;
    c->timestamp_phase = part % hz;
    return clocks / hz * c->params.timestamp_hz + part / hz;
}

/* Returns the slow clocks during ticks timestamp clocks. */
static uint64_t slow_clocks(struct chip *c, uint64_t ticks)
{
    unsigned period = c->slow_10us ? SLOW_10US : SLOW_1US;
    uint64_t n = (c->slow_phase % period + ticks) / period;
    c->slow_phase = (unsigned)((c->slow_phase + ticks) % SLOW_10US);
    return n;
}

void chip_count(struct chip *c, uint64_t clocks)
{
    uint64_t ticks = timestamp_clocks(c, clocks);
    if (!c->test_pin)
        c->timestamp = (c->timestamp + ticks) & TIMESTAMP_MASK;
    chip_count_source(c, SOURCE_SLOW, UINT16_MAX, slow_clocks(c, ticks));
    chip_count_source(c, SOURCE_NODE, UINT16_MAX, clocks);
}

void chip_copy_to_shadow(struct chip *c)
{
    memcpy(c->shadow, c->counters, sizeof c->shadow);
}
