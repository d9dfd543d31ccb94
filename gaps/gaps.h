/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gap tables: each loop of each run in the run database as the ladder M, MA, MAC, MACS,
 * measured, and the numbers computed from it. Charts and tables show these facts and nothing else.
 * Units: CPL = clock cycles per iteration of the source loop. */
#ifndef GAPS_GAPS_H
#define GAPS_GAPS_H

#include "base/diag.h"
#include "base/options.h"
#include "facts/facts.h"
#include "facts/states.h"

#include <stdint.h>
#include <stdio.h>

/* The ladder of a loop in CPL, and its parts: what each rung adds to the one below. An unknown rung
 * is missing with its reason, and so is each part that is computed from it. */
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
    const char *name;      /* as the measurement calls it */
    struct quantity count; /* of an iteration */
    struct quantity cost;  /* core cycles of one event; missing where unknown */
    const char *part;      /* "waiting", "memory"; NULL = neither */
};
/* Gap P divided by the states of the threads, where the process monitor watched the run, in CPL:
 * the share of samples in a state x measured (gaps/causes/states.h). */
struct gap_states {
    struct quantity part[THREAD_STATES]; /* all in gap P but processing; unknown may be in gap P or
                                            not */
    struct quantity queued;     /* of processing: ready, in the queue for a CPU, which is gap P */
    struct state_counts counts; /* the samples */
    const char
        *whole; /* NULL: samples of the loop; else the samples are of the whole run of this name */
};
struct gap_division {
    struct quantity waiting, memory;
    struct gap_states states;
    /* Gap P less the known parts: unexplained. waiting, where counters have it, replaces
     * communication. */
    struct quantity rest;
    struct gap_counter *counters;
    size_t n;
};

/* Returns a division without any known part, with the reason. */
struct gap_division gap_no_division(const char *why);

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
    double cycles;                   /* core cycles it took */
    struct quantity instances, lost; /* as of struct gap_loop */
    struct quantity tnf;             /* essential flops per iteration, and */
    struct gap_ladder cpl;           /* the bounds, with this thread's own taken counts */
    struct quantity muf;             /* MACS / measured (eq. 7.1) */
};

/* A compiled loop of a source loop whose bounds are those of another one. */
struct gap_other {
    const char *file, *label;
    struct quantity k;
    const char *version; /* "remainder", "aliased", ...; NULL = unknown */
};

/* One loop in one run. Bounds are averages over threads, weighted by
 * iterations, where conditional blocks make threads differ. */
struct gap_loop {
    const char *loop;           /* id of the source loop: file:routine:line */
    const char *file, *routine; /* its parts; NULL = no source loop is known */
    long line;                  /* 0 = no source loop is known */
    long place; /* for gaps/ alone: index in the model of the build; -1 = no source loop is known */
    const struct stored_run *in; /* likewise: the run that it was measured in */
    bool measured;               /* this run has rows of this loop */
    bool inclusive; /* its time includes that of measured loops in routines that it calls */
    bool within;    /* it is inside a measured loop of the table, whose time includes its own */
    long threads;   /* threads with rows; 0 when not measured */
    struct quantity iterations; /* sum over threads */
    struct quantity cycles;     /* sum over threads */
    struct quantity own_cycles; /* of inclusive: cycles less those of the measured loops inside */
    struct quantity time;       /* cycles of the slowest thread */
    /* Executions by threads, from entry to exit: those that the three above sum up, and those that
     * are left out because samples of them were lost. Missing: not in the measurement. */
    struct quantity instances, lost;
    bool partial;        /* some were lost, or may have been: the three above are lower limits */
    struct quantity tnf; /* essential flops per iteration (eq. 4.1) */
    struct quantity clock_hz; /* of the machine that the bounds are for */
    struct quantity k;        /* degree of unrolling of the compiled loop */
    const char *k_how;        /* where it comes from; NULL = unknown */
    const char *compiled;     /* file:label of the compiled loop; NULL = none */
    const char *joined;       /* how the two were joined; NULL likewise */
    const struct gap_other *others;
    size_t n_others;
    struct gap_ladder cpl;
    bool outer;             /* loops are within it */
    struct gap_ladder own;  /* of an outer loop: m to macs of its own statements; cpl includes the
                               loops within, per iteration of this one */
    struct gap_parts gap;   /* in CPL */
    struct gap_parts share; /* of measured: m + a + c + s + p = 1 */
    struct quantity muf;    /* MACS / measured = 1 - share.p (eq. 7.1) */
    struct quantity base_time;        /* cycles on 1 processor: what speed-up is against */
    struct quantity speedup;          /* base_time / time */
    struct gap_division division;     /* of gap.p */
    struct quantity balanced, actual; /* run-time bounds of this loop in cycles:
                                         eq. 4.17, 4.18 */
    struct notes notes;
    struct gap_problems problems;
};

