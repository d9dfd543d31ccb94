/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines the numbers that a note makes doubtful. Reports print a mark beside these numbers, and
 * the note below the table. */
#ifndef FACTS_DOUBTS_H
#define FACTS_DOUBTS_H

#include "base/array.h"
#include "base/name-index.h"
#include "base/names.h"
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
    DOUBT_DATA = 4096,  /* the data bound, part of MACSD */
};
/* Returns the numbers that a note makes doubtful, 0 = none, including numbers computed from them: M
 * and MA from the operations, MAC and MACS from k, measured from the iterations. */
unsigned doubts_of(const char *note);

/* The notes of a table that make numbers doubtful, each once, with a letter as mark: a to z, aa ...
 * An empty list is all zeroes. */
struct doubt {
    const char *text, *loop; /* the note; its first row */
    size_t loops;            /* number of different rows in all tables */
};
struct doubts {
    struct arena arena;
    struct names names; /* notes and rows */
    ARRAY(struct doubt) at;
    struct name_index texts; /* notes: their indices */
    struct name_index rows;  /* rows of each note */
};
/* Returns the letters of the notes of a row that make one of these numbers doubtful, in order:
 * "[a,d-f]"; NULL = none. Valid as long as d. */
const char *doubts_mark(struct doubts *d, const char *loop, const struct notes *notes,
                        unsigned numbers);
/* A row from which a number is computed, and the numbers used. */
struct doubts_part {
    const char *loop;
    const struct notes *notes;
    unsigned numbers;
};
/* The same for a number that is computed from n rows, such as a sum. */
const char *doubts_mark_sum(struct doubts *d, const struct doubts_part *parts, size_t n);
/* Returns "LOOP", "LOOP and 2 more" for a note on several loops, or "all loops" if those are all;
 * loop: the first. */
const char *doubt_subject(struct arena *a, const char *loop, size_t loops, size_t all);
/* Returns the text of note i below the table, in d: "[a] LOOP and 2 more: text", with "all loops" if
 * all rows (all) have it. */
const char *doubts_line(struct doubts *d, size_t i, size_t all);
/* Returns whether the note has a mark. */
bool doubts_hold(const struct doubts *d, const char *text);
void doubts_free(struct doubts *d);

#endif
