/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to gaps/: rows of a sampled run that are joined with source loops, and those whose
 * source loops only the reference build has: of C or C++, or of array statements. */
#ifndef GAPS_REFERENCES_H
#define GAPS_REFERENCES_H

#include "gaps/hot/coverage.h"
#include "gaps/hot/source-counts.h"
#include "gaps/ladder/model.h"
#include "gaps/read.h"

/* A source loop of the reference build that kma did not read: of C or C++, or an array statement.
 */
struct reference_place {
    const struct hot_source_loop *of;
    struct source_loop source; /* its name and lines */
    const char *several;       /* names of loops in it whose lines an innermost compiled loop has;
                                  NULL = there are not two */
};

/* A run, and the source loop of each of its rows. */
struct joined_run {
    struct gaps *g;
    struct arena *a;
    const struct table_row *of;
    struct gap_run *run;
    struct gap_coverage *coverage;
    struct loop_join *joins; /* of each row */
    long *places; /* of each row: its source loop in the build; from the number of these on, one of
                     the reference build; -1 = none */
    struct reference_place *references;
    size_t n_references;
    enum place_check { NOT_COMPARED, EQUAL, UNEQUAL } * checks; /* of each source loop */
};

/* Returns k x passes of row i; missing if one of them is unknown. */
struct quantity row_iterations(const struct joined_run *j, size_t i);
/* Returns why the iterations of a source loop contradict those counted in the source; NULL = they
 * do not, or these are unknown. *outside: the number of those outside its compiled loops. */
const char *check_iterations_of(struct joined_run *j, long place, const struct source_count *source,
                                double *outside);

/* Stores the result of the comparison of a source loop. unequal: why it failed; NULL = equal. */
void set_check(struct joined_run *j, long place, const struct source_count *source,
               const char *unequal);
/* Counts the comparisons of source loops that have rows in the coverage. */
void count_checks(struct joined_run *j);

/* Joins row i, a loop that has no source loop of kma, with one of the reference build. */
void join_reference(struct joined_run *j, size_t i);
/* Joins row i with loop l of the reference build. */
void join_reference_loop(struct joined_run *j, size_t i, const struct hot_source_loop *l);
/* Returns the number of a loop in the build, the place of rows that are joined with it; -1 = it is
 * in none, or NULL. */
long place_of(const struct model_build *b, const struct source_loop *source);
/* Sets the rows of source loop number `at` of the reference build. Requires all joined rows. */
void set_reference(struct joined_run *j, size_t at);
/* Returns whether the symbol is that of one of the functions "F, inlined in G". */
bool is_symbol_of_one(struct arena *a, const char *symbol, const char *functions);
/* Returns why no source iterations were counted although there is a reference build; NULL = they
 * were, or there is none. */
const char *reference_refusal(const struct joined_run *j);
/* Adds notes about source loops with many iterations that have no compiled loop, one for each
 * reason and file. Loops that were folded into another one are those of that loop. Requires all
 * joined rows. */
void note_removed_loops(struct joined_run *j);
/* States this in rows of loops that have no source loop. */
void set_reference_refusal(struct joined_run *j);

#endif
