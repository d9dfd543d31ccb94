/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data model of the process monitor (measure/monitor/): states of threads over time. runs/
 * stores it, gaps/ and plots/ use it. The creator owns the data, in an arena. Times are in seconds
 * of the monotonic clock, from the begin of the watch. Texts: NULL = unknown. */
#ifndef FACTS_STATES_H
#define FACTS_STATES_H

#include "base/arena.h"
#include "base/quantity.h"
#include "facts/facts.h"

#include <stdbool.h>
#include <stdint.h>

enum thread_state {
#define STATE(NAME, name, meaning) STATE_##NAME,
#include "facts/states.def"
#undef STATE
    THREAD_STATES
};
extern const char *const thread_state_names[THREAD_STATES];
extern const char *const thread_state_meanings[THREAD_STATES];

/* Number of samples of a thread in each state. */
struct state_counts {
    uint64_t n[THREAD_STATES];
};
/* Returns the number of all samples. */
uint64_t state_samples(const struct state_counts *c);
/* Returns the share of samples in a state, 0 to 1; missing if there are no samples. */
struct quantity state_share(const struct state_counts *c, enum thread_state s);

/* Number of samples, and of those in which a thread was processing. */
struct samples_taken {
    uint64_t all, processing;
};

/* A place where a thread waited. */
struct wait_site {
    enum thread_state state;
    const char *call; /* system call: "futex" */
    const char *what; /* object of the wait: "pipe:[123]", "tcp 127.0.0.1:80", "mutex"; NULL =
                         unknown */
    const char *peer; /* process that ends the wait: "1234 (worker)"; NULL = unknown */
    uint64_t samples;
};

/* A region of a thread that the program named (procmon_enter, or a loop of libmultikron). */
struct state_region {
    const char *name; /* file:routine:line of a loop, or a name given by the program */
    struct state_counts counts;
};

/* Samples of a thread in one column of the timeline. */
struct state_bin {
    uint32_t column; /* begins at column * watch.column_seconds */
    uint32_t n[THREAD_STATES];
};

struct watched_thread {
    long number;       /* from 0, in the order of appearance: by process, then thread */
    long pid, tid;     /* of the kernel; tid 0 = several ended threads of that name together
                          (seconds: their sum), pid 0 = of several processes */
    const char *name;  /* given by the program (procmon_register), otherwise by the kernel */
    const char *group; /* likewise; NULL = none */
    double begin;      /* time of its first sample */
    double seconds;    /* from begin to its end or that of the watch */
    bool ended;        /* it ended before the watch */
    bool may_spin;     /* its processing may include polling waits; a note names the library */
    struct state_counts counts;
    struct quantity running;   /* seconds on a CPU during the watch, from the kernel's accounting */
    struct quantity queued;    /* seconds ready in the queue for a CPU, likewise */
    double accounted;          /* seconds covered by this accounting; 0 = it does not describe the
                                  processing of the thread as registered by the program */
    struct samples_taken rest; /* samples outside of the accounted time */
    struct wait_site *sites;   /* most samples first */
    size_t n_sites;
    struct state_region *regions; /* in the order of first entry */
    size_t n_regions;
    struct state_bin *bins; /* by column, only those with samples */
    size_t n_bins;
};

struct watched_cpu {
    int cpu;
    struct quantity idle;       /* share of the watch, 0 to 1, from the kernel's accounting */
    struct quantity calibrated; /* the same by rescheduling (memo 4554, section 3.3) */
};

struct watch {
    const char *command;   /* the command, as one line */
    double seconds;        /* duration of the watch */
    uint64_t samples;      /* number of sampling times */
    double rate;           /* achieved rate, samples / seconds */
    double asked;          /* requested rate, samples per second */
    double cost;           /* CPU seconds used by the monitor */
    double column_seconds; /* width of a column of the timeline */
    struct watched_thread *threads;
    size_t n_threads;
    struct watched_cpu *cpus;
    size_t n_cpus;
    struct notes notes; /* such as: short-lived threads were missed, permission denied */
};

/* Regions of libmultikron have numbers (1 to REGION_NUMBERS - 1; 0 = none). The monitor names them
 * "region 7"; lines of manifests begin with "region.7". Returns the number after prefix at *at and
 * advances *at to its end; -1 = there is none. */
enum { REGION_NUMBERS = 1 << 16 };
#define REGION_NAME_PREFIX "region "
#define REGION_LINE_PREFIX "region."
long region_number(const char **at, const char *prefix);

/* Confidence interval of a share; interval.c explains why it is conservative. */
struct share_interval {
    double low, high; /* 0 to 1 */
};
/* Returns the 95 % interval (Clopper and Pearson) of part / all samples; {0, 1} if all is 0. */
struct share_interval share_interval(uint64_t part, uint64_t all);
/* Returns whether a share from another source is outside that interval by more than margin. */
bool share_disagrees(uint64_t part, uint64_t all, double other, double margin);

/* Shares of time in each state, 0 to 1, and, if requested, their 95 % confidence intervals, which
 * take longer to compute; otherwise {0, 1}. */
struct state_shares {
    struct quantity share[THREAD_STATES];
    struct share_interval interval[THREAD_STATES];
};
/* Returns the shares from samples only, such as those of a region. */
struct state_shares counted_shares(const struct state_counts *c, bool intervals);
/* Returns the shares of a thread. The share of processing, on a CPU or ready for one, comes from
 * the kernel's accounting; samples divide the rest. Without accounting, all shares are from
 * samples. */
struct state_shares thread_shares(const struct watched_thread *t, bool intervals);

/* Returns the time that running and queued are parts of: the accounted time, otherwise the lifetime
 * of the thread. */
double thread_account_seconds(const struct watched_thread *t);

/* The sum over threads, weighted by their seconds; initially zero. */
struct shares_sum {
    double seconds, of[THREAD_STATES];
};
void shares_add(struct shares_sum *sum, const struct watched_thread *t);
struct state_shares shares_together(const struct shares_sum *sum);

#endif
