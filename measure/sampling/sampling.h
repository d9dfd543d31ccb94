/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to the sampler: the state of a sampled command. */
#ifndef MEASURE_SAMPLING_SAMPLING_H
#define MEASURE_SAMPLING_SAMPLING_H

#include "measure/sampling/clock.h"
#include "measure/sampling/command.h"
#include "measure/sampling/counts.h"
#include "measure/sampling/events.h"
#include "measure/sampling/excluded.h"
#include "measure/sampling/numbering.h"
#include "measure/sampling/records.h"
#include "measure/sampling/sampler.h"
#include "measure/sampling/spaces.h"
#include "measure/sampling/timers.h"

#include <poll.h>

#define NS_PER_MS UINT64_C(1000000)

struct sampling {
    const struct sampler_options *o;
    enum sampler_method method; /* in use: SAMPLER_PERF or SAMPLER_TIMERS */
    struct command_run run;
    struct events events; /* SAMPLER_PERF */
    struct timers timers; /* SAMPLER_TIMERS */
    struct record_block block;
    struct spaces spaces;
    struct sample_counts counts;
    struct core_clock clock;
    struct excluded excluded;
    struct arena texts;       /* of excluded */
    struct numbering streams; /* of samples: thread, processor and period */
    struct pollfd *waits;     /* the signals of the command, then each ring */
    size_t n_waits;
    bool *used; /* of each processor: there was a sample since its clock was measured */
    size_t n_cpus, next_cpu;        /* next_cpu: the next one whose clock is measured */
    uint64_t clock_due, period_due; /* ns: time of the next measurement and choice */
    size_t unsampled_ends;          /* threads that ended without a sample */
    uint64_t random, lost;
    double starts; /* threads and processes that were recorded */
};

/* Prepares s, whose options are set, for records. */
void sampling_begin(struct sampling *s);
/* Stores objects, threads, samples, page faults and instructions in p, in a. Afterwards no records
 * can be applied. */
void sampling_fill_samples(struct sampling *s, struct arena *a, struct profile *p);
void sampling_free(struct sampling *s);

/* Returns CLOCK_MONOTONIC in ns. */
uint64_t sampling_now(void);

/* Applies the records of the block before the time `until` to mappings and counts, in the order of
 * their times. Later ones remain in the block: another processor may still add one with an earlier
 * time. */
void sampling_apply(struct sampling *s, uint64_t until);

/* Opens the events of the prepared command. Returns false with the reason in *why. */
bool perf_open(struct sampling *s, struct events_refusal *why);
/* Reads the rings. */
void perf_drain(struct sampling *s);
/* Chooses the next period if it is time to. */
void perf_choose_period(struct sampling *s);
/* Warns if sampling took more than 1 % of the CPU time of the command: measures what the events
 * cost whenever the kernel switches or starts a thread, if there were so many that it matters. */
void perf_report_overhead(const struct sampling *s, const struct profile *p, struct diag *d);
/* Stores what the events counted in p. Texts are in a. */
void perf_fill(struct sampling *s, struct arena *a, struct profile *p);

#endif
