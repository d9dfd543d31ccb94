/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine as the bounds see it, read from a description file
 * (macs-machine(5)). */
#ifndef MACHINES_MACHINE_H
#define MACHINES_MACHINE_H

#include "base/diag.h"
#include "base/options.h"
#include "facts/facts.h"

#include <stdint.h>

enum { MACHINE_PORTS = 32, MACHINE_NEEDS = 4, MACHINE_CACHES = 6 };

/* One kind of thing an operation class takes for a cycle: any one of a set of
 * slots or ports. */
typedef uint32_t port_set; /* bit p = port p of the machine */

struct machine_class {
    port_set needs[MACHINE_NEEDS]; /* all of them are needed */
    int n_needs;
    struct quantity latency;       /* cycles from issue to a use of the result */
};

struct machine_cache {
    const char *name;
    double bytes, line_bytes, ways, latency_cycles;
};

/* A mnemonic of the machine's assembly and its class. */
struct machine_mnemonic {
    const char *name;
    enum op_class class;
};

struct machine {
    const char *name;     /* ksr1 */
    const char *summary;
    const char *text;     /* the whole description with overrides applied, for the database */
    const char *ports[MACHINE_PORTS];
    int n_ports;
    struct machine_class classes[OP_CLASSES];
    struct quantity addend[OP_CLASSES]; /* latency into a linked pair's addend */
    struct quantity peak8, peak4;       /* cycles per flop at peak, by element size */
    double clock_hz;
    int fp_registers;
    long displacement;    /* bytes, a load or store reaches ± this */
    double unroll;        /* k of MA where no compiled loop is known */
    double vector_bytes;  /* 0 = scalar */
    bool static_schedule; /* MACS = compiled length */
    double overhead_x;    /* instructions left, per pass */
    double overhead_branch; /* right, per pass */
    double overhead_increment; /* right, per base register and pass */
    double widest_load;   /* bytes of the widest essential load (rule 7) */
    struct machine_cache caches[MACHINE_CACHES];
    int n_caches;
    struct machine_mnemonic *mnemonics; /* sorted by name */
    size_t n_mnemonics;
};

/* Reads machine name_or_file: a file if it holds a '/' or ends in .machine,
 * else NAME.machine from the directory list of MACS_MACHINES (colon-separated)
 * or the installed one. set: overrides KEY=VALUE (--set), applied as if the
 * line stood in the file. NULL after located errors in d. Lives in a. */
struct machine *machine_read(struct arena *a, const char *name_or_file,
                             const struct option_list *set, struct diag *d);
/* The same from a text already at hand (the database keeps it). */
struct machine *machine_from_text(struct arena *a, const char *name, const char *text,
                                  const struct option_list *set, struct diag *d);

/* Cycles from producer to consumer; addend: the consumer is a linked pair that
 * takes the result as its addend. Missing if the file does not say. */
struct quantity machine_latency(const struct machine *m, enum op_class producer,
                                enum op_class consumer, bool addend);
/* Class of a mnemonic, OP_CLASSES if the table has none. */
enum op_class machine_mnemonic_class(const struct machine *m, const char *name, size_t n);

#endif
