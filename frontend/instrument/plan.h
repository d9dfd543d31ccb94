/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of instrument.h: what is put in around the loops of one program unit. */
#ifndef INSTRUMENT_PLAN_H
#define INSTRUMENT_PLAN_H

#include "frontend/analysis/nests.h"
#include "frontend/analysis/symbols.h"
#include "frontend/instrument/edits.h"
#include "frontend/instrument/instrument.h"

/* What OpenMP says of a loop. */
enum sharing {
    SHARED_NOT,         /* whoever comes to it runs all of it */
    SHARED_DO,          /* DO: the threads that come to it share its iterations */
    SHARED_PARALLEL_DO, /* PARALLEL DO: likewise, and they come from there */
};

/* A directive of one or more lines. */
struct directive {
    size_t first, last; /* statements of the unit */
    const char *text;   /* behind the sentinel, without blanks; comments gone */
    const char *folded; /* the same in lower case */
};

/* A loop, of the unit's nests. */
struct planned {
    const struct source_loop *facts; /* NULL = nothing is known of it */
    bool chosen;
    const char *why; /* it must not be touched: one clause */
    unsigned region; /* of one that is instrumented; 0 = not */
    bool early;      /* something leaves it early */
    bool passes;     /* iterations are counted one by one */
    bool ended;      /* gets an END DO of its own */
    size_t place;    /* loop that is run as one with it: itself, or the outermost of COLLAPSE */
    size_t around;   /* loop that its events stand around: place, or the outermost of a nest that
                        holds little else */
    bool events;     /* some loop's events stand around it */
    enum sharing sharing;
    struct directive shared, end; /* OpenMP's, where sharing; first = 0: no such end */
    struct lines opening;         /* parts of a PARALLEL DO */
    const char *shared_name;      /* "do" or "do simd" */
    size_t from, to; /* statements: events go in front of the one and behind the other */
};

struct label_place {
    long label;
    size_t statement;
};

struct plan {
    struct arena *arena;
    const struct instrument_options *options;
    const struct unit *unit;
    struct symbols *symbols;
    struct nests nests;
    struct planned *loops; /* nests.at.n */
    int *inner;            /* of each statement the innermost loop whose body it is in; -1 = none */
    struct label_place *labels; /* by label */
    size_t n_labels;
    long last_label;     /* least of those given to what is put in */
    struct slots *slots; /* of each statement */
    struct edits *edits;
    const char *const *calls; /* by enum call_of */
};

/* Subroutines of libmultikron. */
enum call_of { CALL_BEGIN, CALL_END, CALL_TRIP, CALL_MORE, CALL_PASS, CALL_PAST, CALLS_OF };

const struct nest *plan_nest(const struct plan *p, size_t loop);
/* The text "call mkbegin(12)": of a region, then a format for what follows. */
struct line plan_call(const struct plan *p, enum call_of call, unsigned region, const char *more);
/* Statement that has the label; false = none of the unit does. */
bool plan_label(const struct plan *p, long label, size_t *at);
/* A label that the unit does not use. */
long plan_new_label(struct plan *p);

/* openmp.c: sharing, from and to of every loop; why of those that can't be. */
void plan_directives(struct plan *p);

/* choice.c: which loops are wanted; bounds: constants that the symbols know. */
void plan_choice(struct plan *p);
/* Where events go. Requires jumps and directives. */
void plan_around(struct plan *p);

/* leaving.c: jumps out of loops and into them. Sets early of all loops, and why where a jump can't
 * be followed. */
void plan_jumps(struct plan *p);
/* Puts MKEND in front of whatever leaves an instrumented loop early. */
void plan_leaving(struct plan *p);
/* Puts lines in front of what statement i does when it goes to that label: a jump, or one of
 * several that a statement may make. */
struct way {
    long label; /* 0 = it is no jump to a label */
    struct lines lines;
};
void plan_ways(struct plan *p, size_t i, const struct way *ways, size_t n);

/* counting.c: MKTRIP, MKMORE, MKPASS, MKPAST of the instrumented loops. */
void plan_counting(struct plan *p);

#endif
