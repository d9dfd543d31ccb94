/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of the instrumentation of one program unit (private to instrument/). */
#ifndef INSTRUMENT_PLAN_H
#define INSTRUMENT_PLAN_H

#include "frontend/analysis/labels.h"
#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"
#include "frontend/instrument/edits.h"
#include "frontend/instrument/instrument.h"
#include "frontend/openmp.h"

/* How OpenMP distributes a loop. */
enum sharing {
    SHARED_NOT,         /* no directive: each thread runs the whole loop */
    SHARED_DO,          /* DO: the threads of the region share its iterations */
    SHARED_PARALLEL_DO, /* PARALLEL DO: starts threads, which share its iterations */
};

/* The plan for a loop of the unit. */
struct planned {
    const struct source_loop *facts; /* NULL = no facts */
    bool chosen;
    const char *why;  /* why it cannot be instrumented, one clause; NULL = it can */
    unsigned region;  /* region number; 0 = not instrumented */
    bool early;       /* a jump may leave it */
    bool passes;      /* iterations are counted one by one */
    bool ended;       /* gets its own END DO */
    size_t collapsed; /* the loop itself, or the outermost loop of its COLLAPSE */
    size_t around;    /* loop whose begin and end are timed: collapsed, or the outermost loop of a
                         nest with hardly any other work */
    bool events;      /* the events of some loop are around this one */
    enum sharing sharing;
    struct directive shared,
        end;                 /* of OpenMP, unless SHARED_NOT; end.first = 0: no end directive */
    struct lines opening;    /* PARALLEL DO split into PARALLEL and DO */
    const char *shared_name; /* "do" or "do simd" */
    size_t from, to;         /* statements: events are before from and after to */
};

struct plan {
    struct arena *arena;
    const struct instrument_options *options;
    const struct unit *unit;
    struct symbols *symbols;
    struct nests nests;
    struct planned *loops; /* nests.at.n */
    int *inner;            /* for each statement: the innermost loop around it; -1 = none */
    struct labels labels;  /* of the statements */
    long last_label;       /* smallest label given to inserted lines */
    struct slots *slots;   /* one for each statement */
    struct edits *edits;
    const char *const *calls; /* by enum call_of */
};

/* Subroutines of libmultikron. */
enum call_of { CALL_BEGIN, CALL_END, CALL_TRIP, CALL_MORE, CALL_PASS, CALL_PAST, CALLS_OF };

const struct nest *plan_nest(const struct plan *p, size_t loop);
/* Returns a call such as "call mkbegin(12)". more: further arguments. */
struct line plan_call(const struct plan *p, enum call_of call, unsigned region, const char *more);
/* Finds the statement with the label. False if the unit has none. */
bool plan_label(const struct plan *p, long label, size_t *at);
/* Returns a label that the unit does not use. */
long plan_new_label(struct plan *p);

/* openmp.c: sets sharing, from and to of every loop, and why of loops that cannot be instrumented.
 */
void plan_directives(struct plan *p);

/* choice.c: sets chosen. */
void plan_choice(struct plan *p);
/* Sets around. Requires plan_jumps and plan_directives. */
void plan_around(struct plan *p);

/* leaving.c: examines jumps out of loops and into them. Sets early, and why where the target of a
 * jump is unknown. */
void plan_jumps(struct plan *p);
/* Inserts MKEND before every statement that leaves an instrumented loop. */
void plan_leaving(struct plan *p);
/* The lines to execute before a jump to a label. */
struct jump_lines {
    long label; /* 0 = the statement does not jump to a label */
    struct lines lines;
};
/* Inserts the lines of n jumps that statement i may make. */
void plan_jump_lines(struct plan *p, size_t i, const struct jump_lines *jumps, size_t n);

/* counting.c: inserts MKTRIP, MKMORE, MKPASS and MKPAST for the instrumented loops. */
void plan_counting(struct plan *p);

#endif
