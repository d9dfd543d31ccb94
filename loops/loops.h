/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop finder (appendix A): one forward pass over labels, steps and
 * branches of any machine's assembly gives loops, their nesting, residues and
 * forward areas. A step is what is issued together: an instruction pair, or an
 * instruction.
 *
 * Events of a step, in this order: loops_label for each label before it,
 * loops_step, loops_count for each operation in it, loops_branch if it
 * branches. Steps, lines and records are counted in 32 bits. Memory grows with
 * labels, loops, and forward branches since the last loop, not with steps. */
#ifndef LOOPS_LOOPS_H
#define LOOPS_LOOPS_H

#include "facts/facts.h"

#include <stdint.h>

/* What is counted: the classes that compiled code has, and what notes need. */
enum loop_counter {
    LOOP_CLASSES = OP_X,
    LOOP_CALLS = LOOP_CLASSES, /* calls */
    LOOP_REFUSED,              /* input lines left out as wrong */
    LOOP_COUNTERS,
    LOOP_NOTHING = LOOP_COUNTERS, /* a nop */
};
enum { LOOP_MAX_DELAY = 2 }; /* most steps that run behind a branch before it works */
#define LOOP_NONE UINT32_MAX

struct loop {
    uint32_t label;
    uint32_t begin;       /* first step, from 1 */
    uint32_t branch, end; /* step of the backward branch; last step, delay included */
    uint32_t branch_line;
    uint32_t source_line, source_end_line; /* least and greatest; 0 = unknown. Where its branch
                             stands in another's delay steps, those are in, too */
    uint32_t parent;                       /* the loop directly around it; LOOP_NONE */
    uint32_t forwards, n_forwards;         /* an innermost loop's forward branches, in order */
    uint32_t tag;                          /* the scanner's own */
    bool innermost;
    uint32_t length;                /* steps; of the residue where it is not innermost */
    uint32_t counts[LOOP_COUNTERS]; /* likewise */
};

struct loop_state;
struct loop_finder {
    uint32_t now[LOOP_COUNTERS + 1]; /* counters so far; the last one takes the nops */
    uint32_t step;                   /* steps so far */
    uint32_t due;                    /* the next step that has something to do before it */
    uint32_t line, source_line;      /* of the last step; source 0 = unknown */
    uint32_t ranged;                 /* the source line that ranges hold already */
    /* Region of interest: loops whose label and backward branch stand within
     * these steps. All steps, unless the scanner sets them. */
    uint32_t first, last;
    uint32_t max_delay; /* steps after a branch that may be of what it skips: LOOP_MAX_DELAY, unless
                           the scanner sets less */
    struct loop_state *state;
    /* Called for each loop when its last step is over; it may set the tag.
     * NULL = not wanted. */
    void (*on_loop)(void *context, uint32_t loop);
    void *context;
};

/* Two loops that are not nested: the second starts inside the first and ends
 * behind it. */
struct loop_crossing {
    const char *label, *other; /* second, first; NULL = no such thing */
    uint32_t other_line;       /* of the first one's backward branch */
};

/* A label that was branched to but never defined. */
struct loop_undefined {
    const char *label;
    uint32_t line, col; /* of the first branch to it */
};

void loops_open(struct loop_finder *f);
void loops_free(struct loop_finder *f);

/* The label stands before the next step. Returns 0, or the line where it was
 * defined before: then the first definition holds. */
uint32_t loops_label(struct loop_finder *f, const char *name, size_t n, uint32_t line);

/* Not for scanners: what is due before step f->step, and a new source line. */
void loops_due(struct loop_finder *f, uint32_t line, uint32_t source_line);
void loops_range(struct loop_finder *f, uint32_t source_line);

/* A step begins at that line of the input and belongs to that source line (0 =
 * unknown). */
static inline void loops_step(struct loop_finder *f, uint32_t line, uint32_t source_line)
{
    if (++f->step >= f->due)
        loops_due(f, line, source_line);
    if (source_line != f->ranged)
        loops_range(f, source_line);
    f->line = line;
    f->source_line = source_line;
}

/* c: enum op_class below LOOP_CLASSES, or enum loop_counter. */
static inline void loops_count(struct loop_finder *f, int c)
{
    f->now[c]++;
}

/* A line behind the last step was left out as wrong: the loops that are not
 * over yet hold it. */
void loops_refused(struct loop_finder *f);

/* The step branches to the label (col: where it names it). The delay steps
 * behind it belong to the loop, and to no area. */
struct loop_crossing loops_branch(struct loop_finder *f, const char *name, size_t n, uint32_t delay,
                                  uint32_t col);

/* The input is over. */
void loops_finish(struct loop_finder *f);

/* Loops in completion order, from 0: the branch region's number. */
size_t loops_n(const struct loop_finder *f);
struct loop *loops_at(const struct loop_finder *f, size_t i);
const char *loops_name(const struct loop_finder *f, uint32_t label);

/* Loops around a loop that are listed: the next ones. */
enum { LOOPS_LISTED = 100 };
/* The loop directly around one; LOOP_NONE = there is none, or LOOPS_LISTED were given. *listed
 * counts them, from 0. */
uint32_t loops_outward(const struct loop_finder *f, size_t loop, int *listed);
/* Loops of the deepest nest. */
size_t loops_deepest(const struct loop_finder *f);

/* The next undefined label, in order of the first branch to each; *cursor
 * starts at 0. False after the last. */
bool loops_undefined(const struct loop_finder *f, size_t *cursor, struct loop_undefined *u);

/* Loop i as a fact, in a: label, region, kind, counts, length, lines, areas and
 * notes. What only the scanner knows is left empty. */
void loops_facts(struct arena *a, const struct loop_finder *f, size_t i, struct compiled_loop *l);

/* Marks the areas that intersect: b1 < b2 < t1 < t2, with b the branch and t
 * the step behind the label. They come in order of their branches. */
void loops_mark_intersections(struct area *areas, size_t n);

#endif
