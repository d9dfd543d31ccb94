/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine, read from a description file (macs-machine(5)). Optional values that the description
 * omits are missing quantities; required values are plain numbers. */
#ifndef MACHINES_MACHINE_H
#define MACHINES_MACHINE_H

#include "base/diag.h"
#include "base/options.h"
#include "facts/facts.h"

#include <stdint.h>

struct keyfile;
struct key_entry;

enum {
    MACHINE_PORTS = 32,
    MACHINE_NEEDS = 4,
    MACHINE_CACHES = 6,
    MACHINE_LEVELS = MACHINE_CACHES + 1, /* and the memory */
    MACHINE_TLBS = 4
};

typedef uint32_t port_set; /* bit p = slot or port p of the machine */

/* Resources that an operation of a class occupies for one cycle: for each need, any one port of the
 * set. */
struct machine_class {
    bool stated;                   /* the description has a line for the class */
    port_set needs[MACHINE_NEEDS]; /* none of them empty */
    int n_needs;                   /* 0 = no resources */
};

/* Where a line goes that a cache's neighbours load or evict. */
enum cache_fill {
    FILL_UNKNOWN,
    FILL_INCLUSIVE,     /* it contains every line of the nearer caches */
    FILL_NON_INCLUSIVE, /* it is filled by misses, and can lose a line that a nearer cache keeps */
    FILL_VICTIM,        /* exclusive: it is filled with the lines that the nearer cache evicts */
};
/* When a store that misses reads the line first. */
enum write_allocate {
    ALLOCATE_UNKNOWN,
    ALLOCATE_ALWAYS,
    ALLOCATE_EXCEPT_FULL, /* not if the whole line is overwritten */
};

struct machine_cache {
    const char *name;
    double bytes;
    double line_bytes;             /* unit of transfer */
    double block_bytes;            /* unit of allocation; default: line_bytes */
    long ways;                     /* sets = bytes / (ways * block_bytes) */
    long user_ways;                /* ways available to a user's program; default: ways */
    bool lru;                      /* replacement: least recently used; otherwise random */
    struct quantity latency;       /* cycles of a load that hits */
    struct quantity latency_block; /* the same if the previous level also allocates a block */
    struct quantity effective;     /* bytes that a program can use, from a measured load curve */
    long shared;                   /* cores that share it; default: 1 */
    enum cache_fill fill;
    enum write_allocate allocate;
};

/* Loops that transfer data, over arrays a, b and c: load reads a, store writes a, copy is a = b,
 * update is a = s a, triad is a = b + s c. */
enum rate_mix { RATE_LOAD, RATE_STORE, RATE_COPY, RATE_UPDATE, RATE_TRIAD, RATE_MIXES };
/* Where a description's rates come from. */
enum rate_source { RATES_UNKNOWN, RATES_PUBLISHED, RATES_MEASURED };

/* A rate: bytes of the arrays that a loop passes over, each byte counted once even if it is loaded
 * and stored, divided by the time. */
struct machine_flow {
    struct quantity bytes;
    bool per_second; /* bytes per second; otherwise per cycle */
};
struct machine_rate {
    long cores; /* that run the loop at the same time, each with data of its own; the rate is the
                   sum */
    struct machine_flow greatest, median; /* of the repeats */
    struct quantity spread; /* of the repeats: interquartile range divided by the median */
};
/* The data that come from a level: a cache, or the memory. */
struct machine_level {
    struct machine_rate *rates[RATE_MIXES]; /* ascending numbers of cores */
    int n_rates[RATE_MIXES];
    struct quantity overlap; /* share of the transfer time that the core's work hides at best */
    struct quantity overlap_median; /* median of the repeats */
    struct quantity overlap_loads;  /* the same, of work that is loads from the first cache */
    struct quantity small_pages;    /* rate of loads on normal pages / on huge pages */
    struct quantity small_pages_of[RATE_MIXES]; /* the same of each mix */
};
/* A level of the address translation. */
struct machine_tlb {
    const char *name;
    struct quantity entries, huge_entries; /* for normal and huge pages */
    struct quantity latency;               /* additional cycles of an access that misses in it */
};

