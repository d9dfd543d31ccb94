/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the simulated KSR1: registers, the current pair, its subcaches, its counters, and its
 * interface to the memory. Assumption: one pair per clock, plus the stalls of memory accesses. */
#ifndef LAB_MACHINE_CELL_H
#define LAB_MACHINE_CELL_H

#include "lab/isa/isa.h"

/* Requests of a cell to the memory system, after a subcache miss. */
enum request_kind {
    REQUEST_READ,
    REQUEST_READ_EX, /* a load that acquires exclusive state */
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
    uint64_t address, clock; /* the cell's clock at the request */
};

enum cell_counter {
#define COUNTER(NAME, name, what) CELL_##NAME,
#include "lab/machine/counters.def"
#undef COUNTER
    CELL_COUNTERS
};

/* Data subcache: 64 sets x 2 ways x 2 KB blocks of 32 subblocks of 64 bytes. present: the subcache
 * holds the subblock; writable: the local cache owns the subpage exclusively. */
enum { SUBCACHE_SETS = 64, SUBCACHE_WAYS = 2, SUBCACHE_BLOCK = 2048, SUBCACHE_SUBBLOCK = 64 };
struct subcache_block {
    uint64_t tag;                      /* address / SUBCACHE_BLOCK; ~0 = none */
    uint32_t present, writable, dirty; /* one bit for each subblock */
};
struct subcache {
    struct subcache_block at[SUBCACHE_SETS][SUBCACHE_WAYS];
    uint64_t random; /* state of the random replacement, from the seed and the cell */
};

/* Addresses (40 bits). Text is not data: loads and stores there are invalid. Each cell sees its own
 * chip in the window: register a of the chip's table at offset 8 a. */
#define LAB_TEXT UINT64_C(0x10000)
#define LAB_DATA UINT64_C(0x10000000)
#define LAB_STACKS UINT64_C(0x80000000) /* stacks of the cells are below, cell 0's highest */
#define LAB_CHIP UINT64_C(0xFF00000000)
enum { LAB_PAIR_BYTES = 8, LAB_PAGE = 16384, LAB_SUBPAGE = 128 };

/* The memory that all cells share, written in the order of simulation. Covers every address below
 * LAB_STACKS; the host allocates only the pages that are touched. */
struct memory {
    uint8_t *bytes; /* bytes[address] */
    uint8_t *valid; /* by page: data or stack of the program */
};
/* Clears the memory, with no valid pages. Returns false after a message if the host lacks memory.
 */
bool memory_open(struct memory *m, struct diag *d);
void memory_close(struct memory *m);
/* Makes the pages valid that contain addresses from `from` up to, but not including, `to`. */
void memory_add_valid_pages(struct memory *m, uint64_t from, uint64_t to);
static inline bool memory_is_valid(const struct memory *m, uint64_t address)
{
    return address < LAB_STACKS && m->valid[address / LAB_PAGE];
}

/* Registers by index: FPU, IPU, CEU as in isa.h, and internal ones. All have 64 bits; an address is
 * the low 40 bits of a CEU register. */
enum cell_register {
    CELL_FPU = 0,
    CELL_IPU = CELL_FPU + LAB_FPU_REGISTERS,
    CELL_CEU = CELL_IPU + LAB_IPU_REGISTERS,
    CELL_CONDITION = CELL_CEU + LAB_CEU_REGISTERS, /* 0 or 1 */
    CELL_ZERO,                                     /* holds 0 */
    CELL_NUMBER,                                   /* holds an immediate */
    CELL_DISCARDED,                                /* receives unused results */
    CELL_REGISTERS
};

enum cell_state {
    CELL_READY,    /* it reached the limit */
    CELL_REQUESTS, /* request is pending */
    CELL_ENDED,    /* the program ended: status */
    CELL_FAULTED,  /* fault has the reason */
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
    uint64_t address;  /* of an invalid or misaligned access or jump; else 0 */
    char message[200]; /* of a library routine */
};

struct step;
struct code;
struct library;
struct cell_chip;
struct cell_hazards;
struct cell_profile;

/* Callbacks for all references of cells, in order (kind as in lab/trace/trace.h), and for calls and
 * jumps by a register; return_address: 0 = no call. */
struct cell_watch {
    void *to;
    void (*jump)(void *to, unsigned cell, uint64_t target, uint64_t return_address, uint64_t clock);
    void (*reference)(void *to, unsigned cell, int kind, uint64_t address, unsigned bytes,
                      uint64_t clock);
};

/* A cell.
 * A memory access that misses in the subcache makes the cell issue a request. Its receiver advances
 * the clock by the latency (the pair itself takes one more clock), updates the subcache, and
 * continues with cell_run(): the access is then done once, whatever the state of the subcache. A
 * write takes effect when the cell continues, not before.
 * PREFETCH, POSTSTORE, LOCK, TRY_LOCK and UNLOCK always issue a request, except prefetches and
 * poststores of a perfect cell; they are complete when the cell continues. TRY_LOCK returns its
 * result in r[CELL_CONDITION].
 * A subblock of text whose byte in `fetched` is 0 is requested by REQUEST_FETCH; the receiver sets
 * the byte, and clears those of replaced subblocks. */
struct cell {
    uint64_t r[CELL_REGISTERS];
    uint64_t clock;
    const struct step *next;  /* next step */
    const struct step *after; /* target of a pending jump */
    uint32_t after_subblock;  /* subblock of text of that target */
    struct subcache data;
    uint8_t *fetched; /* a byte for each SUBCACHE_SUBBLOCK bytes of text */
    struct request request;
    uint64_t counts[CELL_COUNTERS]; /* PAIRS, CLOCKS, WAITING by cell_counts */
    unsigned number, cells;
    bool perfect;  /* every access hits, including fetches */
    bool answered; /* the pending access has been answered */
    int status;    /* CELL_ENDED: exit status of the program */
    struct cell_fault fault;
    const struct code *code;
    struct memory *memory;
    struct library *library; /* host routines */
    struct cell_chip *chip;
    const struct cell_watch *watch; /* NULL = none */
    struct cell_hazards *hazards;   /* checker for results used too early; NULL = none */
    struct cell_profile *profile;   /* NULL = none */
};

/* Initializes a cell at a pair of the program, with that stack and empty subcaches. */
void cell_open(struct cell *c, const struct code *code, struct memory *m, unsigned number,
               unsigned cells);
void cell_close(struct cell *c);
/* Runs until the clock reaches limit and the next access would touch memory (a cell without
 * accesses stops at the next branch): nothing that others can see happens at limit or later. */
enum cell_state cell_run(struct cell *c, uint64_t limit);
/* Reports a faulted cell's fault, located in the assembly, with the pair and its operands. */
void cell_report_fault(const struct cell *c, struct diag *d);
/* Copies the counters, with the current PAIRS, CLOCKS and WAITING. */
void cell_counts(const struct cell *c, uint64_t counts[CELL_COUNTERS]);

#endif