/* One run, or, where a build was never measured, the build alone. */
struct gap_run {
    const char *run; /* NULL: this build was not measured */
    const char *build;
    const char *machine;          /* the machine the bounds are for, or the run's own name of it */
    struct notes set;             /* overrides of it, "latency.fma 4 cycles" */
    const char *compiler, *flags; /* of the build; NULL = unknown */
    const char *date;             /* of the run; likewise */
    long processors;              /* 0 when not measured */
    struct gap_loop *loops;       /* by file, then line */
    size_t n;
    struct quantity balanced, actual;  /* run-time bounds in cycles: of the region tree, or, without
                                          one, of these loops one after the other */
    const struct gap_regions *regions; /* gaps/regions/regions.h; NULL = no tree is stored */
    struct watch *watch; /* states of its threads, without a timeline; NULL = not watched */
    /* All measured loops of the table as one program, without loops inside other ones and without
     * inclusive loops, because the time of others includes theirs or theirs includes that of
     * others. */
    struct quantity time; /* cycles: of the region of the program, else the sum over the loops */
    struct quantity muf;  /* MACS cycles / measured cycles of all threads (eq. 7.1) */
    struct quantity base_time; /* the same program's time on 1 processor */
    struct quantity speedup;   /* base_time / time */
    /* Cycles of all measured loops of the run, over all threads, also of loops that are not
     * selected, as gap_share_cycles counts them. Missing: not measured. */
    struct quantity cycles;
    struct notes notes;
    struct gap_problems problems;
    size_t strays; /* of these: compiled loops that belong to no source loop */
};
struct gap_table {
    struct gap_run *at; /* by build, machine, processors, name */
    size_t n;
};

/* Returns whether the loop's time counts in sums over loops and in shares of them. */
static inline bool gap_adds_up(const struct gap_loop *l)
{
    return l->measured && !l->within && !l->inclusive;
}

/* Returns the cycles of the loop in sums over loops and in shares of them: of an inclusive loop its
 * own. They add up to those of the run. */
static inline struct quantity gap_share_cycles(const struct gap_loop *l)
{
    if (!l->measured)
        return missing("not measured");
    if (l->within)
        return missing("it is inside a measured loop, whose time includes its own");
    return l->inclusive ? l->own_cycles : l->cycles;
}

/* The part of the run's cycles that the loop has: of gap_share_cycles, or, of a loop inside a
 * measured one, of its cycles, which are in that one's part, too. */
static inline struct quantity gap_share_of_run(const struct gap_run *run, const struct gap_loop *l)
{
    return q_div(l->within ? l->cycles : gap_share_cycles(l), run->cycles,
                 "no cycles were measured");
}

/* Sets gap to what each rung of the ladder adds, and share to its share of measured. */
void gap_parts_of(const struct gap_ladder *cpl, struct gap_parts *gap, struct gap_parts *share);

/* ---- from the run database ---- */

struct runs;
struct gaps; /* the loops of a database */

struct gap_ask {
    const struct option_list *set;   /* --set: overrides of machine numbers; NULL = none */
    const struct option_list *runs;  /* --run: only these; NULL or empty = all */
    const struct option_list *loops; /* --loop: only these (runs/names.h) */
    const char *base; /* --base: speed-ups are against this run on 1 processor; NULL = against the
                         median of all such runs */
    const struct gap_where *where; /* --where (gaps/where.h): only these; NULL = all */
    bool median; /* --median: repeated runs become one, of medians (gaps/median.h) */
};

/* The run's machine with its overrides: "ksr1 with latency.fma 4 cycles". Made in a. */
const char *gap_machine_title(struct arena *a, const struct gap_run *run);

/* Reads what r holds and computes its table. NULL after messages in d: names
 * that are not there, machine descriptions that can't be read, a damaged
 * database. r, a and ask must outlive it. */
struct gaps *gaps_read(struct runs *r, struct arena *a, const struct gap_ask *ask, struct diag *d);
const struct gap_table *gaps_table(const struct gaps *g);
/* Ids of the loops of the table that a user's name means (runs/names.h): one,
 * or one in several folders. NULL after a message. Made in a. */
const struct notes *gaps_loops_called(const struct gaps *g, struct arena *a, const char *name,
                                      struct diag *d);

/* The threads of loop in run, both of gaps_table, by number; made in a. *n = 0
 * where it was not measured. False with a message. */
bool gaps_threads(const struct gaps *g, struct arena *a, const struct gap_run *run,
                  const struct gap_loop *loop, struct gap_thread **threads, size_t *n);

/* What makes up MA and MAC of loop in run, both of gaps_table: the average iteration of all
 * threads. Missing as there, with limit NULL. Made in a. False with a message. */
struct gap_bounds {
    struct bound ma, mac;
};
bool gaps_bounds(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct gap_bounds *to);

/* The compiled loop of a row, pair by pair; no area is skipped. */
struct gap_code {
    const char *missing; /* NULL; else the reason why there are neither pairs nor a body */
    const struct compiled_loop *loop;  /* NULL = none */
    const struct compiled_pair *pairs; /* n of them, nops included */
    size_t n;
    const struct instruction_body *body; /* of a machine that schedules while it runs; else NULL */
    struct quantity k;
    const char *k_how; /* NULL = not said */
    struct bound mac;
    struct quantity macs;
    const char *macs_limit;   /* of a body; NULL = none, or not known */
    const char *const *ports; /* names of the machine's slots and ports */
    int n_ports;
    uint32_t takes[OP_CLASSES]; /* bit p: an operation of the class may take slot or port p */
};
/* Likewise. */
bool gaps_code(const struct gaps *g, struct arena *a, const struct gap_run *run,
               const struct gap_loop *loop, struct gap_code *to);

/* The watch of run, of gaps_table, with its timeline, made in a; *w = NULL where it was not
 * watched. False with a message. */
bool gaps_timeline(const struct gaps *g, struct arena *a, const struct gap_run *run,
                   struct watch **w);

/* Every equation of loop in run, both of gaps_table, with its numbers in. */
void gaps_explain(const struct gaps *g, FILE *out, const struct gap_run *run,
                  const struct gap_loop *loop);

#endif
