/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal state of the loop finder; for loops/ only. */
#ifndef LOOPS_STATE_H
#define LOOPS_STATE_H

#include "base/array.h"
#include "base/pile.h"
#include "loops/loops.h"

enum { TEXT_PIECE = 1 << 16 };

/* Counter values at one position, in half the space: the difference from a base. */
struct loop_mark {
    uint32_t base;
    uint16_t more[LOOP_COUNTERS];
};
struct loop_counts {
    uint32_t n[LOOP_COUNTERS];
};

/* A position between two steps. Labels before the same step share it. */
struct loop_position {
    uint32_t step;          /* the step after it */
    uint32_t line;          /* of that step; 0 = not yet known */
    uint32_t source_before; /* source line of the step before it; 0 = unknown */
    uint32_t low, high;     /* smallest, largest source line from here to `next`; 0 = none */
    uint32_t next;          /* the following position with a range of its own; LOOP_NONE */
    struct loop_mark before;
};

struct loop_label {
    uint32_t text;     /* of its name: piece * TEXT_PIECE + offset */
    uint32_t position; /* LOOP_NONE = not defined */
    uint32_t line;     /* of the definition; if undefined, of the first branch to it */
    uint32_t col;      /* of that branch */
};

struct loop_slot {
    uint32_t hash;  /* of the label's name */
    uint32_t label; /* 0 = free, else index + 1 */
};

/* A branch to a label that is not yet defined. */
struct loop_forward {
    uint32_t target;        /* label */
    uint32_t step, line;    /* of the branch */
    uint32_t delay;         /* steps after the branch that are in no area */
    uint32_t branch_source; /* source line of the branch; 0 = unknown */
    uint32_t source_line;   /* of the area's first step; 0 = unknown. If that is the line of the
                               branch: the next different line, */
    uint32_t own_step;      /* which begins at this step; 0 = first step has a line of its own */
    struct loop_mark from;  /* counters before the area's first step */
};

/* A forward branch in the delay steps of an innermost loop's branch: always an exit. */
struct loop_exit {
    uint32_t loop, target, line;
};

/* A completed loop, with the data that detects crossings by later loops. */
struct loop_extent {
    uint32_t begin, branch, label, line;
};

/* A loop that may have delay steps left. */
struct loop_closing {
    uint32_t loop;
    bool ended;
    struct loop_counts end; /* counters after the last step, once it has ended */
};

/* A completed loop without an enclosing loop so far. */
struct loop_nest {
    uint32_t loop;
    uint32_t cover_end; /* last step of it and of all its inner loops */
    uint32_t cover;     /* counters up to that step, in covers; LOOP_NONE = those of the loop */
};

/* Steps that a loop beginning at `begin` shares with an earlier loop: the delay steps of that
 * loop's branch. */
struct loop_overlap {
    uint32_t begin, end;
    struct loop_counts counts;
};

struct loop_state {
    char **texts; /* label names, 0-terminated, in pieces of TEXT_PIECE */
    size_t n_texts, texts_room;
    uint32_t text_used; /* of the last piece */
    struct pile labels, positions, bases, forwards, loops, covers, overlaps;
    struct pile exits;       /* in ascending order of loops */
    struct loop_slot *slots; /* labels by name */
    size_t n_slots;          /* a power of two */
    size_t kept;             /* forwards before this one are assigned to loops */
    struct {
        uint32_t forward, due;
    } fill[LOOP_MAX_DELAY + 1]; /* forwards whose area has not begun */
    int n_fill;
    uint32_t on_branch_line;           /* forwards before this one need no further source line */
    uint32_t last_line;                /* the previous source line; 0 = none */
    bool fresh;                        /* the last position has no step yet */
    uint32_t low, high;                /* of the steps since position current */
    uint32_t current;                  /* LOOP_NONE = no position yet */
    uint32_t latest;                   /* greatest begin of a completed loop */
    ARRAY(struct loop_extent) extents; /* begins and branches in ascending order */
    ARRAY(struct loop_nest) nests;     /* begins in ascending order */
    ARRAY(struct loop_closing) closing;
    uint32_t far_step;      /* the last step of all ended loops, */
    struct loop_counts far; /* and the counters after it */
};

/* Returns the index of the label's record; creates it if necessary. */
uint32_t loops_label_index(struct loop_state *s, const char *name, size_t n);

struct loop_mark loops_mark_now(struct loop_finder *f);
struct loop_counts loops_mark_counts(const struct loop_state *s, const struct loop_mark *m);
struct loop_counts loops_subtract_counts(struct loop_counts a, const struct loop_counts *b);
struct loop_counts loops_add_counts(struct loop_counts a, const struct loop_counts *b);

/* Completes the closing loop c: computes its counts, residue and source lines. */
void loops_complete(struct loop_finder *f, const struct loop_closing *c);

static inline struct loop_position *position_at(const struct loop_state *s, uint32_t i)
{
    return pile_at(&s->positions, i);
}
static inline struct loop_label *label_at(const struct loop_state *s, uint32_t i)
{
    return pile_at(&s->labels, i);
}
static inline struct loop_forward *forward_at(const struct loop_state *s, uint32_t i)
{
    return pile_at(&s->forwards, i);
}

#endif
