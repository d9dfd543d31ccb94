/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks, pins, resets and accesses of the chip. */
#include "measure/multikron/chip/parts.h"
#include "base/diag.h"

#include <string.h>

struct chip_params chip_defaults(void)
{
    return (struct chip_params){
        .fifo_depth = 8,
        .network_divider = 2,
        .bus_bits = 64,
        .node_hz = 50000000,
        .timestamp_hz = 10000000,
        .wait_limit = 1000000,
    };
}

const char *chip_params_error(const struct chip_params *p)
{
#define PARAM(field, name, least, most)                                                            \
    if (p->field < least || p->field > most)                                                       \
        return name " must be " #least " to " #most;
#include "measure/multikron/chip/params.def"
#undef PARAM
    if (p->bus_bits != 32 && p->bus_bits != 64)
        return "bus must be 32 or 64";
    if (p->timestamp_hz > p->node_hz / 3)
        return "timestamp-clock must be at most one third of node-clock";
    return NULL;
}

/* ---- resets ---- */

void chip_clear(struct chip *c)
{
    c->counts.reset += chip_in_flight(c);
    c->sampling = c->write_wait = c->read_wait = c->slow_10us = false;
    c->fifo_overrun = c->shadow_overrun = c->shadow_full = false;
    c->filter = c->enabled = 0;
    c->waits = c->overruns = 0;
    c->mux_sel = c->test = 0;
    memset(c->counters, 0, sizeof c->counters);
    memset(c->shadow, 0, sizeof c->shadow);
    memset(c->sources, 0, sizeof c->sources);
    memset(c->halves, 0, sizeof c->halves);
    c->fifo_n = c->fifo_head = c->sent_bytes = 0;
}

static void restart_clocks(struct chip *c)
{
    c->timestamp = c->timestamp_phase = 0;
    c->slow_phase = c->network_phase = 0;
}

void chip_power_up(struct chip *c, struct chip_params params)
{
    if (chip_params_error(&params))
        bug("chip_power_up() with invalid parameters: %s", chip_params_error(&params));
    *c = (struct chip){.params = params, .fifo_free = true};
}

/* Advances the pending change of the external FIFO free pin. */
static void advance_fifo_free(struct chip *c, uint64_t clocks)
{
    if (!c->fifo_free_countdown)
        return;
    c->fifo_free_countdown = c->fifo_free_countdown > clocks ? c->fifo_free_countdown - clocks : 0;
    if (!c->fifo_free_countdown)
        c->fifo_free = c->fifo_free_next;
}

void chip_hardware_reset(struct chip *c, uint64_t clocks, unsigned wait_states)
{
    if (clocks < CHIP_RESET_CLOCKS || wait_states >= CHIP_WAIT_STATES)
        bug("hardware reset of %llu clocks, %u wait states", (unsigned long long)clocks,
            wait_states);
    chip_clear(c);
    restart_clocks(c);
    c->wait_states = wait_states;
    c->clock += clocks;
    advance_fifo_free(c, clocks);
}

/* ---- pins and clocks ---- */

void chip_set_fifo_free(struct chip *c, bool is_free, uint64_t in)
{
    c->fifo_free_countdown = in;
    c->fifo_free_next = is_free;
    if (!in)
        c->fifo_free = is_free;
}

void chip_set_test_pin(struct chip *c, bool level)
{
    c->test_pin = level;
}

void chip_edges(struct chip *c, unsigned counter, uint64_t edges)
{
    if (counter >= SAMPLE_COUNTERS)
        bug("counter %u has no pin", counter);
    chip_count_source(c, SOURCE_EXTERNAL, (uint16_t)(1U << counter), edges);
}

void chip_advance(struct chip *c, uint64_t clocks)
{
    while (clocks) {
        uint64_t step = c->fifo_free_countdown && c->fifo_free_countdown < clocks
                            ? c->fifo_free_countdown
                            : clocks;
        chip_count(c, step);
        chip_send(c, step);
        c->clock += step;
        advance_fifo_free(c, step);
        clocks -= step;
    }
}

/* ---- waiting ---- */

/* Returns the node clocks, at most most, until the next event that may end a wait. */
static uint64_t wait_step(const struct chip *c, uint64_t most)
{
    uint64_t step = chip_send_time(c);
    if (c->fifo_free_countdown && (!step || c->fifo_free_countdown < step))
        step = c->fifo_free_countdown;
    return step && step < most ? step : most;
}

bool chip_wait(struct chip *c, bool needs_fifo, bool needs_shadow, struct chip_access *x)
{
    while ((needs_fifo && chip_fifo_full(c)) || (needs_shadow && c->shadow_full)) {
        if (x->waited >= c->params.wait_limit)
            return x->done = false;
        uint64_t step = wait_step(c, c->params.wait_limit - x->waited);
        chip_advance(c, step);
        x->waited += step;
        if (!c->test_pin)
            c->waits += (uint32_t)step;
    }
    return true;
}

/* ---- accesses ---- */

static uint64_t low_bits(uint64_t data, unsigned bits)
{
    return bits < 64 ? data & ((UINT64_C(1) << bits) - 1) : data;
}

/* Begins an access: takes the wait states, and returns the first half of the access if there is
 * one. A first half of another access of the CPU is discarded. */
static struct chip_half begin_access(struct chip *c, const struct chip_access *x, bool write)
{
    if (x->address >= CHIP_ADDRESSES || x->cpu >= CHIP_CPUS)
        bug("access to address %u by CPU %u", x->address, x->cpu);
    chip_advance(c, c->wait_states);
    struct chip_half half = c->halves[x->cpu];
    c->halves[x->cpu].pending = false;
    half.pending = half.pending && half.write == write && half.address == x->address;
    return half;
}

struct chip_access chip_read(struct chip *c, unsigned address, unsigned cpu)
{
    struct chip_access x = {.address = address, .cpu = cpu, .done = true};
    struct chip_half first = begin_access(c, &x, false);
    const struct chip_register *r = chip_register_at(address);
    if (first.pending) {
        x.data = first.half;
        return x;
    }
    r->read(c, &x);
    x.data = x.done ? low_bits(x.data, r->read_bits) : 0;
    if (c->params.bus_bits == 32 && r->read_bits > 32 && x.done)
        c->halves[cpu] = (struct chip_half){true, false, address, (uint32_t)(x.data >> 32)};
    if (c->params.bus_bits == 32)
        x.data = low_bits(x.data, 32);
    return x;
}

struct chip_access chip_write(struct chip *c, unsigned address, uint64_t data, unsigned cpu)
{
    struct chip_access x = {.address = address, .cpu = cpu, .done = true};
    struct chip_half first = begin_access(c, &x, true);
    const struct chip_register *r = chip_register_at(address);
    data = low_bits(data, c->params.bus_bits);
    if (c->params.bus_bits == 32 && r->write_bits > 32 && !first.pending) {
        c->halves[cpu] = (struct chip_half){true, true, address, (uint32_t)data};
        return x;
    }
    if (first.pending)
        data = data << 32 | first.half;
    x.data = low_bits(data, r->write_bits);
    r->write(c, &x);
    return x;
}
