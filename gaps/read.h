/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of gaps/: what is read of a database, and the table made of it. */
#ifndef GAPS_READ_H
#define GAPS_READ_H

#include "gaps/ladder/model.h"

struct gaps {
    struct runs *r;
    struct model model;
    struct gap_ladder **base; /* for each loop of each build: none of its blocks is skipped */
    struct stored_runs runs;
    struct gap_table table;
    struct table_row {
        const struct model_build *build;
        const struct gap_ladder *base;
        const struct stored_run *run; /* NULL = not measured */
    } * of;                           /* for each run of the table */
};

/* Threads of a loop, by number; made in a, notes in keep. */
struct gap_thread *threads_of(struct arena *a, const struct gap_ladder *base,
                              const struct model_loop *l, const struct loop_samples *s,
                              struct arena *keep, struct notes *notes);

/* gap, share and muf of a row, from its ladder. */
void set_gaps(struct gap_loop *row);

/* Threads of an outer loop in a run: bounds per iteration of it are those of its own statements
 * (own), or with what the same thread ran of the loops within (threads). */
struct nest_threads {
    struct gap_thread *own, *threads; /* by number */
    size_t n;
    double *flops;        /* essential ones of each thread, all iterations, loops within too */
    const char *no_flops; /* NULL, or why they are not known */
    const char *no_inner; /* NULL, or why threads lacks a loop within */
};
/* That of the loop of that index of the build. False after a message. */
bool nest_threads_of(struct arena *a, struct runs *r, const struct table_row *of, size_t at,
                     struct nest_threads *to);
/* The bounds of the rows of outer loops with those of the loops within; balanced and actual stay
 * those of their own statements. False after a message. */
bool add_inner_loops(struct arena *a, struct runs *r, const struct table_row *of,
                     struct gap_run *to);
/* Index of the first loop directly within loop at that is not before from; n of the build = none.
 */
size_t loop_within(const struct model_build *b, size_t at, size_t from);

/* The rows of all loops of a build in run (NULL = not measured). False after
 * a message. */
bool tabulate_run(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to);
/* Sets inclusive and within of the rows of a run, and its cycles. */
void sum_cycles(struct arena *a, const struct model_build *b, struct gap_run *to);
/* speedup of every measured loop: by the runs on one processor among the n,
 * or by the one called base (NULL = all of them). */
void set_speedups(struct arena *a, struct gap_run *runs, size_t n, const char *base);
/* one ran the same as run, on 1 processor; base: the run of that name only
 * (NULL = any). */
bool base_of(const struct gap_run *one, const struct gap_run *run, const char *base);
/* time, muf, base_time and speedup of every run of the table, from the loops
 * that it holds; whole: these are all, so that the time is that of the region of
 * the program, where it is known. */
void time_programs(struct arena *a, struct gaps *g, const char *base, bool whole);
/* Run-time bounds of a run: those of all its loops, one after the other
 * (eq. 4.15, 4.19). */
void sum_bounds(struct arena *a, struct gap_run *to);

/* The loop of the model that a row of the table is about; NULL = none. */
const struct model_loop *gaps_model_loop(const struct gaps *g, const struct gap_run *run,
                                         const struct gap_loop *loop);

#endif
