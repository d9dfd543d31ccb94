/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The MULTIKRON chip of a cell: its registers stand at LAB_CHIP + 8 a, a of table A-1, for ld8 and
 * st8. Its counters' pins are wired to what the cell counts (wires.def). What leaves it goes to a
 * file for each cell, with a manifest, as `multikron import` reads a folder of them.
 *
 * Assumed: the chip runs three clocks to one of the cell's, so that its time stamps may be the
 * cell's clocks (the chip wants at least three), and its network takes a byte each of them: 27 of
 * the cell's clocks for a sample with counters, about what lies between two marks at least, so that
 * these do not wait for one another; an access stops the cell for a given number of clocks and for
 * what the chip makes it wait. */
#ifndef LAB_MACHINE_CELL_CHIP_H
#define LAB_MACHINE_CELL_CHIP_H

#include "lab/machine/cell.h"

struct cell_chips;
struct cell_chip_settings {
    uint64_t access;    /* clocks that a load or store of it takes besides its pair */
    uint64_t fifo;      /* samples that it has room for */
    double clock_hz;    /* of the cells */
    const char *folder; /* where the samples go; NULL = nowhere */
    const char *run, *machine, *build; /* of the manifests; NULL = not said, run: ksr1 */
};
/* One for each cell, powered up and reset. With a folder, which is made where it is not there, they
 * are ready: sampling enabled at all levels, a full FIFO makes writes wait, every counter counts
 * its pin, and source c * 65536 is cell c's. False with a message where the folder holds samples
 * already or can't be written to. */
struct cell_chips *cell_chips_open(struct cell *cells, unsigned n,
                                   const struct cell_chip_settings *s, struct diag *d);
/* For the manifests: clocks that the begin and end of a loop take, of its own time and in all. */
void cell_chips_overhead(struct cell_chips *c, double inside, double pair);
/* All samples have left and are written, with their manifests. False with a message. */
bool cell_chips_close(struct cell_chips *c, struct diag *d);

/* A load or store of the window; the cell's clock moves on by what it takes. False: there is no
 * register at that address. */
bool cell_chip_load(struct cell *c, uint64_t address, uint64_t *value);
bool cell_chip_store(struct cell *c, uint64_t address, uint64_t value);

#endif
