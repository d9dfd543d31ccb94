/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile: the CPU time of a command and of all processes that it started, as counts of samples
 * by address. profile_read and the sampler fill it, others only read it. A sample is one tick of a
 * clock that runs while a thread executes; its weight is the CPU time that it represents. */
#ifndef MEASURE_SAMPLING_PROFILE_H
#define MEASURE_SAMPLING_PROFILE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/quantity.h"
#include "base/source.h"
#include "measure/sampling/chains.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define PROFILE_NONE UINT32_MAX
/* Assumed upper limit of the CPU time that a start of a thread or program takes where the preloaded
 * library is not active. */
enum { PROFILE_START_MS = 2 };

/* Kinds of objects. */
enum object_kind {
#define OBJECT(NAME, name, meaning) OBJECT_##NAME,
#include "measure/sampling/objects.def"
#undef OBJECT
    OBJECT_KINDS
};
enum { BUILD_ID_BYTES = 20 };
struct profile_object {
    enum object_kind kind;
    const char *path; /* OBJECT_FILE: the name that the kernel gives; else NULL */
    uint8_t build_id[BUILD_ID_BYTES];
    uint8_t n_build_id;     /* 0 = unknown */
    uint64_t device, inode; /* OBJECT_FILE where the build id is unknown; 0 = unknown */
    uint64_t bytes;         /* likewise: size of the file when it was mapped */
    int64_t changed_at;     /* likewise: its last change, ns since 1970; both 0 = unknown */
    int pid;                /* OBJECT_ANONYMOUS: the process whose memory it is; else 0 */
};

struct profile_thread {
    int pid, tid;
    const char *name; /* its last one; "" = unknown */
    uint64_t samples; /* in user code and in the kernel */
};

/* Samples at one address of one thread, or, if there are many rows, of several threads. */
struct profile_sample {
    uint32_t object;        /* index */
    uint32_t thread;        /* index; PROFILE_NONE = several threads */
    uint32_t caller_object; /* of the first frame outside the object; PROFILE_NONE = unknown */
    uint64_t at;            /* byte of the file; address in OBJECT_ANONYMOUS and OBJECT_KERNEL */
    uint64_t caller_at;     /* likewise */
    uint64_t n;             /* number of samples */
    uint64_t weight;        /* of all of them, in profile.unit */
};

/* Page faults of a 2 MB piece of memory of one process. */
struct profile_fault {
    int pid;
    uint64_t address; /* of the piece */
    uint64_t n;       /* number of faults, estimated by sampling */
};

/* Work of the user code at one address, estimated by sampling. */
struct profile_executed {
    uint32_t object;
    uint64_t at;           /* as in profile_sample */
    uint64_t instructions; /* executed ones: sum of the periods of the samples of their counter */
    uint64_t faults;       /* its page faults */
    uint64_t kernel; /* CPU time of the kernel, in profile.unit, that the samples of this address
                        include; 0 if the kernel has samples of its own */
};

/* A program that could not be sampled. */
struct profile_excluded {
    const char *name; /* of its process or file */
    const char *why;
};

/* A run of a command that was run several times. */
struct profile_repeat {
    double wall_seconds;
    struct quantity cpu_seconds;
    uint64_t samples;
};

enum profile_unit { PROFILE_NS, PROFILE_CYCLES };

struct profile {
    const char **command; /* n_command words */
    size_t n_command;
    int status;      /* of the command, as waitpid(2) reports it */
    int stop_signal; /* the last signal that asked the sampler to stop; 0 = none */
    double wall_seconds;
    const char *sampler;   /* name of the method (samplers.def) */
    const char *cpu;       /* in the format of MACS_CPU; NULL = unknown */
    enum call_chain chain; /* how callers were found */
    enum profile_unit unit;
    double period;               /* requested mean, in the unit */
    struct quantity sample_cost; /* CPU seconds that a sample takes from the program */
    struct quantity rate;        /* measured samples per second of CPU time */
    bool kernel; /* samples include the time in the kernel; with timers, at the user instruction
                    that entered the kernel */
    struct quantity cpu_seconds;       /* of the process tree, by the kernel's counter */
    struct quantity unsampled_seconds; /* part of cpu_seconds that no sample represents: of threads
                                          that ended before their first sample */
    struct quantity switch_seconds;    /* part of cpu_seconds in which the kernel started, ended and
                                          switched threads; no clock of the sampler runs then */
    struct quantity excluded_seconds;  /* part of cpu_seconds of the excluded programs, estimated:
                                          its sum with switch_seconds is known */
    struct quantity excluded_least, excluded_most; /* limits of excluded_seconds; missing: the
                                                      estimate is exact */
    uint64_t lost;                                 /* records that the kernel dropped */
    struct quantity minor_faults, major_faults;    /* of the process tree, counted */
    struct quantity instructions;                  /* of user code of the process tree, counted */
    int left;                 /* number of processes that still ran when the command ended */
    struct quantity clock[3]; /* core clock in Hz: 5th percentile, median, 95th percentile */

    struct profile_object *objects;
    size_t n_objects;
    struct profile_thread *threads;
    size_t n_threads;
    struct profile_sample *samples; /* by object, address, thread, caller */
    size_t n_samples;
    struct profile_fault *faults;
    size_t n_faults;
    struct profile_executed *executed; /* by object, address */
    size_t n_executed;
    struct profile_excluded *excluded;
    size_t n_excluded;
    struct profile_repeat *repeats; /* the runs of a merged profile (repeats.h); none: one run */
    size_t n_repeats;
};

/* Returns the number of runs. Times and counted numbers are those of one run, the mean; samples and
 * threads are those of all. */
double profile_runs(const struct profile *p);
/* Compares samples by object, address, thread, caller: below 0, 0 or above 0. */
int profile_sample_order(const struct profile_sample *a, const struct profile_sample *b);

/* Prints p as text, one fact a line. profile_read reads the same profile from it. Blanks, percent
 * signs and control characters of names are printed as %XX. */
void profile_print(FILE *out, const struct profile *p);
/* Reads the text of profile_print into p, in a. Reports errors in d, located; returns false after
 * one. */
bool profile_read(struct arena *a, struct source *s, struct profile *p, struct diag *d);
/* Returns NULL, or a violated invariant, in a: a number, object or thread out of range, samples out
 * of order, or sums that differ. */
const char *profile_check(struct arena *a, const struct profile *p);

#endif
