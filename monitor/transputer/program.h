/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What transputers are told to do: processes as statements, from a script (script.h), run by the
 * model (model.h). Passive data in an arena. Times in processor cycles unless they say otherwise.
 */
#ifndef MONITOR_TRANSPUTER_PROGRAM_H
#define MONITOR_TRANSPUTER_PROGRAM_H

#include "base/quantity.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tp_kind {
#define TP(NAME, word, operands, meaning) TP_##NAME,
#include "monitor/transputer/statements.def"
#undef TP
    TP_KINDS
};

/* What a branch of an alternative waits for. */
struct tp_guard {
    int channel;    /* that it receives from, by the first statement of its branch; -1 = a timer */
    uint64_t ticks; /* timer: microseconds */
};
struct tp_block {
    struct tp_statement *at;
    size_t n;
};
struct tp_statement {
    enum tp_kind kind;
    long line;                 /* of the script */
    uint64_t cycles;           /* compute: at least 1; with safe = 0 without a safe point inside */
    bool safe;                 /* compute: may be descheduled between iterations of its loop */
    uint64_t ticks;            /* wait: microseconds */
    int channel;               /* send, receive: of the program's channels */
    long bytes;                /* likewise */
    long times;                /* repeat: how often; -1 = for ever */
    struct tp_block body;      /* repeat */
    struct tp_block *branches; /* par: sub-processes, each with a workspace of its own; alt */
    size_t n_branches;
    struct tp_guard *guards; /* alt: by branch */
    int procedure; /* call: of the program's procedures; runs in a workspace further down */
    int *channels; /* monitor-me (get.process.data): those that are told to the monitor */
    size_t n_channels;
};

struct tp_procedure {
    const char *name;
    struct tp_block body;
    long words; /* of workspace that a call takes */
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
    int from, to; /* transputers: equal = internal; else a link between them */
    long line;
};
/* Which monitor runs on a transputer. TM: all processes at high priority, no timers, no links. */
enum tp_monitor {
#define MONITOR(NAME, word, meaning) TP_MONITOR_##NAME,
#include "monitor/transputer/monitors.def"
#undef MONITOR
    TP_MONITORS
};
struct tp_transputer {
    const char *name;
    enum tp_monitor monitor;
};
struct tp_parameters {
#define PARAMETER(name, value, standing, unit, meaning) double name;
#include "monitor/transputer/parameters.def"
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
    struct tp_parameters with;
    double seconds; /* how long it is run; above 0 */
};

#endif
