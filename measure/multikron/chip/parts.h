/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations that the files of the chip model share; private to them. */
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
/* Returns the register at an address. An unassigned address has a register without a name. */
const struct chip_register *chip_register_at(unsigned address);

/* ---- chip.c ---- */
/* Clears the state that both resets clear: all except the timestamp, the clocks and the pins. */
void chip_clear(struct chip *c);
/* Advances the time until the FIFO is not full (needs_fifo) and the shadow registers are free
 * (needs_shadow). Adds the clocks to the wait counter and to x. Returns false, with x not done, if
 * the wait limit is reached. */
bool chip_wait(struct chip *c, bool needs_fifo, bool needs_shadow, struct chip_access *x);

/* ---- counters.c ---- */
/* Advances the timestamp and the resource counters by node clocks. */
void chip_count(struct chip *c, uint64_t clocks);
void chip_copy_to_shadow(struct chip *c);
/* Adds to the counters of the mask that count this source. */
void chip_count_source(struct chip *c, enum chip_source source, uint16_t mask, uint64_t more);
/* Adds to one counter, which saturates at its largest value. */
void chip_count_one(struct chip *c, unsigned counter, uint64_t more);

/* ---- fifo.c ---- */
/* Writes a sample for the trigger x to the FIFO, or counts why it is not sampled. */
void chip_trigger(struct chip *c, struct chip_access *x);
static inline bool chip_fifo_full(const struct chip *c)
{
    return c->fifo_n == c->params.fifo_depth;
}
/* Returns the entry at the output, or NULL if the FIFO is empty. */
const struct chip_entry *chip_fifo_output(const struct chip *c);
/* Requires that the FIFO is not full. */
void chip_fifo_push(struct chip *c, const struct chip_entry *e);
/* Requires that the FIFO is not empty. */
void chip_fifo_pop(struct chip *c);

/* ---- net.c ---- */
/* Sends the elements of the next clocks node clocks, which start at c->clock. */
void chip_send(struct chip *c, uint64_t clocks);
/* Returns the node clocks until the sample at the output is sent; 0 = nothing is being sent. */
uint64_t chip_send_time(const struct chip *c);

/* ---- test-mode.c ---- */
static inline bool chip_test_flag(const struct chip *c, enum chip_test at)
{
    return c->test_pin && (c->test >> at & 1);
}
/* Writes the TEST register and executes its functions. */
void chip_test_write(struct chip *c, uint64_t data);
/* Returns the 32 bits of the FIFO's output that the TEST register selects. */
uint32_t chip_test_fifo(const struct chip *c);
/* Returns the entry that the data part of the TEST register writes to the FIFO. */
struct chip_entry chip_test_entry(const struct chip *c);

#endif
