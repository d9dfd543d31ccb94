/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gap tables: for each loop of each run in the run database, the ladder M, MA, MAC, MACS,
 * measured, and the values computed from it. Charts and tables show only these values. Units: CPL =
 * clock cycles per iteration of the source loop. */
#ifndef GAPS_GAPS_H
#define GAPS_GAPS_H

#include "base/diag.h"
#include "base/options.h"
#include "facts/facts.h"
#include "facts/states.h"

#include <stdint.h>
#include <stdio.h>

/* The ladder of a loop in CPL, and its parts: the difference of each rung and the one below. An
 * unknown rung is missing with its reason, and so are the parts computed from it. */
struct gap_ladder {
    struct quantity m, ma, mac, macs, measured;
};
struct gap_parts {
    struct quantity m;          /* the first rung itself */
    struct quantity a, c, s, p; /* MA - M, MAC - MA, MACS - MAC, measured - MACS */
};

/* Gap P divided by counters of the run, in CPL (gaps/causes/division.h). Misses overlap with work
 * and with each other, so memory is an upper limit. rest may be below 0: the parts then exceed the
 * gap, which is one of the row's problems. */
struct gap_counter {
    const char *name;      /* name in the measurement */
    struct quantity count; /* per iteration */
    struct quantity cost;  /* core cycles of one event; missing where unknown */
    const char *part;      /* "waiting", "memory"; NULL = neither */
};
/* Gap P divided by thread states, in CPL, if the process monitor recorded the run: the share of
 * samples in a state x measured (gaps/causes/states.h). */
struct gap_states {
    struct quantity part[THREAD_STATES]; /* all are in gap P except processing; unknown may be */
    struct quantity queued;     /* part of processing: ready, in the run queue, which is in gap P */
    struct state_counts counts; /* the samples */
    const char
        *whole; /* NULL: samples of the loop; otherwise the run whose samples are used as a whole */
};
struct gap_division {
    struct quantity waiting, memory;
    struct gap_states states;
    /* Gap P minus the known parts: unexplained. waiting, if a counter measures it, replaces
     * communication. */
    struct quantity rest;
    struct gap_counter *counters;
    size_t n;
};

/* Returns a division without any known part, with the reason. */
struct gap_division gap_no_division(const char *why);

/* The data rung of a loop (doc/data-guide.md), in the unit of its other rungs. */
struct data_bound;
struct gap_changes;
struct machine;
struct gap_data {
    struct quantity macsd;     /* eq. D.1 */
    struct quantity gap;       /* eq. D.2: macsd - macs, a part of gap P */
    struct quantity rest;      /* gap P without it: measured - macsd; below 0 only with a note */
    struct quantity estimate;  /* eq. D.5 with MACS as work: the expected time, no bound */
    const char *estimate_from; /* of it, if it is known: what its bytes are computed from; NULL =
                                  strides and trip counts */
    const char *limit; /* the level that limits the movement of the data, bytes, rate, and the
                          windows that fit into the nearer levels, or do not; NULL = unknown */
    const struct data_bound *bound; /* of a pass of the machine code; of a sum of versions, that of
                                       the one with the most iterations; NULL = unknown */
    double k;                       /* iterations of such a pass in the unit */
    const char *change; /* what --set and --what-if change, NULL = nothing: the measured time
                           is that of the unchanged nest and machine */
    const struct machine *machine; /* of bound */
    struct quantity clock_hz;      /* that converts its rates per second */
    const struct movement *nest;   /* from which bound was computed; NULL = none */
};

/* The page faults of a loop. The first access of a page makes the kernel find and clear memory for
 * it. */
struct gap_touch {
    struct quantity faults; /* in one run */
    struct quantity cycles; /* of the kernel, in the unit of the rungs */
    struct quantity part;   /* the same as a part of gap P; missing if the measured time does not
                               include the kernel */
};

/* A contradiction between numbers: a code of gaps/causes/problems.def, for scripts, and a text,
 * which is also one of the notes. */
struct gap_problem {
    const char *code, *text;
};
struct gap_problems {
    struct gap_problem *at;
    size_t n;
};

/* One thread of a loop in one run. */
struct gap_thread {
    long thread;                     /* from 0 */
    double iterations;               /* of the source loop on this thread */
    double cycles;                   /* core cycles */
    struct quantity instances, lost; /* as of struct gap_loop */
    struct quantity tnf;             /* essential flops per iteration, and */
    struct gap_ladder cpl;           /* bounds with the counts of this thread */
    struct quantity muf;             /* MACS / measured (eq. 7.1) */
};

/* A further compiled loop of a source loop, not used for its bounds. */
struct gap_other {
    const char *file, *label;
    struct quantity k;
    const char *version; /* "remainder", "aliased", ...; NULL = unknown */
};

/* One loop in one run. If threads skip conditional blocks differently, bounds are averages over
 * threads, weighted by iterations. */
