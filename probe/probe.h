/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What forms of instructions take on the CPU at hand, measured, and what a machine file says. Short
 * loops of the instructions of probe/probes.def are assembled, loaded and timed against a chain of
 * dependent adds beside each, which take a cycle each whatever the clock does. */
#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "base/diag.h"
#include "machines/machine.h"

enum probe_kind {
    PROBE_LATENCY, /* cycles from an operand to the result */
    PROBE_ADDEND,  /* from the addend of a multiply-add */
    PROBE_RATE,    /* cycles for each of many that wait for nothing */
    PROBE_FORWARD, /* of work and of a store of its result up to the load of it */
};
struct probe {
    const char *form_name;
    enum probe_kind kind;
    struct instruction_form form;
    const char *text;         /* assembly with places to fill in */
    struct quantity measured; /* cycles */
    struct quantity file;     /* what the machine's description gives */
    bool differs;             /* by more than both PROBE_SHARE of the file's figure and
                                 PROBE_CYCLES */
};
#define PROBE_SHARE 0.08
#define PROBE_CYCLES 0.17

struct probes {
    struct probe *at;
    size_t n;
    struct quantity tick_cycles; /* core cycles in a tick of the time-stamp counter */
    struct quantity clock_hz;    /* of the core, while it was measured */
};

/* Measures all that this CPU has, with the assembler that compiler calls ("gcc"), and compares it
 * with m. False after a message: there is no compiler, or the CPU is not an x86-64. A probe that
 * failed is missing with the reason. Lives in a. */
bool probes_run(struct arena *a, const struct machine *m, const char *compiler, struct probes *p,
                struct diag *d);

/* The lines KEY=VALUE that bring the description to what was measured, for machine_read. */
struct option_list probes_lines(struct arena *a, const struct machine *m, const struct probes *p);

const char *probe_kind_name(enum probe_kind kind);

#endif
