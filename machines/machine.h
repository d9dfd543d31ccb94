/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine as the bounds see it, read from a description file
 * (macs-machine(5)). What the description does not say is a missing quantity;
 * what it must say is a plain number. */
#ifndef MACHINES_MACHINE_H
#define MACHINES_MACHINE_H

#include "base/diag.h"
#include "base/options.h"
#include "facts/facts.h"

#include <stdint.h>

enum { MACHINE_PORTS = 32, MACHINE_NEEDS = 4, MACHINE_CACHES = 6 };

typedef uint32_t port_set; /* bit p = slot or port p of the machine */

/* What an operation of a class takes for one cycle each: all of the needs, of
 * each any one port of the set. */
struct machine_class {
    bool stated;                   /* the description says what the class takes */
    port_set needs[MACHINE_NEEDS]; /* none of them empty */
    int n_needs;                   /* 0 = it takes nothing */
};

struct machine_cache {
    const char *name;
    double bytes;
    double line_bytes;             /* unit of transfer */
    double block_bytes;            /* unit of allocation; line_bytes where not said */
    long ways;                     /* sets = bytes / (ways * block_bytes) */
    long user_ways;                /* ways that a user's program gets; ways where not said */
    bool lru;                      /* least recently used goes; else a random one */
    struct quantity latency;       /* cycles of a load that hits */
    struct quantity latency_block; /* the same where the level before has to
                                      allocate a block for it */
};

/* A mnemonic of the machine's assembly and its class. */
struct machine_mnemonic {
    const char *name;
    enum op_class class;
};

/* What a part of an instruction takes on a machine that schedules while it runs: any one port of
 * each need, for so many cycles. */
struct instruction_need {
    port_set ports;
    double cycles; /* 1 but for what is not pipelined: a divider */
    bool with;     /* taken along with the need before it, by the same operation; else it is an
                      operation of its own */
};
/* A latency of its own where the result goes on to work of that form. */
struct instruction_bypass {
    struct instruction_form to;
    bool addend; /* to its addend */
    double latency;
};
enum { INSTRUCTION_BYPASSES = 4 };
struct machine_instruction {
    struct instruction_form form; /* element or width 0: whatever they are */
    struct instruction_need *needs;
    int n_needs;
    double issue;            /* slots that it takes in the front end: fused operations */
    struct quantity latency; /* cycles from the last operand, or the address, to the result */
    struct quantity addend_latency; /* the same from the addend */
    struct instruction_bypass bypass[INSTRUCTION_BYPASSES];
    int n_bypasses;
    port_set slow; /* at these ports, of those of its first need, it takes longer: */
    double slow_latency;
    double split;    /* cycles that a load keeps its port which goes over the end of a line; 0 = two
                        of its own */
    bool eliminated; /* done when it is renamed: no port, no latency */
    bool absent;     /* the machine has no such instruction: see machine_lacks() */
};

/* Whose assembly a machine runs: which scanner reads it. */
enum machine_isa { MACHINE_OTHER, MACHINE_KSR1, MACHINE_X86_64 };
/* As descriptions name it; NULL of others. */
const char *machine_isa_name(enum machine_isa isa);

/* Operations that wait for their operands, until a port of theirs takes them. */
struct machine_scheduler {
    port_set ports;
    double entries;
};
/* What an indexed address splits into two operations again when it is issued, though load and work
 * (or store and work) were decoded as one. */
enum unlamination {
    UNLAMINATE_NONE,
    UNLAMINATE_SOURCES, /* work with a load, but of two operands of which one is the destination */
    UNLAMINATE_ALL,     /* all of them, stores too */
};
enum { CORE_SCHEDULERS = 8 };
/* The limits of a core that schedules while it runs. Widths are fused operations a cycle, room is
 * counted in entries. What the description does not say is no limit: 0, or a missing latency.
 * Of a store's needs the first is its address, the last its data. */
struct machine_core {
    bool stated;         /* there is one: the schedule is not static */
    double issue;        /* renamed and sent to the schedulers */
    double fetch;        /* from the cache of decoded operations; a taken branch ends a cycle */
    double fetch_window; /* bytes of code that a line of that cache is of */
    double loop_buffer;  /* a loop of up to so many fused operations is not fetched again */
    double retire;
    double reorder;       /* entries of the reorder buffer, fused operations */
    double loads, stores; /* entries of the load and the store buffer */
    struct machine_scheduler schedulers[CORE_SCHEDULERS];
    int n_schedulers;
    enum unlamination unlaminate;
    port_set taken;       /* ports that a branch which is taken may take; 0 = those of its form */
    port_set wide_closes; /* ports that take no vector work in a body that works on vectors of 64
                             bytes; narrower work then goes to the ports of its line for those */
    /* operations that go to the schedulers in a cycle, each part of an instruction by itself, in a
     * body with work on vector registers; and what a store and a branch count for of these; 0 = 2
     * and 1 */
    double dispatch_vector, dispatch_store, dispatch_branch;
    /* places of a cycle that must be left for a pass with operations that are split as they are
     * renamed, to follow the one before; 0 = any */
    double unlaminate_join;
    double commit;                   /* stores that go to the cache in a cycle */
    double commit_line;              /* the same, of stores to one line that follow each other */
    struct quantity forward;         /* cycles from a store's data to the load of them */
    struct quantity forward_blocked; /* the same where the load takes other bytes, too */
};

