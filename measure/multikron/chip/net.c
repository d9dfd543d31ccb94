/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The network output: one element a network clock while the external FIFO is free. */
#include "measure/multikron/chip/parts.h"

static unsigned message_bytes(const struct chip_entry *e)
{
    return e->resource ? SAMPLE_RESOURCE_BYTES : SAMPLE_TRACE_BYTES;
}

static uint8_t byte_at(const struct chip *c, const struct chip_entry *e, unsigned i)
{
    if (i < SAMPLE_TRACE_BYTES)
        return e->bytes[i];
    unsigned counter = (i - SAMPLE_TRACE_BYTES) / 4, from_top = (i - SAMPLE_TRACE_BYTES) % 4;
    return (uint8_t)(c->shadow[counter] >> 8 * (3 - from_top));
}

static bool sending(const struct chip *c)
{
    return c->fifo_n && c->fifo_free && !chip_test_flag(c, TEST_OUTPUT_OFF_AT);
}

/* The sample at the output has left: its place in the FIFO is free, and so are the shadow
 * registers, where they went with it. */
static void finish(struct chip *c, const struct chip_entry *e)
{
    c->counts.sent += e->sampled;
    if (e->resource)
        c->shadow_full = false;
    chip_fifo_pop(c);
}

static void send_byte(struct chip *c, uint64_t clock)
{
    const struct chip_entry *e = chip_fifo_output(c);
    bool end = c->left + 1 == message_bytes(e);
    uint16_t element = element_of(byte_at(c, e, c->left), end);
    c->left++;
    if (end)
        finish(c, e);
    if (c->leave)
        c->leave(c->to, clock, element);
}

void chip_send(struct chip *c, uint64_t clocks)
{
    unsigned divider = c->params.network_divider;
    uint64_t clock = c->clock + divider - c->network_phase, end = c->clock + clocks;
    for (; clock <= end && sending(c); clock += divider)
        send_byte(c, clock);
    c->network_phase = (unsigned)((c->network_phase + clocks) % divider);
}

uint64_t chip_send_time(const struct chip *c)
{
    if (!sending(c))
        return 0;
    uint64_t bytes = message_bytes(chip_fifo_output(c)) - c->left;
    return bytes * c->params.network_divider - c->network_phase;
}