struct gap_loop {
    const char *loop;                   /* id of the source loop: file:routine:line */
    const char *file, *routine;         /* its parts; NULL = no source loop is known */
    long line;                          /* 0 = no source loop is known */
    struct quantity cpu_share, cpu_own; /* share of the CPU time of the program, with and without
                                           inner loops, from its sampled run (gaps/hot/shares.h) */
    const struct gap_hot_row *hot; /* gaps/hot/coverage.h: a row of a profile; NULL = it is none */
    const struct gap_hot_row *version; /* of a source loop in a sampled run, the sum of its rows:
                                          the row with the most iterations; NULL = it is none */
    bool unsampled; /* a source loop in a sampled run, of whose rows none has samples: its time is
                       unknown */
    long place; /* internal to gaps/: index in the model of the build; -1 = no source loop is known
                 */
    const struct stored_run *in; /* internal to gaps/: the run in which it was measured */
    bool measured;               /* this run has rows of this loop */
    bool inclusive; /* its time includes that of measured loops in routines that it calls */
    bool within;    /* it is inside a measured loop of the table, whose time includes its own */
    const char *counted; /* name of the sampled run of the same build that has its iterations by
                            counts; NULL = none */
    long threads;        /* threads with rows; 0 when not measured */
    struct quantity iterations; /* sum over threads */
    struct quantity cycles;     /* sum over threads */
    struct quantity
        own_cycles; /* of an inclusive loop: cycles without those of the measured loops inside */
    struct quantity time; /* cycles of the slowest thread; of a sampled loop on several processors,
                             those of the thread with the most passes, by its share of the passes */
    /* Executions by threads, from entry to exit: those included in the three values above, and
     * those excluded because samples of them were lost. Missing: not in the measurement. */
    struct quantity instances, lost;
    bool partial;        /* some were lost, or may have been: the three above are lower limits */
    struct quantity tnf; /* essential flops per iteration (eq. 4.1) */
    struct quantity clock_hz; /* of the machine of the bounds */
    struct quantity k;        /* degree of unrolling of the compiled loop */
    const char *k_how;        /* its origin; NULL = unknown */
    const char *compiled;     /* file:label of the compiled loop; NULL = none */
    const char *joined;       /* how the two were matched; NULL = not */
    const struct gap_other *others;
    size_t n_others;
    struct gap_ladder cpl;
    bool outer;             /* it has inner loops */
    struct gap_ladder own;  /* of an outer loop: m to macs of its own statements; cpl includes the
                               inner loops, per iteration of this one */
    struct gap_parts gap;   /* in CPL */
    struct gap_parts share; /* of measured: m + a + c + s + p = 1 */
    struct quantity muf;    /* MACS / measured = 1 - share.p (eq. 7.1); above 1 only with `above` */
    const char *above; /* why MACS exceeds measured; NULL = it does not, or no cause is known */
    struct quantity base_time;        /* cycles on 1 processor, the reference of speedup */
    struct quantity speedup;          /* base_time / time */
    struct gap_division division;     /* of gap.p */
    const struct gap_data *data;      /* NULL = its data accesses were not recorded */
    const struct gap_touch *touch;    /* NULL = it is no loop of a sampled run */
    struct quantity balanced, actual; /* run-time bounds of this loop in cycles:
                                         eq. 4.17, 4.18 */
    struct notes notes;
    struct gap_problems problems;
};

/* One run, or a build without runs. */
struct gap_run {
    const char *run; /* NULL: this build was not measured */
    const char *build;
    const char *machine;          /* machine of the bounds, or its name in the run */
    struct notes set;             /* overridden values, "latency.fma 4 cycles" */
    const char *compiler, *flags; /* of the build; NULL = unknown */
    const char *date;             /* of the run; NULL = unknown */
    long processors;              /* 0 when not measured */
    struct gap_loop *loops;       /* by file, then line */
    size_t n;
    struct quantity balanced, actual;  /* run-time bounds in cycles: of the region tree, or, without
                                          one, the sums over these loops */
    const struct gap_regions *regions; /* gaps/regions/regions.h; NULL = no tree is stored */
    const struct gap_coverage *sampled;  /* of the sampled run of this build; NULL = none */
    const struct gap_coverage *coverage; /* gaps/hot/coverage.h; NULL = the run was not sampled */
    struct watch *watch; /* states of its threads, without timeline; NULL = not recorded */
    /* All measured loops of the table as one program. Loops inside measured loops and inclusive
     * loops are excluded because their cycles would count twice. */
    struct quantity time; /* cycles: of the region of the program, else the sum over the loops */
    struct quantity muf;  /* MACS cycles / measured cycles of all threads (eq. 7.1) */
    struct quantity base_time; /* the same program's time on 1 processor */
    struct quantity speedup;   /* base_time / time */
    /* Cycles of all measured loops of the run, over all threads, also of loops that are not
     * selected, as gap_share_cycles counts them. Missing: not measured. */
    struct quantity cycles;
    struct notes notes;
    struct gap_problems problems;
    size_t strays; /* how many of these are compiled loops without a source loop */
};
struct gap_table {
    struct gap_run *at; /* by build, machine, processors, name */
    size_t n;
};

/* Returns whether all the run has is a profile: no loop was measured. */
static inline bool gap_only_sampled(const struct gap_run *run)
{
    return run->coverage && !run->n;
}