/* A mnemonic of the machine's assembly and its class. */
struct machine_mnemonic {
    const char *name;
    enum op_class class;
};

/* Resources of a part of an instruction on a machine with dynamic scheduling: for each need, any
 * one port for a number of cycles. */
struct instruction_need {
    port_set ports;
    double cycles; /* 1, except for resources that are not pipelined, such as a divider */
    bool with;     /* occupied by the same operation as the previous need; otherwise a separate
                      operation */
};
/* A special latency to an instruction of that form. */
struct instruction_bypass {
    struct instruction_form to;
    bool addend; /* to its addend */
    double latency;
};
enum { INSTRUCTION_BYPASSES = 4 };
struct machine_instruction {
    struct instruction_form form; /* element or width 0: any */
    struct instruction_need *needs;
    int n_needs;
    double issue;            /* front-end slots: fused operations */
    struct quantity latency; /* cycles from the last operand, or the address, to the result */
    struct quantity addend_latency; /* the same from the addend */
    struct quantity merged_latency; /* of a gather: the same from the old value of its destination,
                                       to its last operation; unknown: as from the others */
    struct instruction_bypass bypass[INSTRUCTION_BYPASSES];
    int n_bypasses;
    port_set slow; /* ports of its first need with a longer latency: */
    double slow_latency;
    double split;    /* cycles that a load which crosses a line boundary occupies its port; 0 = two
                        separate cycles */
    bool eliminated; /* completed at renaming: no port, no latency */
    bool absent;     /* the machine has no such instruction: see machine_lacks() */
};

/* The instruction set, which selects the assembly scanner. */
enum machine_isa { MACHINE_OTHER, MACHINE_KSR1, MACHINE_X86_64 };
/* Returns its name in descriptions; NULL for MACHINE_OTHER. */
const char *machine_isa_name(enum machine_isa isa);
/* Returns the name of a class in texts about compiled code. The classes of the other instructions
 * of a KSR1 pair's halves, left and right, are called integer/vector and control/address on x86-64.
 */
const char *machine_class_text(enum machine_isa isa, enum op_class c);

/* Holds operations until their operands are available and one of their ports is free. */
struct machine_scheduler {
    port_set ports;
    double entries;
};
/* Instructions with an indexed address that are split into two operations at issue, although load
 * and work (or store and work) were decoded as one. */
enum unlamination {
    UNLAMINATE_NONE,
    UNLAMINATE_SOURCES, /* work with a load, with two operands of which one is the destination */
    UNLAMINATE_ALL,     /* all, including stores */
};
enum { CORE_SCHEDULERS = 8 };
/* Limits of a core with dynamic scheduling. Widths are fused operations per cycle; capacities are
 * entries. Values that the description omits are not limits: 0, or a missing latency. The first
 * need of a store is its address, the last its data. */
struct machine_core {
    bool stated;         /* the description has such a core: the schedule is not static */
    double issue;        /* renamed and dispatched to the schedulers */
    double fetch;        /* from the cache of decoded operations; a taken branch ends a cycle */
    double fetch_window; /* bytes of code per line of that cache */
    double loop_buffer;  /* a loop of up to this number of fused operations is not fetched again */
    double retire;
    double reorder;       /* entries of the reorder buffer, fused operations */
    double loads, stores; /* entries of the load and the store buffer */
    struct machine_scheduler schedulers[CORE_SCHEDULERS];
    int n_schedulers;
    enum unlamination unlaminate;
    port_set taken;       /* ports that a taken branch can use; 0 = those of its form */
    port_set wide_closes; /* ports closed to vector work in a body that uses vectors of 64 bytes;
                             narrower work then uses the ports of the 64-byte line */
    /* operations dispatched to the schedulers per cycle, each part of an instruction counted
     * separately, in a body with work on vector registers; and the weights of a store and a branch
     * in this number; 0 = 2 and 1 */
    double dispatch_vector, dispatch_store, dispatch_branch;
    /* free slots of a cycle that a pass with operations split at renaming needs to directly follow
     * the previous pass; 0 = any */
    double unlaminate_join;
    double commit;                   /* stores written to the cache per cycle */
    double commit_line;              /* the same, for consecutive stores to one line */
    struct quantity forward;         /* cycles from a store's data to a load of the same bytes */
    struct quantity forward_blocked; /* the same if the load also reads other bytes */
};

