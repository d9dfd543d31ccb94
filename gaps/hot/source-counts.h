/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: iterations of a loop of the source, and where they were counted: in the
 * reference build of a sampled run, or by calls in the source (marks) of another run. */
#ifndef GAPS_SOURCE_COUNTS_H
#define GAPS_SOURCE_COUNTS_H

#include "facts/hotspots.h"
#include "gaps/gaps.h"
#include "runs/runs.h"

struct source_count {
    struct quantity iterations; /* of all executions of the loop; missing with the reason */
    struct quantity entries;    /* executions */
    double spread;              /* of iterations, from several runs: a relative difference */
    const char *where;          /* "in run timed"; NULL = unknown iterations */
    const char *folded; /* "s.f:51 (the compiler folded incache_ into memory_)": loops of identical
                           functions whose iterations are included; NULL = none */
    double own_iterations, own_entries; /* without these loops; valid if there are some */
};

/* Returns the iterations of a source loop of Fortran in the reference build of the profile, by its
 * lines; texts in a. Instances of its routine are added up. */
struct source_count reference_count(struct arena *a, const struct hot_profile *p,
                                    const struct stored_build *b, const struct source_loop *l);
/* The same, as counted by the marked loop of another run; NULL = none. run: its name. */
struct source_count marked_count(struct arena *a, const struct gap_loop *marked, const char *run);
/* Returns the first one whose iterations are known. */
struct source_count choose_count(struct source_count reference, struct source_count marked);

/* Returns the innermost source loop of the reference build whose code contains the lines of a
 * source file; NULL = none. */
const struct hot_source_loop *reference_loop_around(const struct hot_profile *p, const char *source,
                                                    long line, long end_line);
/* Returns the names of the loops beside each other that have lines in this range, "s.c:4 and
 * s.c:7", in a; NULL = there are not two of them. within: the loop around them; NULL = any. */
const char *reference_loops_of_lines(struct arena *a, const struct hot_profile *p,
                                     const struct hot_source_loop *within, const char *source,
                                     long line, long end_line);
/* Returns the iterations of this loop alone, and of those that were folded into it. */
struct source_count count_with_folded(struct arena *a, const struct hot_profile *p,
                                      const struct hot_source_loop *l);
/* Returns whether both have the same lines, and are around as many levels of loops on these: they
 * are the same loop of different functions, or beside each other on one line. Machine code with
 * these lines is that of any of them. */
bool is_same_reference_loop(const struct hot_profile *p, const struct hot_source_loop *a,
                            const struct hot_source_loop *b);
/* Returns the sum of the iterations of these loops. */
struct source_count count_of_reference_loop(struct arena *a, const struct hot_profile *p,
                                            const struct hot_source_loop *l);
/* Returns the number of these loops in the function of l. */
size_t count_loops_beside(struct arena *a, const struct hot_profile *p,
                          const struct hot_source_loop *l);
/* Returns the iterations of one of them, in all functions. number: from 0. */
struct source_count count_of_one_beside(struct arena *a, const struct hot_profile *p,
                                        const struct hot_source_loop *l, size_t number);

#endif
