/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the simulated KSR1: registers, the pair under way, its subcaches, its counts; and how
 * it meets the memory. Assumed: one pair a clock, plus the clocks that a memory access stalls it.
 */
#ifndef LAB_MACHINE_CELL_H
#define LAB_MACHINE_CELL_H

#include "lab/isa/isa.h"

/* What a cell asks of the memory system where its subcache does not answer. */
enum request_kind {
    REQUEST_READ,
    REQUEST_READ_EX, /* a load that takes exclusive state */
    REQUEST_WRITE,
    REQUEST_FETCH, /* of instructions */
    REQUEST_PREFETCH,
    REQUEST_PREFETCH_EX,
    REQUEST_PREFETCH_BLOCKING,
    REQUEST_PREFETCH_BLOCKING_EX,
    REQUEST_POSTSTORE,
    REQUEST_LOCK,
    REQUEST_TRY_LOCK,
    REQUEST_UNLOCK,
};
struct request {
    enum request_kind kind;
    uint64_t address, clock; /* the cell's clock when it asks */
};

enum cell_counter {
#define COUNTER(NAME, name, what) CELL_##NAME,
#include "lab/machine/counters.def"
#undef COUNTER
    CELL_COUNTERS
};

/* Data subcache: 64 sets x 2 ways x 2 KB blocks of 32 subblocks of 64 bytes. A set bit says that
 * the subblock is there; writable: that the local cache owns the subpage exclusively. */
enum { SUBCACHE_SETS = 64, SUBCACHE_WAYS = 2, SUBCACHE_BLOCK = 2048, SUBCACHE_SUBBLOCK = 64 };
struct subcache_block {
    uint64_t tag;                      /* address / SUBCACHE_BLOCK; ~0 = none */
    uint32_t present, writable, dirty; /* a bit a subblock */
};
struct subcache {
    struct subcache_block at[SUBCACHE_SETS][SUBCACHE_WAYS];
    uint64_t random; /* state of the replacement's generator: from the seed and the cell */
};

/* Addresses (40 bits). Text is not data: loads and stores of it are wild. Each cell sees its own
 * chip in the window: register a of the chip's table at + 8 a. */
#define LAB_TEXT UINT64_C(0x10000)
#define LAB_DATA UINT64_C(0x10000000)
#define LAB_STACKS UINT64_C(0x80000000) /* stacks of the cells are below, cell 0's highest */
#define LAB_CHIP UINT64_C(0xFF00000000)
enum { LAB_PAIR_BYTES = 8, LAB_PAGE = 16384, LAB_SUBPAGE = 128 };

/* What all cells see, written in the order in which they are simulated: room for every address
 * below LAB_STACKS, of which the host gives what is touched. */
struct memory {
    uint8_t *bytes; /* bytes[address] */
    uint8_t *there; /* a byte a page: it is data or stack of the program */
};
/* False with a message where the host has no room. All is 0, nothing is there. */
bool memory_open(struct memory *m, struct diag *d);
void memory_close(struct memory *m);
/* Makes the pages there that hold bytes of from up to, not with, to. */
void memory_allow(struct memory *m, uint64_t from, uint64_t to);
static inline bool memory_is_there(const struct memory *m, uint64_t address)
{
    return address < LAB_STACKS && m->there[address / LAB_PAGE];
}

/* Registers by index: FPU, IPU, CEU as in isa.h, and what is not named in text. All hold 64 bits;
 * an address is the low 40 of what a CEU register holds. */
enum cell_register {
    CELL_FPU = 0,
    CELL_IPU = CELL_FPU + LAB_FPU_REGISTERS,
    CELL_CEU = CELL_IPU + LAB_IPU_REGISTERS,
    CELL_CONDITION = CELL_CEU + LAB_CEU_REGISTERS, /* 0 or 1 */
    CELL_ZERO,                                     /* holds 0 */
    CELL_NUMBER,                                   /* an immediate on its way */
    CELL_NOWHERE,                                  /* where results go that nobody wants */
    CELL_REGISTERS
};

