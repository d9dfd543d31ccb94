/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations of a cell outside its steps: requests, faults, host routines. Assumptions: a prefetch
 * or poststore to an invalid address does nothing; a host routine sees the memory at its entry, and
 * takes the clocks that the library states for it, including its return. */
#include "lab/machine/execute.h"

#include "base/arena.h"
#include "lab/machine/cell-chip.h"
#include "lab/machine/library.h"
#include "lab/trace/trace.h"

#include <stdlib.h>
#include <string.h>

enum { CHIP_BYTES = 8, RETURN_CLOCKS = 4 }; /* of the pairs that enter the host and return */

void cell_open(struct cell *c, const struct code *code, struct memory *m, unsigned number,
               unsigned cells)
{
    *c = (struct cell){.code = code, .memory = m, .number = number, .cells = cells};
    c->fetched = xmalloc(code->subblocks);
    memset(c->fetched, 0, code->subblocks);
    for (int set = 0; set < SUBCACHE_SETS; set++)
        for (int way = 0; way < SUBCACHE_WAYS; way++)
            c->data.at[set][way].tag = ~UINT64_C(0);
}

void cell_close(struct cell *c)
{
    free(c->fetched);
    *c = (struct cell){0};
}

void cell_counts(const struct cell *c, uint64_t counts[CELL_COUNTERS])
{
    memcpy(counts, c->counts, sizeof c->counts);
    counts[CELL_CLOCKS] = c->clock;
    counts[CELL_PAIRS] = c->clock - counts[CELL_STALLS] - counts[CELL_LIBRARY] -
                         counts[CELL_PAUSES] - counts[CELL_CHIP];
    counts[CELL_WAITING] = counts[CELL_PAUSES] + counts[CELL_LOCK_WAITS];
}

enum cell_state execute_fault(struct cell *c, const struct step *s, enum cell_fault_kind kind,
                              uint64_t address)
{
    c->fault = (struct cell_fault){.kind = kind, .pair = s->pair, .address = address};
    return CELL_FAULTED;
}

static enum cell_state issue_request(struct cell *c, enum request_kind kind, uint64_t address)
{
    c->request = (struct request){kind, address, c->clock};
    return CELL_REQUESTS;
}

/* Accesses the chip. Only whole 8-byte registers can be loaded and stored. */
static enum cell_state access_chip(struct cell *c, uint64_t address, unsigned size, bool write)
{
    uint64_t *data = &c->r[c->next->d];
    bool done = size == CHIP_BYTES &&
                (write ? cell_chip_store(c, address, *data) : cell_chip_load(c, address, data));
    return done ? CELL_READY : execute_fault(c, c->next, FAULT_CHIP, address);
}

enum cell_state execute_miss(struct cell *c, uint64_t address, unsigned size,
                             enum request_kind kind, bool answered)
{
    if (address % size)
        return execute_fault(c, c->next, FAULT_MISALIGNED, address);
    if (address >= LAB_CHIP)
        return access_chip(c, address, size, kind == REQUEST_WRITE);
    if (!memory_is_valid(c->memory, address))
        return execute_fault(c, c->next, FAULT_OUTSIDE_MEMORY, address);
    return answered ? CELL_READY : issue_request(c, kind, address);
}

enum cell_state execute_control(struct cell *c, uint64_t address, unsigned kind, bool sends_request)
{
    bool valid = memory_is_valid(c->memory, address);
    static const int kinds[] = {[REQUEST_PREFETCH] = TRACE_PREFETCH,
                                [REQUEST_PREFETCH_EX] = TRACE_PREFETCH_EX,
                                [REQUEST_PREFETCH_BLOCKING] = TRACE_PREFETCH,
                                [REQUEST_PREFETCH_BLOCKING_EX] = TRACE_PREFETCH_EX,
                                [REQUEST_POSTSTORE] = TRACE_POSTSTORE};
    if (!valid && kind >= REQUEST_LOCK)
        return execute_fault(c, c->next, FAULT_OUTSIDE_MEMORY, address);
    if (valid && c->watch && kind < REQUEST_LOCK)
        c->watch->reference(c->watch->to, c->number, kinds[kind], address, LAB_SUBPAGE, c->clock);
    return valid && sends_request ? issue_request(c, (enum request_kind)kind, address) : CELL_READY;
}

enum cell_state execute_fetch(struct cell *c, uint32_t subblock, uint64_t clock)
{
    c->clock = clock;
    return issue_request(c, REQUEST_FETCH, LAB_TEXT + (uint64_t)subblock * SUBCACHE_SUBBLOCK);
}

/* ---- host routines ---- */

static bool is_valid_range(const struct memory *m, uint64_t address, size_t bytes)
{
    for (uint64_t page = address / LAB_PAGE; page <= (address + bytes - 1) / LAB_PAGE; page++)
        if (!memory_is_valid(m, page * LAB_PAGE))
            return false;
    return true;
}

static bool load_for_host(void *memory, uint64_t address, void *to, size_t bytes)
{
    const struct memory *m = memory;
    if (bytes && !(bytes < LAB_STACKS && address < LAB_STACKS && is_valid_range(m, address, bytes)))
        return false;
    memcpy(to, m->bytes + address, bytes);
    return true;
}

static bool store_for_host(void *memory, uint64_t address, const void *from, size_t bytes)
{
    const struct memory *m = memory;
    if (bytes && !(bytes < LAB_STACKS && address < LAB_STACKS && is_valid_range(m, address, bytes)))
        return false;
    memcpy(m->bytes + address, from, bytes);
    return true;
}

static enum cell_state end_program(struct cell *c, int status)
{
    c->status = status;
    return CELL_ENDED;
}

/* Returns the pair that called a host routine, from the return address; the routine's own pair if
 * that is invalid. */
static uint32_t calling_pair(const struct cell *c, const struct program_host *h)
{
    enum { RETURN_ADDRESS = 14 };
    uint64_t pair = (c->r[CELL_CEU + RETURN_ADDRESS] - LAB_TEXT) / LAB_PAIR_BYTES;
    return pair < c->code->program->pairs ? (uint32_t)pair : h->pair;
}

enum cell_state execute_host(struct cell *c, const struct program_host *h)
{
    if (!h->routine)
        return end_program(c, 0);
    struct host_call call = {.library = c->library,
                             .cell = c->number,
                             .cells = c->cells,
                             .clock = c->clock,
                             .ipu = &c->r[CELL_IPU],
                             .memory = c->memory,
                             .load = load_for_host,
                             .store = store_for_host};
    host_routine_run(h->routine, &call);
    uint64_t clocks = call.clocks > RETURN_CLOCKS ? call.clocks - RETURN_CLOCKS : 0;
    c->clock += clocks;
    c->counts[call.waits ? CELL_PAUSES : CELL_LIBRARY] += clocks;
    if (call.outcome == HOST_STOPS)
        return end_program(c, call.status);
    if (call.outcome == HOST_RETURNS)
        return CELL_READY;
    c->fault = (struct cell_fault){.kind = FAULT_LIBRARY, .pair = calling_pair(c, h)};
    memcpy(c->fault.message, call.message, sizeof c->fault.message);
    return CELL_FAULTED;
}

void execute_trace(struct cell *c, uint64_t address, unsigned size, bool write, uint64_t clock)
{
    c->watch->reference(c->watch->to, c->number, write ? TRACE_WRITE : TRACE_READ, address, size,
                        clock);
}
