/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the executor does not do in its loop. The cell's clock and next are set when these are
 * called. */
#ifndef LAB_MACHINE_EXECUTE_H
#define LAB_MACHINE_EXECUTE_H

#include "lab/machine/code.h"

/* Sets the fault; CELL_FAULTED. */
enum cell_state execute_fault(struct cell *c, const struct step *s, enum cell_fault_kind kind,
                              uint64_t address);
/* An access that the subcache does not answer: CELL_READY where it may be done now (answered) or
 * was done (chip), else the state to leave with. */
enum cell_state execute_miss(struct cell *c, uint64_t address, unsigned size,
                             enum request_kind kind, bool answered);
/* Prefetch, poststore, lock: asks; CELL_READY where there is nothing to ask for. */
enum cell_state execute_control(struct cell *c, uint64_t address, unsigned kind, bool asks);
enum cell_state execute_fetch(struct cell *c, uint32_t subblock, uint64_t clock);
/* Runs a routine of the host and takes its clocks. */
enum cell_state execute_host(struct cell *c, const struct program_host *h);
void execute_trace(struct cell *c, uint64_t address, unsigned size, bool write, uint64_t clock);

#endif
