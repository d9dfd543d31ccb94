/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the chip's model share; for them alone. */
#ifndef MULTIKRON_CHIP_PARTS_H
#define MULTIKRON_CHIP_PARTS_H

#include "measure/multikron/chip/chip.h"

/* ---- registers.c ---- */
typedef void chip_action(struct chip *c, struct chip_access *x);
struct chip_register {
    const char *name;
    unsigned first, count;
    chip_action *read;
    unsigned read_bits;
    chip_action *write;
    unsigned write_bits;
};
/* The register at that address; for one that is not assigned, a register without a name. */
const struct chip_register *chip_register_at(unsigned address);

/* ---- chip.c ---- */
/* What both resets clear: all but the timestamp, the clocks and the pins. */
void chip_clear(struct chip *c);
/* Lets clocks pass until there is room in the FIFO (room) and the shadow registers are free
 * (shadow). The wait counter tallies them, and x has them. False: there was none within the limit;
 * then x is not done. */
bool chip_wait(struct chip *c, bool room, bool shadow, struct chip_access *x);

/* ---- counters.c ---- */
/* What node clocks do to the timestamp and the resource counters. */
void chip_count(struct chip *c, uint64_t clocks);
void chip_copy_to_shadow(struct chip *c);
/* Adds to those counters of the mask that take counts of that source. */
void chip_count_source(struct chip *c, enum chip_source source, uint16_t mask, uint64_t more);
/* Adds to one counter, which sticks at its greatest value. */
void chip_count_one(struct chip *c, unsigned counter, uint64_t more);

/* ---- fifo.c ---- */
void chip_trigger(struct chip *c, struct chip_access *x);
static inline bool chip_fifo_full(const struct chip *c)
{
    return c->fifo_n == c->params.fifo_depth;
}
/* The entry that stands at the output; NULL = the FIFO is empty. */
const struct chip_entry *chip_fifo_output(const struct chip *c);
/* The FIFO is not full. */
void chip_fifo_push(struct chip *c, const struct chip_entry *e);
/* The FIFO is not empty. */
void chip_fifo_pop(struct chip *c);

/* ---- net.c ---- */
/* Sends what goes out in that many node clocks, which start at c->clock. */
void chip_send(struct chip *c, uint64_t clocks);
/* Node clocks until the sample at the output has left; 0 = nothing is leaving. */
uint64_t chip_send_time(const struct chip *c);

/* ---- test-mode.c ---- */
static inline bool chip_test_flag(const struct chip *c, enum chip_test at)
{
    return c->test_pin && (c->test >> at & 1);
}
/* Writes the TEST register and does what it says. */
void chip_test_write(struct chip *c, uint64_t data);
/* The group of 32 bits of the FIFO's output that the TEST register selects. */
uint32_t chip_test_fifo(const struct chip *c);
/* What the data part of the TEST register puts into the FIFO. */
struct chip_entry chip_test_entry(const struct chip *c);

#endif
