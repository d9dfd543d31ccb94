/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the parts of ksr1. */
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
    long n_cells, kilos, stack_bytes; /* of the run; kilos: of --stack, 0 = unspecified */
    time_t reported;                  /* time of the last progress report */

    /* Opened before the run, which may take long. .f == NULL: standard output, or not requested. */
    struct outfile counts_file, loops_file, trace_file;
    bool lost;                      /* one of them is incomplete, so none is committed */
    struct text_stream counts_text; /* of the runs so far */
    FILE *counts_to;                /* its stream; NULL = not requested */
    struct json json;

    struct diag d;
    struct arena arena;
    struct machine *machine; /* defines the distances between pairs */
    struct program *program;
    struct code *code;
    struct memory memory;
    struct library *library;
    struct tracer *tracer;   /* NULL = no trace */
    struct cell_watch watch; /* of the tracer */
    struct profile *profile; /* NULL = loops not requested */
    struct cell *at;         /* n cells */
    unsigned n;
};

/* Runs the program on the cells. Returns its exit status, 1 if it could not continue. */
int ksr1_run(struct ksr1 *k);
/* Write the cells' counters, run by run, to the named file or to standard output. Return false
 * after a message. */
void ksr1_counts_open(struct ksr1 *k);
void ksr1_counts_add(struct ksr1 *k);
bool ksr1_counts_close(struct ksr1 *k);
/* Writes the loops of the run to the named file or to standard output. Returns false after a
 * message. */
bool ksr1_loops_put(struct ksr1 *k);

#endif