enum { FORWARD_ADDEND = OP_CLASSES, FORWARD_INPUTS };

/* A line that holds on a CPU without a feature: without.FEATURE.KEY VALUE. */
struct machine_line {
    int feature; /* enum feature of machines/features.h */
    const char *key, *value;
};

#define MACHINE_DEFAULT "ksr1" /* where none is named */

struct machine {
    const char *name; /* ksr1 */
    const char *summary;
    const char *text; /* the whole description with overrides applied: it
                         reads back to this machine */
    struct notes set; /* the overrides, "latency.fma 4 cycles" */
    const char *ports[MACHINE_PORTS];
    int n_ports;
    struct machine_class classes[OP_CLASSES];
    struct machine_class vectors[OP_CLASSES]; /* what an operation on a whole vector takes */
    struct quantity latency[OP_CLASSES];      /* cycles from issue to a use of the result */
    struct quantity forward[OP_CLASSES][FORWARD_INPUTS]; /* the same into a consumer
                                            of a class, or into a linked pair's addend */
    struct quantity divide, square_root, sign, transfer; /* latency, where not that of the class */
    /* the same of integers, and from class left to a transfer: where not that of class left */
    struct quantity multiply_integer, divide_integer, left_to_transfer;
    struct quantity store_behind_triad; /* cycles from a linked pair to any floating-point store */
    struct quantity peak8, peak4;       /* flops per cycle at peak, by element size */
    struct quantity clock_hz;
    long fp_registers;
    double displacement;       /* bytes: a load or store reaches this far both ways */
    long unroll;               /* k of MA where no compiled loop is known */
    double vector_bytes;       /* 0 = scalar */
    bool static_schedule;      /* MACS = compiled length */
    double overhead_x;         /* left, per pass (rule 10) */
    double overhead_branch;    /* right, per pass */
    double overhead_increment; /* right, per base register and pass */
    double widest_load;        /* bytes of the widest essential load (rule 7) */
    struct machine_cache caches[MACHINE_CACHES]; /* nearest the processor first */
    int n_caches;
    struct quantity memory_latency; /* cycles of a load that none of them holds */
    enum machine_isa isa;
    struct machine_mnemonic *mnemonics; /* sorted by name */
    size_t n_mnemonics;
    struct machine_instruction *instructions; /* of a machine that schedules while it runs */
    size_t n_instructions;
    struct machine_core core;
    struct machine_line *without; /* of CPUs that lack something that the machine has */
    size_t n_without;
    const struct machine_instruction *by_form[FORM_BASES]; /* the first of each base; those of one
                                        base stand together, the more special ones first */
};

/* Reads machine name_or_file: a file if it holds a '/' or ends in .machine,
 * else NAME.machine from the directories of MACS_MACHINES (colon-separated),
 * else from the place of this program: ../share/macs/machines, or the sources
 * of its build folder. set: overrides KEY=VALUE (--set), applied as if the line
 * stood in the file; NULL = none. NULL after located errors in d. Lives in a. */
struct machine *machine_read(struct arena *a, const char *name_or_file,
                             const struct option_list *set, struct diag *d);
/* The same from a text already at hand (the database keeps it); path stands in
 * messages. */
struct machine *machine_from_text(struct arena *a, const char *path, const char *text,
                                  const struct option_list *set, struct diag *d);

/* Whether there is a description of a machine of that name, in any letters. */
bool machine_is_known(const char *name);

/* Cycles from producer to consumer; addend: the consumer is a linked pair that
 * takes the result as its addend. Missing if the description does not say. */
struct quantity machine_latency(const struct machine *m, enum op_class producer,
                                enum op_class consumer, bool addend);
/* The same of the number that a step of a recurrence takes. Missing for LATENCY_UNKNOWN. */
struct quantity machine_latency_by(const struct machine *m, enum latency_key key,
                                   enum op_class producer, enum op_class consumer, bool addend);
/* Its name, and the overrides: "ksr1 with latency.fma 4 cycles". Made in a. */
const char *machine_title(struct arena *a, const struct machine *m);
/* Class of a mnemonic, OP_CLASSES if the table has none. */
enum op_class machine_mnemonic_class(const struct machine *m, const char *name, size_t n);

/* What a form takes: the line instruction.FORM with its element and width, with only its width,
 * with only its element, or with neither; the first that there is. NULL = the description tells
 * nothing of it, or the machine lacks it. */
const struct machine_instruction *machine_instruction(const struct machine *m,
                                                      struct instruction_form f);
/* Whether the description says that the machine has no such instruction: the form is absent, or
 * wider than its vectors. */
bool machine_lacks(const struct machine *m, struct instruction_form f);
/* Cycles from a result of one form into work of another (its addend): the first "to" of its line
 * that fits, else its latency; missing if the line gives none. */
struct quantity instruction_latency(const struct machine_instruction *from,
                                    struct instruction_form to, bool addend);

/* Whether one base register reaches both offsets (bytes), the lower one being the lowest it has to
 * reach. */
static inline bool displacement_reaches(double displacement, double lowest, double offset)
{
    return offset - lowest < 2 * displacement;
}

/* Path of a file that came with this program, in a folder of the sources that is installed under
 * the same name: in a; NULL = it is not there. */
const char *installed_file(struct arena *a, const char *folder, const char *name);

#endif
