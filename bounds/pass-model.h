/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The passes that the bounds of a loop body describe: with frequencies all passes, otherwise those
 * along the shortest path. */
#ifndef BOUNDS_PASS_MODEL_H
#define BOUNDS_PASS_MODEL_H

#include "bounds/frequencies.h"
#include "bounds/paths.h"

struct pass_model {
    const struct machine *m;
    const struct instruction_body *b;
    const struct body_frequencies *frequencies; /* NULL: each pass runs `straight` */
    struct body_paths paths; /* without frequencies. n is 1 for a body without branches */
    bool longest;            /* the paths are those of longest_pass_model */
    const struct instruction_body *straight;
    const struct instruction_body *counted; /* its instructions make up a pass */
    const double *weight;                   /* how often a pass runs each of them; NULL = once */
};

/* Returns the model of a body, in a. frequencies: NULL = unknown. */
struct pass_model find_pass_model(struct arena *a, const struct machine *m,
                                  const struct instruction_body *b,
                                  const struct body_frequencies *frequencies);
/* Returns the model of the passes along the longest path, whose MACS is the greatest of all
 * simulated paths. Requires a model without frequencies. */
struct pass_model longest_pass_model(struct arena *a, const struct pass_model *p);

/* A number of passes as a body without branches. */
struct pass_sequence {
    const struct instruction_body *body;
    long passes;
    double whole; /* without those that leave the loop at a test at its top */
};
/* Returns true if executions of a loop, with that number of passes and of instructions per pass,
 * are short enough for several of them in a sequence. */
bool are_executions_short(double trip, double instructions);
/* Returns true if a sequence of more passes than that can be drawn. */
bool more_passes_fit(const struct pass_model *p, long passes);
/* Returns at least that number of passes, in a. The shortest path is one pass. runs: executions of
 * the loop end after the counted number of passes; otherwise the loop never ends. */
struct pass_sequence find_pass_sequence(struct arena *a, const struct pass_model *p, long passes,
                                        bool runs);
/* Returns the mean of value(sequence) per whole pass, for sequences that become longer until the
 * mean has converged. */
typedef struct quantity sequence_value(struct arena *a, const struct pass_model *p,
                                       const struct pass_sequence *s, void *with);
struct quantity mean_of_sequences(struct arena *a, const struct pass_model *p, bool runs,
                                  sequence_value *value, void *with);

#endif