enum cell_state {
    CELL_READY,   /* it reached the limit */
    CELL_ASKS,    /* request waits for an answer */
    CELL_ENDED,   /* the program ended: status */
    CELL_FAULTED, /* fault says why */
};
enum cell_fault_kind {
    FAULT_NONE,
#define FAULT(NAME, text) FAULT_##NAME,
#include "lab/machine/faults.def"
#undef FAULT
};
struct cell_fault {
    enum cell_fault_kind kind;
    uint32_t pair;     /* of the program */
    uint64_t address;  /* wild, misaligned accesses and jumps; else 0 */
    char message[200]; /* of a library routine */
};

struct step;
struct code;
struct library;
struct cell_chip;
struct cell_hazards;
struct cell_profile;

/* Who sees all references of cells, in their order: kind as in lab/trace/trace.h; and calls and
 * jumps by a register: back is where a call returns to, 0 = no call. */
struct cell_watch {
    void *to;
    void (*went)(void *to, unsigned cell, uint64_t target, uint64_t back, uint64_t clock);
    void (*reference)(void *to, unsigned cell, int kind, uint64_t address, unsigned bytes,
                      uint64_t clock);
};

/* A cell.
 * A memory access that the subcache does not answer makes the cell ask. Whoever answers moves the
 * clock on by what it took (the pair itself takes one more by itself), brings the subcache to what
 * it is then, and goes on with cell_run: the access that asked is then done, whatever the subcache
 * says, once. A write takes place when the cell goes on, not before.
 * PREFETCH, POSTSTORE, LOCK, TRY_LOCK and UNLOCK always ask, but for prefetches and poststores of
 * a perfect cell; they are over when it goes on. TRY_LOCK's answer is r[CELL_CONDITION].
 * A subblock of text whose byte of fetched is 0 is asked for by REQUEST_FETCH; whoever answers sets
 * it, and clears those of what had to go. */
struct cell {
    uint64_t r[CELL_REGISTERS];
    uint64_t clock;
    const struct step *next;  /* that it goes on with */
    const struct step *after; /* where a jump under way leads */
    uint32_t after_subblock;  /* of text, where that is */
    struct subcache data;
    uint8_t *fetched; /* a byte for each SUBCACHE_SUBBLOCK bytes of text */
    struct request request;
    uint64_t counts[CELL_COUNTERS]; /* PAIRS, CLOCKS, WAITING by cell_counts */
    unsigned number, cells;
    bool perfect; /* every access hits, fetches too */
    bool asked;   /* it was answered */
    int status;   /* CELL_ENDED: of the program */
    struct cell_fault fault;
    const struct code *code;
    struct memory *memory;
    struct library *library; /* of host routines */
    struct cell_chip *chip;
    const struct cell_watch *watch; /* NULL = nobody looks */
    struct cell_hazards *hazards;   /* of results used too early; NULL = nobody looks */
    struct cell_profile *profile;   /* of its pairs; NULL = nobody looks */
};

/* Makes a cell that begins at a pair of the program with that stack; subcaches are empty. */
void cell_open(struct cell *c, const struct code *code, struct memory *m, unsigned number,
               unsigned cells);
void cell_close(struct cell *c);
/* Runs until the clock is at limit or beyond it where memory would be touched next (a cell that
 * touches none stops at the next branch): nothing that others see happens at limit or later. */
enum cell_state cell_run(struct cell *c, uint64_t limit);
/* Tells a faulted cell's fault, located in the assembly, with the pair and what it reads. */
void cell_fault_tell(const struct cell *c, struct diag *d);
/* counts with PAIRS, CLOCKS and WAITING, of now. */
void cell_counts(const struct cell *c, uint64_t counts[CELL_COUNTERS]);

#endif
