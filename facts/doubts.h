/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which numbers a note doubts: reports put a mark beside these, and the note below the table. */
#ifndef FACTS_DOUBTS_H
#define FACTS_DOUBTS_H

#include "base/array.h"
#include "facts/facts.h"

/* Numbers of a loop, as bits. */
enum {
    DOUBT_TNF = 1,    /* essential operations */
    DOUBT_XY = 2,     /* of address arithmetic */
    DOUBT_TD = 4,     /* t_d of the source */
    DOUBT_M = 8,      /* M */
    DOUBT_MA = 16,    /* MA; t_f, t_m and t_i of the source */
    DOUBT_K = 32,     /* k */
    DOUBT_MAC = 64,   /* MAC and its terms */
    DOUBT_MACS = 128, /* MACS */
    DOUBT_TIME = 256, /* measured */
    DOUBT_ITERATIONS = 512,
    DOUBT_SPEEDUP = 1024,
    DOUBT_PARTS = 2048, /* of gap P */
};
/* The numbers that a note doubts, 0 = none, with those that are made of them: M and MA of the
 * operations, MAC and MACS of k, measured of the iterations. */
unsigned doubts_of(const char *note);

/* The doubting notes of a table, each once, with the letter that is their mark: a to z, aa ... All
 * zeroes: none yet. */
struct doubt {
    const char *text, *loop; /* the first row that has it */
    size_t loops;            /* rows, each once, in all tables */
    struct notes rows;       /* their names */
    size_t last;             /* of these, the one that came last */
};
struct doubts {
    struct arena arena;
    ARRAY(struct doubt) at;
};
/* The letters of those notes of a row that doubt one of these numbers, in their order: "a,d-f";
 * NULL = none does. Lives as long as d. */
const char *doubts_mark(struct doubts *d, const char *loop, const struct notes *notes,
                        unsigned numbers);
/* A row that a number is made of, and which of its numbers. */
struct doubts_part {
    const char *loop;
    const struct notes *notes;
    unsigned numbers;
};
/* Likewise of a number that is made of those of n rows, as a sum is. */
const char *doubts_mark_sum(struct doubts *d, const struct doubts_part *parts, size_t n);
/* What stands below the table, in d: "a: LOOP and 2 more: text", "all loops" where all rows have
 * it. */
const char *doubts_line(struct doubts *d, size_t i, size_t all);
/* Whether the note has a mark. */
bool doubts_hold(const struct doubts *d, const char *text);
void doubts_free(struct doubts *d);

#endif
