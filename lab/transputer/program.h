/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program of the transputers: processes as statements, read from a script (script.h) and run
 * by the model (model.h). Passive data in an arena. Times are in processor cycles unless stated
 * otherwise. */
#ifndef LAB_TRANSPUTER_PROGRAM_H
#define LAB_TRANSPUTER_PROGRAM_H

#include "base/quantity.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tp_kind {
#define TP(NAME, word, operands, meaning) TP_##NAME,
#include "lab/transputer/statements.def"
#undef TP
    TP_KINDS
};

/* The event that a branch of an alternative waits for. */
struct tp_guard {
    int channel;    /* of the receive that is the first statement of the branch; -1 = a timer */
    uint64_t ticks; /* timer: in microseconds */
};
struct tp_block {
    struct tp_statement *at;
    size_t n;
};
struct tp_statement {
    enum tp_kind kind;
    long line;       /* line number in the script */
    uint64_t cycles; /* compute: at least 1; if safe is not set, no safe point is within */
    bool safe;       /* compute: the process may be descheduled between iterations of the loop */
    uint64_t ticks;  /* wait: microseconds */
    int channel;     /* send, receive: index in the program */
    long bytes;      /* send, receive */
    long times;      /* repeat: number of repetitions; -1 = endless */
    struct tp_block body;      /* repeat */
    struct tp_block *branches; /* par: sub-processes, each with its own workspace; alt: branches */
    size_t n_branches;
    struct tp_guard *guards; /* alt: one for each branch */
    int procedure; /* call: index in the program; runs in a workspace below that of the caller */
    int *
        channels; /* monitor (get.process.data): channels that the process reports to the monitor */
    size_t n_channels;
};

struct tp_procedure {
    const char *name;
    struct tp_block body;
    long words; /* words of workspace that a call uses */
};
struct tp_process {
    const char *name;
    int transputer;
    bool high; /* priority */
    struct tp_block body;
    long line;
};
struct tp_channel {
    const char *name;
    int from, to; /* transputers; equal = internal channel; else a link between them */
    long line;
};
/* The monitor of a transputer. TM: requires that all processes have high priority, no timers and
 * no links. */
enum tp_monitor {
#define MONITOR(NAME, word, meaning) TP_MONITOR_##NAME,
#include "lab/transputer/monitors.def"
#undef MONITOR
    TP_MONITORS
};
struct tp_transputer {
    const char *name;
    enum tp_monitor monitor;
};
struct tp_parameters {
#define PARAMETER(name, value, status, unit, meaning) double name;
#include "lab/transputer/parameters.def"
#undef PARAMETER
};
struct tp_program {
    const char *file; /* name of the script, for messages */
    struct tp_transputer *transputers;
    size_t n_transputers;
    struct tp_process *processes;
    size_t n_processes;
    struct tp_channel *channels;
    size_t n_channels;
    struct tp_procedure *procedures;
    size_t n_procedures;
    struct tp_parameters parameters;
    double seconds; /* length of the run; above 0 */
};

#endif