/* Returns whether the loops of the run are compared with those of other runs: measured ones, or, of
 * a build without such a run, those of a sampled run. */
bool gap_is_compared(const struct gap_table *t, const struct gap_run *run);

/* Returns whether the loop's time counts in sums over loops and in shares of them. */
static inline bool gap_adds_up(const struct gap_loop *l)
{
    return l->measured && !l->within && !l->inclusive;
}

/* Returns the cycles of the loop in sums over loops and in shares of them: of an inclusive loop,
 * its own cycles. Their sum is that of the run. */
static inline struct quantity gap_share_cycles(const struct gap_loop *l)
{
    if (!l->measured)
        return missing("not measured");
    if (l->within)
        return missing("it is inside a measured loop, whose time includes its own");
    return l->inclusive ? l->own_cycles : l->cycles;
}

/* Returns the share of the cycles of the run: gap_share_cycles, or, for a loop inside a measured
 * loop, its cycles, which are also included in the share of that loop. */
static inline struct quantity gap_share_of_run(const struct gap_run *run, const struct gap_loop *l)
{
    return q_div(l->within ? l->cycles : gap_share_cycles(l), run->cycles,
                 "no cycles were measured");
}

/* Returns the difference of two rungs; 0 if they differ by less than their rounding errors. */
struct quantity gap_between(struct quantity lower, struct quantity upper);
/* Sets gap to the differences of the rungs, and share to their shares of measured. */
void gap_parts_of(const struct gap_ladder *cpl, struct gap_parts *gap, struct gap_parts *share);

/* ---- from the run database ---- */

struct runs;
struct gaps; /* the loops of a database */

struct gap_ask {
    const struct option_list *set;   /* --set: overridden machine values; NULL = none */
    const struct option_list *runs;  /* --run: only these; NULL or empty = all */
    const struct option_list *loops; /* --loop: only these (runs/names.h) */
    const char *base; /* --base: reference run of speed-ups, on 1 processor; NULL = the median of
                         all such runs */
    const struct gap_changes *changes; /* --what-if of recorded nests; NULL = none */
    const struct gap_where *where;     /* --where (gaps/where.h): only these; NULL = all */
    bool median; /* --median: repeated runs are replaced by their median (gaps/median.h) */
};

/* Returns the machine of the run with its overrides, "ksr1 with latency.fma 4 cycles"; allocated in
 * a. */
const char *gap_machine_title(struct arena *a, const struct gap_run *run);

/* Reads the database and computes its table. Returns NULL after messages in d: unknown names,
 * unreadable machine files, a corrupt database. r, a and ask must outlive the result. */
struct gaps *gaps_read(struct runs *r, struct arena *a, const struct gap_ask *ask, struct diag *d);
const struct gap_table *gaps_table(const struct gaps *g);
/* Returns the ids of the loops of the table with this name (runs/names.h), allocated in a: one, or
 * one in each of several folders. NULL after a message. */
const struct notes *gaps_loops_called(const struct gaps *g, struct arena *a, const char *name,
                                      struct diag *d);

/* Sets *threads to the threads of loop in run, both of gaps_table, by number, allocated in a. *n =
 * 0 if it was not measured. Returns false after a message. */
bool gaps_threads(const struct gaps *g, struct arena *a, const struct gap_run *run,
                  const struct gap_loop *loop, struct gap_thread **threads, size_t *n);

/* MA and MAC of loop in run, both of gaps_table, with their terms: for the average iteration of all
 * threads. A missing bound has limit NULL. Allocated in a. gaps_bounds returns false after a
 * message. */
struct gap_bounds {
    struct bound ma, mac;
};
bool gaps_bounds(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct gap_bounds *to);

/* The compiled loop of a row with its pairs or body; no area is skipped. */
struct gap_code {
    const char *missing;               /* NULL, or the reason why pairs and body are missing */
    const struct compiled_loop *loop;  /* NULL = none */
    const struct compiled_pair *pairs; /* n pairs, including nops */
    size_t n;
    const struct instruction_body *body; /* for machines with dynamic scheduling; otherwise NULL */
    struct quantity k;
    const char *k_how; /* NULL = unknown */
    struct bound mac;
    struct quantity macs;
    const char *macs_limit;   /* of a body; NULL = none or unknown */
    const char *const *ports; /* names of the machine's slots and ports */
    int n_ports;
    uint32_t takes[OP_CLASSES]; /* bit p: an operation of the class may use slot or port p */
};
/* Sets to; allocated in a. Returns false after a message. */
bool gaps_code(const struct gaps *g, struct arena *a, const struct gap_run *run,
               const struct gap_loop *loop, struct gap_code *to);

/* Sets *w to the samples of the process monitor for run, of gaps_table, with their timeline,
 * allocated in a; NULL if it was not recorded. Returns false after a message. */
bool gaps_timeline(const struct gaps *g, struct arena *a, const struct gap_run *run,
                   struct watch **w);

/* Prints every equation of loop in run, both of gaps_table, with its numbers. */
void gaps_explain(const struct gaps *g, FILE *out, const struct gap_run *run,
                  const struct gap_loop *loop);

#endif
