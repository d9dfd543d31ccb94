/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The MULTIKRON chip of a cell. Its registers are at LAB_CHIP + 8 a (a of table A-1), accessible by
 * ld8 and st8. Its counter pins are connected to the cell's counters (wires.def). Its samples go to
 * a file for each cell, with a manifest; `multikron import` reads a directory of them.
 *
 * Assumptions: the chip has three clocks per clock of the cell, so that its time stamps can be the
 * cell's clocks (the chip needs at least three). Its network accepts a byte in each of them: 27 of
 * the cell's clocks for a sample with counters, about the least time between two marks, so that
 * marks do not wait for each other. An access stops the cell for a given number of clocks and for
 * the waiting time of the chip. */
#ifndef LAB_MACHINE_CELL_CHIP_H
#define LAB_MACHINE_CELL_CHIP_H

#include "lab/machine/cell.h"

struct cell_chips;
struct cell_chip_settings {
    uint64_t access;                   /* clocks of a load or store besides its pair */
    uint64_t fifo;                     /* capacity of the FIFO in samples */
    double clock_hz;                   /* of the cells */
    const char *folder;                /* directory for the samples; NULL = none */
    const char *run, *machine, *build; /* for the manifests; NULL = unspecified; run: ksr1 */
};
/* Creates a chip for each cell, powered up and reset. With a directory, which is created if
 * missing, the chips are ready: sampling is enabled at all levels, a full FIFO makes writes wait,
 * every counter counts its pin, and source c * 65536 is that of cell c. Returns NULL after a
 * message if the directory already contains samples or cannot be written. */
struct cell_chips *cell_chips_open(struct cell *cells, unsigned n,
                                   const struct cell_chip_settings *s, struct diag *d);
/* Sets overheads for the manifests: clocks of a loop's marks, inside the loop's time and in total.
 */
void cell_chips_overhead(struct cell_chips *c, double inside, double pair);
/* Writes all samples and their manifests. Returns false after a message. */
bool cell_chips_close(struct cell_chips *c, struct diag *d);

/* Load from or store to the window, and advance the cell's clock. Return false if no register has
 * that address. */
bool cell_chip_load(struct cell *c, uint64_t address, uint64_t *value);
bool cell_chip_store(struct cell *c, uint64_t address, uint64_t value);

#endif
