/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Triggers and the FIFO: filter, overruns, samples. */
#include "measure/multikron/chip/parts.h"

#include <string.h>

/* ---- the FIFO ---- */

const struct chip_entry *chip_fifo_output(const struct chip *c)
{
    return c->fifo_n ? &c->fifo[c->fifo_head] : NULL;
}

void chip_fifo_push(struct chip *c, const struct chip_entry *e)
{
    c->fifo[(c->fifo_head + c->fifo_n++) % c->params.fifo_depth] = *e;
}

void chip_fifo_pop(struct chip *c)
{
    c->fifo_head = (c->fifo_head + 1) % c->params.fifo_depth;
    c->fifo_n--;
    c->sent_bytes = 0;
}

uint64_t chip_in_flight(const struct chip *c)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < c->fifo_n; i++)
        n += c->fifo[(c->fifo_head + i) % c->params.fifo_depth].sampled;
    return n;
}

/* ---- samples ---- */

/* Returns a trace sample. Its two overrun flags mark losses before it. */
static struct chip_entry trace_entry(struct chip *c, const struct chip_access *x, bool resource)
{
    struct sample s = {
        .kind = resource ? SAMPLE_RESOURCE : SAMPLE_TRACE,
        .cpu = x->cpu,
        .fifo_overrun = c->fifo_overrun,
        .shadow_overrun = c->shadow_overrun,
        .timestamp = c->timestamp & SAMPLE_TIME_MASK,
        .source = c->sources[x->cpu],
        .user = x->data,
    };
    uint8_t bytes[SAMPLE_RESOURCE_BYTES];
    sample_pack(bytes, &s);
    struct chip_entry e = {.resource = resource};
    memcpy(e.bytes, bytes, sizeof e.bytes);
    return e;
}

static void store_sample(struct chip *c, const struct chip_access *x, bool resource)
{
    bool from_test = chip_test_flag(c, TEST_DATA_AT);
    struct chip_entry e = from_test ? chip_test_entry(c) : trace_entry(c, x, resource);
    e.sampled = true;
    chip_fifo_push(c, &e);
    c->fifo_overrun = c->shadow_overrun = false;
    if (resource) {
        chip_copy_to_shadow(c);
        c->shadow_full = true;
    }
}

/* Discards a sample: sets the overrun flag of each full buffer, and counts one overrun. */
static void discard_sample(struct chip *c, bool resource)
{
    c->counts.discarded++;
    c->fifo_overrun |= chip_fifo_full(c);
    c->shadow_overrun |= resource && c->shadow_full;
    if (!c->test_pin)
        c->overruns++;
}

void chip_trigger(struct chip *c, struct chip_access *x)
{
    bool resource = x->address >= CHIP_RESOURCE;
    c->counts.triggered++;
    if (!c->sampling)
        c->counts.disabled++;
    else if (!(c->filter >> (x->address & 15) & 1))
        c->counts.filtered++;
    else if (c->write_wait && !chip_wait(c, true, resource, x))
        c->counts.given_up++;
    else if (chip_fifo_full(c) || (resource && c->shadow_full))
        discard_sample(c, resource);
    else
        store_sample(c, x, resource);
}
