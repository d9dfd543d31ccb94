/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of ksr1. */
#ifndef COMMANDS_KSR1_H
#define COMMANDS_KSR1_H

#include "base/json.h"
#include "base/options.h"
#include "base/outfile.h"
#include "commands/common.h"
#include "lab/machine/cell-chip.h"
#include "lab/machine/code.h"
#include "lab/machine/engine.h"
#include "lab/machine/hazards.h"
#include "lab/machine/profile.h"
#include "lab/trace/tracer.h"

#include <time.h>

enum { KSR1_MOST_RUNS = 64 };

struct ksr1 {
    const char *machine_name, *hazards, *cells, *stack, *format, *counts, *loops, *trace, *samples;
    struct option_list arguments, set;
    bool once, perfect, progress, parameters;
    struct parameters with;
    enum output_format form;
    long list[KSR1_MOST_RUNS]; /* numbers of active cells, a run each */
    int runs;
    long n_cells, kilos, stack_bytes; /* of the run; kilos: of --stack, 0 = not said */
    time_t told;                      /* when progress was told last */

    /* Open before the run, which may take long; .f == NULL: standard output, or none is wanted. */
    struct outfile counts_file, loops_file, trace_file;
    bool lost; /* one of them is not whole, so none gets its name */
    struct text_stream counts_text; /* of the runs so far */
    FILE *counts_to;                /* its stream; NULL = no counts are wanted */
    struct json json;

    struct diag d;
    struct arena arena;
    struct machine *machine; /* for the distances of its pairs */
    struct program *program;
    struct code *code;
    struct memory memory;
    struct library *library;
    struct tracer *tracer;   /* NULL = no trace is written */
    struct cell_watch watch; /* its */
    struct profile *profile; /* NULL = no loops are wanted */
    struct cell *at;         /* the cells */
    unsigned n;
};

/* Runs the program that was read on the cells; its status, 1 where it could not go on. */
int ksr1_run(struct ksr1 *k);
/* What the cells counted, run by run, to the file named or to standard output. False with a
 * message. */
void ksr1_counts_open(struct ksr1 *k);
void ksr1_counts_add(struct ksr1 *k);
bool ksr1_counts_close(struct ksr1 *k);
/* The loops of the run, to the file named or to standard output. False with a message. */
bool ksr1_loops_put(struct ksr1 *k);

#endif