enum { FORWARD_ADDEND = OP_CLASSES, FORWARD_INPUTS };

/* A line for CPUs without a feature: without.FEATURE.KEY VALUE. */
struct machine_line {
    int feature;                  /* enum feature of machines/features.h */
    const struct key_entry *line; /* KEY VALUE; where: the line of the description */
};

#define MACHINE_DEFAULT "ksr1" /* default machine */

struct machine {
    const char *name; /* ksr1 */
    const char *summary;
    const char *text; /* the whole description with overrides: reading it gives this machine */
    struct notes set; /* the overrides, "latency.fma 4 cycles" */
    const char *ports[MACHINE_PORTS];
    int n_ports;
    struct machine_class classes[OP_CLASSES];
    struct machine_class vectors[OP_CLASSES]; /* resources of an operation on a whole vector */
    struct quantity latency[OP_CLASSES];      /* cycles from issue to a use of the result */
    struct quantity forward[OP_CLASSES][FORWARD_INPUTS]; /* the same, to a consumer of a class, or
                                                            to the addend of a linked pair */
    struct quantity divide, square_root, sign,
        transfer; /* latencies that differ from that of the class */
    /* integer latencies, and from class LEFT to a transfer, if they differ from that of class LEFT
     */
    struct quantity multiply_integer, divide_integer, left_to_transfer;
    struct quantity store_behind_triad; /* cycles from a linked pair to any floating-point store */
    struct quantity peak8, peak4;       /* flops per cycle at peak, by element size */
    struct quantity clock_hz;
    long fp_registers;
    double displacement;       /* bytes: reach of a load or store in both directions */
    long unroll;               /* k of MA if no compiled loop is known */
    double vector_bytes;       /* 0 = scalar */
    bool static_schedule;      /* MACS = compiled length */
    double overhead_x;         /* left, per pass (rule 10) */
    double overhead_branch;    /* right, per pass */
    double overhead_increment; /* right, per base register and pass */
    double widest_load;        /* bytes of the widest essential load (rule 7) */
    struct machine_cache caches[MACHINE_CACHES]; /* in order of distance from the processor */
    int n_caches;
    struct quantity memory_latency;              /* cycles of a load that misses all caches */
    struct quantity crossing[2]; /* additional cycles of a load, a store, that crosses a line */
    struct machine_level levels[MACHINE_LEVELS]; /* of caches; levels[n_caches]: of the memory */
    enum rate_source rate_source;
    struct quantity page_bytes, huge_page_bytes;
    struct machine_tlb tlbs[MACHINE_TLBS]; /* in order of distance from the processor */
    int n_tlbs;
    enum machine_isa isa;
    struct machine_mnemonic *mnemonics; /* sorted by name */
    size_t n_mnemonics;
    struct machine_instruction *instructions; /* of a machine with dynamic scheduling */
    size_t n_instructions;
    struct machine_core core;
    struct machine_line *without; /* lines for CPUs that lack a feature of the machine */
    size_t n_without;
    const struct machine_instruction
        *by_form[FORM_BASES]; /* the first of each base; instructions of a base are contiguous, more
                                 specific ones first */
};

