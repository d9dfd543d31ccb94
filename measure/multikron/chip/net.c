/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The network output: one element per network clock while the external FIFO is free. */
#include "measure/multikron/chip/parts.h"

static unsigned message_bytes(const struct chip_entry *e)
{
    return e->resource ? SAMPLE_RESOURCE_BYTES : SAMPLE_TRACE_BYTES;
}

static uint8_t message_byte(const struct chip *c, const struct chip_entry *e, unsigned i)
{
    if (i < SAMPLE_TRACE_BYTES)
        return e->bytes[i];
    unsigned counter = (i - SAMPLE_TRACE_BYTES) / 4, from_top = (i - SAMPLE_TRACE_BYTES) % 4;
    return (uint8_t)(c->shadow[counter] >> 8 * (3 - from_top));
}

static bool is_sending(const struct chip *c)
{
    return c->fifo_n && c->fifo_free && !chip_test_flag(c, TEST_OUTPUT_OFF_AT);
}

/* Removes the sample that was sent from the FIFO, and frees the shadow registers if they were sent
 * with it. */
static void finish_sample(struct chip *c, const struct chip_entry *e)
{
    c->counts.sent += e->sampled;
    if (e->resource)
        c->shadow_full = false;
    chip_fifo_pop(c);
}

static void send_byte(struct chip *c, uint64_t clock)
{
    const struct chip_entry *e = chip_fifo_output(c);
    bool end = c->sent_bytes + 1 == message_bytes(e);
    uint16_t element = element_of(message_byte(c, e, c->sent_bytes), end);
    c->sent_bytes++;
    if (end)
        finish_sample(c, e);
    if (c->send)
        c->send(c->send_context, clock, element);
}

void chip_send(struct chip *c, uint64_t clocks)
{
    unsigned divider = c->params.network_divider;
    uint64_t clock = c->clock + divider - c->network_phase, end = c->clock + clocks;
    for (; clock <= end && is_sending(c); clock += divider)
        send_byte(c, clock);
    c->network_phase = (unsigned)((c->network_phase + clocks) % divider);
}

uint64_t chip_send_time(const struct chip *c)
{
    if (!is_sending(c))
        return 0;
    uint64_t bytes = message_bytes(chip_fifo_output(c)) - c->sent_bytes;
    return bytes * c->params.network_divider - c->network_phase;
}
