/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reads and writes of each register; registers.def is the table. */
#include "measure/multikron/chip/parts.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

static void read_nothing(struct chip *c, struct chip_access *x)
{
    (void)c, x->data = 0;
}

static void write_nothing(struct chip *c, struct chip_access *x)
{
    (void)c, (void)x;
}

static void write_reset(struct chip *c, struct chip_access *x)
{
    (void)x;
    chip_clear(c);
}

/* ---- CSR: table 2 ---- */

static void read_csr(struct chip *c, struct chip_access *x)
{
    const struct chip_entry *e = chip_fifo_output(c);
    unsigned csr = 0;
    csr |= c->sampling ? CSR_ENABLE : 0;
    csr |= c->write_wait ? CSR_WRITE_WAIT : 0;
    csr |= c->read_wait ? CSR_READ_WAIT : 0;
    csr |= chip_fifo_full(c) ? CSR_FIFO_FULL : 0;
    csr |= c->shadow_full ? CSR_SHADOW_FULL : 0;
    csr |= c->fifo_overrun ? CSR_FIFO_OVERRUN : 0;
    csr |= c->shadow_overrun ? CSR_SHADOW_OVERRUN : 0;
    csr |= e && e->resource ? CSR_BIT_128 : 0;
    csr |= c->wait_states << CSR_WAIT_STATES_AT;
    csr |= c->slow_10us ? CSR_SLOW_10US : 0;
    x->data = csr;
}

/* Sets a mode that two bits of the CSR control. A 1 is a command, a 0 has no effect. If both are 1,
 * off takes precedence: it is the default. */
static void set_mode(bool *mode, uint64_t data, unsigned on, unsigned off)
{
    if (data & on)
        *mode = true;
    if (data & off)
        *mode = false;
}

static void write_csr(struct chip *c, struct chip_access *x)
{
    set_mode(&c->sampling, x->data, CSR_ENABLE, CSR_DISABLE);
    set_mode(&c->write_wait, x->data, CSR_WRITE_WAIT, CSR_WRITE_DISCARD);
    set_mode(&c->read_wait, x->data, CSR_READ_WAIT, CSR_READ_ERROR);
    set_mode(&c->slow_10us, x->data, CSR_SLOW_10US, CSR_SLOW_1US);
}

/* ---- registers with a value ---- */

static void read_timestamp(struct chip *c, struct chip_access *x)
{
    x->data = c->timestamp;
}

static void read_filter(struct chip *c, struct chip_access *x)
{
    x->data = c->filter;
}

static void write_filter(struct chip *c, struct chip_access *x)
{
    c->filter = (uint16_t)x->data;
}

static void read_source(struct chip *c, struct chip_access *x)
{
    x->data = c->sources[x->address - CHIP_SOURCE];
}

static void write_source(struct chip *c, struct chip_access *x)
{
    c->sources[x->address - CHIP_SOURCE] = (uint32_t)x->data;
}

static void read_waits(struct chip *c, struct chip_access *x)
{
    x->data = c->waits;
}

static void write_waits(struct chip *c, struct chip_access *x)
{
    (void)x;
    c->waits = 0;
}

static void read_overruns(struct chip *c, struct chip_access *x)
{
    x->data = c->overruns;
}

static void write_overruns(struct chip *c, struct chip_access *x)
{
    (void)x;
    c->overruns = 0;
}

/* ---- resource counters ---- */

/* Bits of MUX SEL that sixteen counters use. */
#define MUX_SEL_USED UINT64_C(0x0000ffff0000ffff)
#define READ_ERROR (UINT64_C(1) << 63)

static void read_mux_sel(struct chip *c, struct chip_access *x)
{
    x->data = c->mux_sel;
}

static void write_mux_sel(struct chip *c, struct chip_access *x)
{
    c->mux_sel = x->data & MUX_SEL_USED;
}

static void read_enable(struct chip *c, struct chip_access *x)
{
    x->data = c->enabled;
}

static void write_enable(struct chip *c, struct chip_access *x)
{
    c->enabled |= (uint16_t)x->data;
}

static void write_disable(struct chip *c, struct chip_access *x)
{
    c->enabled &= (uint16_t)~x->data;
}

static void write_counter_reset(struct chip *c, struct chip_access *x)
{
    for (int i = 0; i < SAMPLE_COUNTERS; i++)
        if (x->data >> i & 1)
            c->counters[i] = 0;
}

/* Table 3A: a counter is read through the shadow registers. While they hold the counters of a
 * sample, the value read is wrong, and its error bit is set. */
static void read_counter(struct chip *c, struct chip_access *x)
{
    if (c->read_wait && !chip_wait(c, false, true, x))
        return;
    if (!c->shadow_full)
        chip_copy_to_shadow(c);
    x->data = c->shadow[x->address - CHIP_COUNTER] | (c->shadow_full ? READ_ERROR : 0);
}

static void write_counter(struct chip *c, struct chip_access *x)
{
    chip_count_source(c, SOURCE_SOFTWARE, (uint16_t)(1U << (x->address - CHIP_COUNTER)), 1);
}

static void write_trigger(struct chip *c, struct chip_access *x)
{
    chip_trigger(c, x);
}

/* ---- test mode ---- */

static void read_fifo(struct chip *c, struct chip_access *x)
{
    x->data = c->test_pin ? chip_test_fifo(c) : 0;
}

static void read_test(struct chip *c, struct chip_access *x)
{
    x->data = c->test_pin ? c->test : 0;
}

static void write_test(struct chip *c, struct chip_access *x)
{
    if (c->test_pin)
        chip_test_write(c, x->data);
}

/* ---- the table ---- */

static const struct chip_register registers[] = {
#define REGISTER(NAME, name, first, count, read, read_bits, write, write_bits)                     \
    {name, first, count, read_##read, read_bits, write_##write, write_bits},
#include "measure/multikron/chip/registers.def"
#undef REGISTER
};
enum { REGISTERS = COUNT_OF(registers) };

const struct chip_register *chip_register_at(unsigned address)
{
    static const struct chip_register unassigned = {NULL, 0, 0, read_nothing, 0, write_nothing, 0};
    for (int i = 0; i < REGISTERS; i++)
        if (address - registers[i].first < registers[i].count)
            return &registers[i];
    return &unassigned;
}

void chip_print_address(char *to, size_t size, unsigned address)
{
    const struct chip_register *r = chip_register_at(address);
    if (!r->name)
        snprintf(to, size, "address %u", address);
    else if (r->count == 1)
        snprintf(to, size, "%s", r->name);
    else
        snprintf(to, size, "%s[%u]", r->name, address - r->first);
}

bool chip_find_register(const char *name, size_t len, unsigned *first, unsigned *count)
{
    for (int i = 0; i < REGISTERS; i++)
        if (strlen(registers[i].name) == len && strncmp(registers[i].name, name, len) == 0) {
            *first = registers[i].first;
            *count = registers[i].count;
            return true;
        }
    return false;
}
