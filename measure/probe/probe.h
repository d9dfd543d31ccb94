/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures forms of instructions on this CPU, and compares the results with a machine file. Short
 * loops of the instructions of measure/probe/probes.def are assembled, loaded and timed. Before and
 * after each, a chain of dependent adds, which take one cycle each at any clock rate, calibrates
 * the time. */
#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "base/diag.h"
#include "machines/machine.h"

enum probe_kind {
    PROBE_LATENCY, /* cycles from an operand to the result */
    PROBE_ADDEND,  /* from the addend of a multiply-add */
    PROBE_RATE,    /* cycles of each of many independent instructions */
    PROBE_FORWARD, /* of work, plus a store of its result, plus the load of it */
};
struct probe {
    const char *form_name;
    enum probe_kind kind;
    struct instruction_form form;
    const char *text;         /* assembly with placeholders */
    struct quantity measured; /* cycles */
    struct quantity file;     /* value of the machine's description */
    bool differs;             /* by more than both PROBE_SHARE of the file's figure and
                                 PROBE_CYCLES */
};
#define PROBE_SHARE 0.08
#define PROBE_CYCLES 0.17

struct probes {
    struct probe *at;
    size_t n;
    struct quantity tick_cycles; /* core cycles per tick of the time-stamp counter */
    struct quantity clock_hz;    /* of the core during the measurement */
};

/* Measures all probes that this CPU supports, with the assembler that `compiler` calls ("gcc"), and
 * compares them with m. Returns false after a message: no compiler, or the CPU is not an x86-64. A
 * probe that failed is missing with the reason. In a. */
bool probes_run(struct arena *a, const struct machine *m, const char *compiler, struct probes *p,
                struct diag *d);

/* Returns the lines KEY=VALUE that adapt the description to the measured values, for machine_read.
 */
struct option_list probes_lines(struct arena *a, const struct machine *m, const struct probes *p);

const char *probe_kind_name(enum probe_kind kind);

#endif
