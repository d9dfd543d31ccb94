/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a command and samples the CPU time of all its threads and of all processes that it starts
 * (fork, exec). The program is not changed. */
#ifndef MEASURE_SAMPLING_SAMPLER_H
#define MEASURE_SAMPLING_SAMPLER_H

#include "base/signals.h"
#include "measure/sampling/profile.h"

enum sampler_method {
#define SAMPLER(NAME, name, meaning) SAMPLER_##NAME,
#include "measure/sampling/samplers.def"
#undef SAMPLER
    SAMPLER_METHODS
};
/* Returns the name of a method in profiles. */
const char *sampler_name(enum sampler_method method);

struct sampler_options {
    char *const *command; /* words up to NULL; command[0] is looked up along PATH */
    double rate; /* samples per second of CPU time; 0: 1000, or fewer if samples would take more
                    than 1 % of the CPU time */
    enum call_chain chain;                 /* how callers are found */
    const struct stack_unwinder *unwinder; /* CHAIN_DWARF */
    const struct event_opener *opener;     /* NULL = the kernel (events.h) */
    const struct saved_signals *signals;   /* of the command; NULL = those of this process */
    uint64_t seed;                         /* of the random choice of periods */
    bool repeated; /* the command was run before: what it prints is discarded, and warnings about it
                      are not repeated */
    enum sampler_method method;
    const char *library; /* to be preloaded for SAMPLER_TIMERS; NULL = where it is installed */
};

/* Runs the command to its end and fills p, in a. Returns false after a message in d if the command
 * can't be executed or can't be sampled; then it has not run. A command that fails is no error: its
 * exit status is a part of p. The caller must have no other child processes. */
bool sampler_run(const struct sampler_options *o, struct arena *a, struct profile *p,
                 struct diag *d);

#endif