/* Reads machine name_or_file: a file if it contains a '/' or ends in .machine; otherwise
 * NAME.machine from the directories of MACS_MACHINES (separated by colons), or from those of this
 * program: ../share/macs/machines, or the sources of its build directory. set: overrides KEY=VALUE
 * (--set), applied as if the line were in the file; NULL = none. Returns NULL after located errors
 * in d. In a. */
struct machine *machine_read(struct arena *a, const char *name_or_file,
                             const struct option_list *set, struct diag *d);
/* Reads a machine from a text (the database stores it); path is used in messages. */
struct machine *machine_from_text(struct arena *a, const char *path, const char *text,
                                  const struct option_list *set, struct diag *d);
/* Reads a machine from a text like machine_from_text(). Each of the lines replaces the line with
 * its key, or is appended; messages about it name its own position. */
struct machine *machine_with_lines(struct arena *a, const char *path, const char *text,
                                   const struct keyfile *lines, struct diag *d);

/* Lists the names of all descriptions that machine_read() finds, sorted, in a. Returns their
 * number. */
size_t machine_list(struct arena *a, const char *const **names);
/* Returns true if a description of that name exists, in upper or lower case. */
bool machine_is_known(const char *name);

/* Returns the cycles from producer to consumer; addend: the consumer is a linked pair that uses the
 * result as its addend. Missing if the description has no value. */
struct quantity machine_latency(const struct machine *m, enum op_class producer,
                                enum op_class consumer, bool addend);
/* Returns the latency of a step of a recurrence. Missing for LATENCY_UNKNOWN. */
struct quantity machine_latency_by(const struct machine *m, enum latency_key key,
                                   enum op_class producer, enum op_class consumer, bool addend);
/* Returns the name and the overrides: "ksr1 with latency.fma 4 cycles". In a. */
const char *machine_title(struct arena *a, const struct machine *m);

/* Names of mixes, fills, write-allocate rules and sources in descriptions; the lists end with NULL.
 * Index 0 of the last three means unknown. */
extern const char *const rate_mix_names[];
extern const char *const cache_fill_names[];
extern const char *const write_allocate_names[];
extern const char *const rate_source_names[];

/* Returns the name of level i, "memory" after the last cache. */
const char *machine_level_name(const struct machine *m, int i);
/* Returns the rate of a mix from level i to that number of cores; NULL = the description has none.
 */
const struct machine_rate *machine_rate(const struct machine *m, int level, enum rate_mix mix,
                                        long cores);
/* Returns the rate of a mix from level i on normal pages / on huge pages: that of loads if that of
 * the mix is unknown. */
struct quantity machine_small_pages(const struct machine *m, int level, enum rate_mix mix);
/* Returns the flow in bytes per cycle at that clock; missing if the flow is per second and the
 * clock is unknown. */
struct quantity machine_flow_per_cycle(struct machine_flow f, struct quantity clock_hz);

/* Returns the first existing line instruction.FORM with: element and width; width; element;
 * neither. NULL = the description has none, or the machine lacks the instruction. */
const struct machine_instruction *machine_instruction(const struct machine *m,
                                                      struct instruction_form f);
/* Returns true if the machine has no such instruction: the description marks the form as absent, or
 * it is wider than the machine's vectors. */
bool machine_lacks(const struct machine *m, struct instruction_form f);
/* Returns the cycles from a result of one form to another form (or its addend): the first matching
 * "to" of its line, otherwise its latency; missing if the line has neither. */
struct quantity instruction_latency(const struct machine_instruction *from,
                                    struct instruction_form to, bool addend);

/* Returns true if one base register reaches both offsets (bytes); `lowest` is the lowest offset
 * that it reaches. */
static inline bool displacement_reaches(double displacement, double lowest, double offset)
{
    return offset - lowest < 2 * displacement;
}

/* Returns the path, in a, of a file of this program, in a source directory that is installed under
 * the same name; NULL = not found. */
const char *installed_file(struct arena *a, const char *folder, const char *name);

#endif
