/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop finder (appendix A). One forward pass over labels, steps and branches finds loops, their
 * nesting, residues and forward areas. It is independent of the assembly language. A step is the
 * unit of issue: an instruction pair, or one instruction.
 *
 * Order of the calls for a step: loops_label for each label before it, loops_step, loops_count for
 * each operation in it, loops_branch if it branches. Steps, lines and records are counted in 32
 * bits. Memory grows with the number of labels, loops, and forward branches since the last loop,
 * not with the number of steps. */
#ifndef LOOPS_LOOPS_H
#define LOOPS_LOOPS_H

#include "facts/facts.h"

#include <stdint.h>

/* Counters of a loop: the operation classes of compiled code, and the counts that notes need. */
enum loop_counter {
    LOOP_CLASSES = OP_X,
    LOOP_CALLS = LOOP_CLASSES, /* calls */
    LOOP_REFUSED,              /* input lines that were ignored because they are wrong */
    LOOP_COUNTERS,
    LOOP_NOTHING = LOOP_COUNTERS, /* a nop */
};
enum { LOOP_MAX_DELAY = 2 }; /* maximum number of delay steps after a branch */
#define LOOP_NONE UINT32_MAX

struct loop {
    uint32_t label;
    uint32_t begin;       /* first step, from 1 */
    uint32_t branch, end; /* step of the backward branch; last step, delay included */
    uint32_t branch_line;
    uint32_t source_line,
        source_end_line; /* smallest and largest; 0 = unknown. The range includes the delay steps of
                            another branch if the branch of this loop is among them */
    uint32_t parent;     /* the directly enclosing loop; LOOP_NONE */
    uint32_t forwards, n_forwards; /* forward branches of an innermost loop, in input order */
    uint32_t tag;                  /* set and used by the scanner only */
    bool innermost;
    uint32_t length;                /* steps; of the residue if the loop is not innermost */
    uint32_t counts[LOOP_COUNTERS]; /* likewise */
};

struct loop_state;
struct loop_finder {
    uint32_t now[LOOP_COUNTERS + 1]; /* current totals; the last one counts nops */
    uint32_t step;                   /* steps so far */
    uint32_t due;                    /* the next step that requires a call of loops_due */
    uint32_t line, source_line;      /* of the last step; source 0 = unknown */
    uint32_t ranged;                 /* the source line that the ranges already include */
    /* Region of interest: loops whose label and backward branch are within these steps. All steps
     * by default. */
    uint32_t first, last;
    uint32_t max_delay; /* delay steps after a branch that can belong to the code it skips:
                           LOOP_MAX_DELAY by default */
    struct loop_state *state;
    /* Called for each loop after its last step; it may set the tag. NULL = no callback. */
    void (*on_loop)(void *context, uint32_t loop);
    void *context;
};

/* Two loops that are not nested: the second begins inside the first and ends after it. */
struct loop_crossing {
    const char *label, *other; /* second, first; NULL = the loops are nested or separate */
    uint32_t other_line;       /* line of the first loop's backward branch */
};

/* A label that a branch names, but that is not defined. */
struct loop_undefined {
    const char *label;
    uint32_t line, col; /* of the first branch to it */
};

void loops_open(struct loop_finder *f);
void loops_free(struct loop_finder *f);

/* Defines a label before the next step. Returns 0, or the line of an earlier definition, which
 * remains valid. */
uint32_t loops_label(struct loop_finder *f, const char *name, size_t n, uint32_t line);

/* Internal, called by loops_step only: pending work before step f->step, and a new source line. */
void loops_due(struct loop_finder *f, uint32_t line, uint32_t source_line);
void loops_range(struct loop_finder *f, uint32_t source_line);

/* Begins a step at an input line that belongs to a source line (0 = unknown). */
static inline void loops_step(struct loop_finder *f, uint32_t line, uint32_t source_line)
{
    if (++f->step >= f->due)
        loops_due(f, line, source_line);
    if (source_line != f->ranged)
        loops_range(f, source_line);
    f->line = line;
    f->source_line = source_line;
}

/* Counts one operation. c: enum op_class below LOOP_CLASSES, or enum loop_counter. */
static inline void loops_count(struct loop_finder *f, int c)
{
    f->now[c]++;
}

/* Counts a wrong line that was ignored after the last step, for all loops that have not ended. */
void loops_refused(struct loop_finder *f);

/* Records a branch of the current step to a label; col is the column of the label's name. The delay
 * steps after the branch belong to the loop, and to no area. */
struct loop_crossing loops_branch(struct loop_finder *f, const char *name, size_t n, uint32_t delay,
                                  uint32_t col);

/* Ends the input. */
void loops_finish(struct loop_finder *f);

/* Number of completed loops. A loop's index in completion order, from 0, is also its branch
 * region's number. */
size_t loops_n(const struct loop_finder *f);
struct loop *loops_at(const struct loop_finder *f, size_t i);
const char *loops_name(const struct loop_finder *f, uint32_t label);

/* Maximum number of enclosing loops that are listed for a loop. */
enum { LOOPS_LISTED = 100 };
/* Returns the directly enclosing loop; LOOP_NONE if there is none, or after LOOPS_LISTED loops.
 * *listed counts the loops, from 0. */
uint32_t loops_outward(const struct loop_finder *f, size_t loop, int *listed);
/* Number of loops in the deepest nest. */
size_t loops_deepest(const struct loop_finder *f);

/* Finds the next undefined label, in order of the first branch to each. *cursor starts at 0.
 * Returns false after the last label. */
bool loops_undefined(const struct loop_finder *f, size_t *cursor, struct loop_undefined *u);

/* Fills l, in a, with the facts of loop i: label, region, kind, counts, length, lines, areas and
 * notes. Fields that only the scanner knows remain empty. */
void loops_facts(struct arena *a, const struct loop_finder *f, size_t i, struct compiled_loop *l);

/* Marks the areas that intersect: b1 < b2 < t1 < t2, where b is the branch and t the step after the
 * label. Requires areas in the order of their branches. */
void loops_mark_intersections(struct area *areas, size_t n);

#endif
