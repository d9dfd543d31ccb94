/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the time of threads goes, as the process monitor saw it: the data model of measure/monitor/, kept
 * by runs/, used by gaps/, drawn by plots/. Passive data, owned by an arena of whoever makes it.
 * Times in seconds of the monotonic clock, from the begin of the watch. Texts: NULL = not known. */
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

/* Samples that found a thread in each state. */
struct state_counts {
    uint64_t n[THREAD_STATES];
};
uint64_t state_samples(const struct state_counts *c); /* all of them */
/* Part of the samples in a state, 0 to 1; missing where there are no samples. */
struct quantity state_share(const struct state_counts *c, enum thread_state s);

/* Samples, and those of them that found a thread processing. */
struct samples_taken {
    uint64_t all, processing;
};

/* A place where a thread waited. */
struct wait_site {
    enum thread_state state;
    const char *call; /* system call: "futex" */
    const char *what; /* what it waited for, as far as that is known: "pipe:[123]", "tcp
                         127.0.0.1:80", "mutex"; NULL = not known */
    const char *peer; /* who ends the wait: "1234 (worker)"; NULL = not known */
    uint64_t samples;
};

/* A part of a thread's life that the program named (procmon_enter, or a loop of libmultikron). */
struct state_region {
    const char *name; /* file:routine:line of a loop, or the program's own */
    struct state_counts counts;
};

/* The thread in one column of the timeline. */
struct state_bin {
    uint32_t column; /* begins at column * watch.column_seconds */
    uint32_t n[THREAD_STATES];
};

struct watched_thread {
    long number;       /* from 0, in the order of appearance: by process, then thread */
    long pid, tid;     /* of the kernel; tid 0 = many threads of that name that ended, put together
                          (seconds: the sum of theirs), pid 0 = of several processes */
    const char *name;  /* the program's (procmon_register), else the kernel's */
    const char *group; /* likewise; NULL = none */
    double begin;      /* when it was first seen */
    double seconds;    /* from then until it ended or the watch did */
    bool ended;        /* it ended before the watch did */
    bool may_spin;     /* its processing may be waits that poll: a note names the library */
    struct state_counts counts;
    struct quantity running;   /* seconds on a CPU while it was watched, by the kernel's account */
    struct quantity queued;    /* seconds ready, in the queue for a CPU, likewise */
    double accounted;          /* seconds of its life that this account is of; 0 = none of it tells
                                  what the thread, as it wants to be seen, was processing */
    struct samples_taken rest; /* at times that the account is not of */
    struct wait_site *sites;   /* most samples first */
    size_t n_sites;
    struct state_region *regions; /* in the order of first entry */
    size_t n_regions;
    struct state_bin *bins; /* by column, those with samples only */
    size_t n_bins;
};

struct watched_cpu {
    int cpu;
    struct quantity idle;       /* part of the watch, 0 to 1, by the kernel's account */
    struct quantity calibrated; /* the same by rescheduling (memo 4554, section 3.3) */
};

struct watch {
    const char *command;   /* what was watched, as one line */
    double seconds;        /* that the watch took */
    uint64_t samples;      /* times that the threads were looked at */
    double rate;           /* samples / seconds: achieved, per second */
    double asked;          /* the rate that was asked for */
    double cost;           /* CPU seconds that the monitor itself took */
    double column_seconds; /* width of a column of the timeline */
    struct watched_thread *threads;
    size_t n_threads;
    struct watched_cpu *cpus;
    size_t n_cpus;
    struct notes notes; /* what is to be said: threads that came and went unseen, no permission */
};

/* A program may know its regions by numbers of libmultikron (1 to REGION_NUMBERS - 1; 0 stands for
 * none): the monitor names them "region 7", lines of manifests begin with "region.7". The number
 * behind prefix, of which *at goes behind; -1 = there is none. */
enum { REGION_NUMBERS = 1 << 16 };
#define REGION_NAME_PREFIX "region "
#define REGION_LINE_PREFIX "region."
long region_number(const char **at, const char *prefix);

/* Confidence interval of a share: see interval.c for why it is on the safe side. */
struct share_interval {
    double low, high; /* 0 to 1 */
};
/* The 95 % interval (Clopper and Pearson) of part / all samples; {0, 1} where all is 0. */
struct share_interval share_interval(uint64_t part, uint64_t all);
/* Whether a share that is known from elsewhere is further than margin outside of that interval. */
bool share_disagrees(uint64_t part, uint64_t all, double other, double margin);

/* Parts of time in each state, 0 to 1, and, where asked for, the intervals that hold the truth with
 * 95 % certainty, which take longer to find; else {0, 1}. */
struct state_shares {
    struct quantity share[THREAD_STATES];
    struct share_interval interval[THREAD_STATES];
};
/* By samples alone: of a region, or of times that nobody else accounts for. */
struct state_shares counted_shares(const struct state_counts *c, bool intervals);
/* Of a thread: the part that it was processing, on a CPU or ready for one, is the kernel's account,
 * which needs no samples; they divide the rest. Where there is no account, by samples alone. */
struct state_shares thread_shares(const struct watched_thread *t, bool intervals);

/* Seconds that running and queued are parts of: those that the account is of, else all it lived. */
double thread_account_seconds(const struct watched_thread *t);

/* Threads together, by their seconds; zeroes to begin with. */
struct shares_sum {
    double seconds, of[THREAD_STATES];
};
void shares_add(struct shares_sum *sum, const struct watched_thread *t);
struct state_shares shares_together(const struct shares_sum *sum);

#endif
