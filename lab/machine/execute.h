/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations outside the executor's loop. The cell's clock and next must be set before these calls.
 */
#ifndef LAB_MACHINE_EXECUTE_H
#define LAB_MACHINE_EXECUTE_H

#include "lab/machine/code.h"

/* Sets the fault and returns CELL_FAULTED. */
enum cell_state execute_fault(struct cell *c, const struct step *s, enum cell_fault_kind kind,
                              uint64_t address);
/* Processes an access that misses in the subcache. Returns CELL_READY if it may be done now
 * (answered) or is complete (chip), else the state to return. */
enum cell_state execute_miss(struct cell *c, uint64_t address, unsigned size,
                             enum request_kind kind, bool answered);
/* Processes a prefetch, poststore or lock. Returns CELL_READY if no request is needed. */
enum cell_state execute_control(struct cell *c, uint64_t address, unsigned kind,
                                bool sends_request);
enum cell_state execute_fetch(struct cell *c, uint32_t subblock, uint64_t clock);
/* Runs a host routine and advances the clock. */
enum cell_state execute_host(struct cell *c, const struct program_host *h);
void execute_trace(struct cell *c, uint64_t address, unsigned size, bool write, uint64_t clock);

#endif
