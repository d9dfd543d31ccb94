/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The finder's inside; for loops/ only. */
#ifndef LOOPS_STATE_H
#define LOOPS_STATE_H

#include "base/array.h"
#include "base/pile.h"
#include "loops/loops.h"

enum { TEXT_PIECE = 1 << 16 };

/* Counters of one moment in half the room: what they have more than a base. */
struct loop_mark {
    uint32_t base;
    uint16_t more[LOOP_COUNTERS];
};
struct loop_counts {
    uint32_t n[LOOP_COUNTERS];
};

/* A place between two steps; labels before the same step share it. */
struct loop_position {
    uint32_t step;          /* the step behind it */
    uint32_t line;          /* of that step; 0 = it has not come */
    uint32_t source_before; /* source line of the step before it; 0 = unknown */
    uint32_t low, high;     /* least, greatest source line from here to next; 0 = none */
    uint32_t next;          /* the position from which on they are kept apart; LOOP_NONE */
    struct loop_mark before;
};

struct loop_label {
    uint32_t text;     /* of its name: piece * TEXT_PIECE + offset */
    uint32_t position; /* LOOP_NONE = not defined */
    uint32_t line;     /* of the definition, else of the first branch to it */
    uint32_t col;      /* of that branch */
};

struct loop_slot {
    uint32_t hash;  /* of the label's name */
    uint32_t label; /* 0 = free, else index + 1 */
};

/* A branch to a label that was not defined yet. */
struct loop_forward {
    uint32_t target;        /* label */
    uint32_t step, line;    /* of the branch */
    uint32_t delay;         /* steps behind it that are in no area */
    uint32_t branch_source; /* source line of the branch; 0 = unknown */
    uint32_t source_line;   /* of the area's first step; 0 = unknown. Where that is the branch's,
                               the next other one, */
    uint32_t own_step;      /* which begins with this step; 0 = not so */
    struct loop_mark from;  /* before the area's first step */
};

/* A forward branch in the delay steps of an innermost loop's branch: always an exit. */
struct loop_exit {
    uint32_t loop, target, line;
};

/* A completed loop, as far as later ones may cross it. */
struct loop_extent {
    uint32_t begin, branch, label, line;
};

/* A loop whose last step may be yet to come. */
struct loop_closing {
    uint32_t loop;
    bool ended;
    struct loop_counts end; /* counters behind the last step, once it has ended */
};

/* A completed loop that no other one is around so far. */
struct loop_nest {
    uint32_t loop;
    uint32_t cover_end; /* last step of it and of all loops within it */
    uint32_t cover;     /* counts up to there, in covers; LOOP_NONE = those of the loop */
};

/* Steps that a loop which begins at begin shares with one before it: the delay
 * steps of that one's branch. */
struct loop_overlap {
    uint32_t begin, end;
    struct loop_counts counts;
};

struct loop_state {
    char **texts; /* label names with a 0 behind, in pieces of TEXT_PIECE */
    size_t n_texts, texts_room;
    uint32_t text_used; /* of the last piece */
    struct pile labels, positions, bases, forwards, loops, covers, overlaps;
    struct pile exits;       /* loops ascend */
    struct loop_slot *slots; /* labels by name */
    size_t n_slots;          /* a power of two */
    size_t kept;             /* forwards before this one belong to loops */
    struct {
        uint32_t forward, due;
    } fill[LOOP_MAX_DELAY + 1]; /* forwards whose area has yet to begin */
    int n_fill;
    uint32_t on_branch_line;           /* forwards before this one need no other source line */
    uint32_t last_line;                /* the source line before; 0 = none */
    bool fresh;                        /* the last position waits for its step */
    uint32_t low, high;                /* of the steps since position current */
    uint32_t current;                  /* LOOP_NONE = no position yet */
    uint32_t latest;                   /* greatest begin of a completed loop */
    ARRAY(struct loop_extent) extents; /* begins and branches ascend */
    ARRAY(struct loop_nest) nests;     /* begins ascend */
    ARRAY(struct loop_closing) closing;
    uint32_t far_step;      /* the last step of a loop that ended so far, */
    struct loop_counts far; /* and the counters behind it */
};

/* Index of the label's record, made if need be. */
uint32_t loops_label_index(struct loop_state *s, const char *name, size_t n);

struct loop_mark loops_mark_now(struct loop_finder *f);
struct loop_counts loops_mark_counts(const struct loop_state *s, const struct loop_mark *m);
struct loop_counts loops_less(struct loop_counts a, const struct loop_counts *b);
struct loop_counts loops_more(struct loop_counts a, const struct loop_counts *b);

/* The closing loop c is over: its counts, residue and source lines. */
void loops_settle(struct loop_finder *f, const struct loop_closing *c);

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
