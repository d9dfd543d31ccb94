/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: the data read from a database, and the table computed from it. */
#ifndef GAPS_READ_H
#define GAPS_READ_H

#include "gaps/ladder/model.h"

struct gaps {
    struct runs *r;
    const struct gap_changes *changes; /* of recorded nests; NULL = none */
    struct model model;
    struct gap_ladder **base; /* of each loop of each build, without skipped blocks */
    struct stored_runs runs;
    struct gap_table table;
    struct table_row {
        const struct model_build *build;
        const struct gap_ladder *base;
        const struct stored_run *run; /* NULL = not measured */
    } * of;                           /* for each run of the table */
};

/* Returns the threads of a loop, by number, allocated in a; notes are allocated in keep. */
struct gap_thread *threads_of(struct arena *a, const struct gap_ladder *base,
                              const struct model_loop *l, const struct loop_samples *s,
                              struct arena *keep, struct notes *notes);

/* Sets gap, share and muf of a row from its ladder. */
void set_gaps(struct gap_loop *row);

/* Threads of an outer loop in a run, with bounds per iteration: of its own statements (own), and
 * including the inner loops executed by the same thread (threads). */
struct nest_threads {
    struct gap_thread *own, *threads; /* by number */
    size_t n;
    double *flops; /* essential flops of each thread, all iterations, including inner loops */
    const char *no_flops; /* NULL, or why they are unknown */
    const char *no_inner; /* NULL, or why threads lacks an inner loop */
};
/* Sets the threads of loop `at` of the build. Returns false after a message. */
bool nest_threads_of(struct arena *a, struct runs *r, const struct table_row *of, size_t at,
                     struct nest_threads *to);
/* Adds the bounds of inner loops to the rows of outer loops; balanced and actual remain those of
 * their own statements. Returns false after a message. */
bool add_inner_loops(struct arena *a, struct runs *r, const struct table_row *of,
                     struct gap_run *to);
/* Returns the index, at least from, of the first loop directly inside loop `at`; n of the build =
 * none.
 * */
size_t loop_within(const struct model_build *b, size_t at, size_t from);

/* Computes the rows of all loops of a build in a run (NULL = not measured). Returns false after a
 * message. */
bool tabulate_run(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to);
/* Sets inclusive, within and own_cycles of the rows of a run, and its cycles. */
void sum_cycles(struct arena *a, const struct model_build *b, struct gap_run *to);
/* Sets the speed-up of every measured loop, relative to the runs on one processor among the n, or
 * to run base (NULL = all of them). */
void set_speedups(struct arena *a, struct gap_run *runs, size_t n, const char *base);
/* Returns whether one is a run on 1 processor of the same build and machine as run; base: its
 * required name (NULL = any). */
bool base_of(const struct gap_run *one, const struct gap_run *run, const char *base);
/* Sets time, muf, base_time and speedup of every run of the table from its loops. whole: the table
 * has all loops of the run, so that the time of the program region is used if it is known. */
void time_programs(struct arena *a, struct gaps *g, const char *base, bool whole);
/* Sets the run-time bounds of a run to the sums over its loops (eq. 4.15, 4.19). */
void sum_bounds(struct arena *a, struct gap_run *to);

/* Returns the id of the build of a run in the database. */
long gaps_stored_build(const struct gaps *g, const struct gap_run *run);
/* Returns the loop of the model for a row of the table; NULL = none. */
const struct model_loop *gaps_model_loop(const struct gaps *g, const struct gap_run *run,
                                         const struct gap_loop *loop);

#endif
