/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source to source: a file with calls of libmultikron around its loops (figure 3 of the report).
 * All that is put in are CALL statements, so that nothing has to be declared; # lines keep the
 * user's lines for the compiler. One build times, another one counts:
 *
 *   time   MKBEGIN in front of a loop, MKEND behind it and in front of every jump out of it
 *   count  MKTRIP in front of a loop with its bounds, where nothing leaves it early and its bounds
 *          call nothing; else MKPASS at the begin of its body. In an innermost loop MKPAST where
 *          an iteration passes a conditional block by.
 */
#ifndef INSTRUMENT_INSTRUMENT_H
#define INSTRUMENT_INSTRUMENT_H

#include "frontend/frontend.h"

enum instrument_mode { INSTRUMENT_TIME, INSTRUMENT_COUNT };
enum loop_choice {
    CHOOSE_HOT,   /* innermost ones that work on floating-point data and are long enough */
    CHOOSE_INNER, /* innermost ones */
    CHOOSE_OUTER, /* outermost ones */
    CHOOSE_ALL,
    CHOOSE_LISTED, /* those of a list */
};

/* Loops by their numbers, one less than which is the index; a manifest calls them region.N. */
struct region_table {
    struct arena *arena;
    ARRAY(const char *) ids; /* NULL = the number is not used */
    uint32_t *places;        /* numbers by the hash of the id, 0 = none; of room, a power of two */
    size_t room;
};
enum { REGIONS_MOST = 65535 };
/* The number of the loop called so, which gets the next one where it has none; 0 = there are too
 * many. */
unsigned region_of(struct region_table *t, const char *id);
/* Gives the loop that number. False: it has one, or another loop has this one, or there is no such
 * number. */
bool region_put(struct region_table *t, unsigned region, const char *id);
void region_table_free(struct region_table *t);

struct instrument_options {
    enum instrument_mode mode;
    enum loop_choice choice;
    bool (*listed)(void *to, const char *id); /* LISTED: whether the loop is meant */
    void *to;
};

/* What became of a loop. */
struct instrumented_loop {
    const char *id;
    unsigned region; /* 0 = nothing was put in */
    bool passes;     /* its iterations are counted one by one */
    const char *why; /* chosen, but left out: one clause; NULL = no */
};
struct instrumented {
    const char *text; /* of the file */
    size_t size;
    struct instrumented_loop *at; /* DO loops, in order of the source */
    size_t n;
    bool any; /* a call was put in */
};

/* The file at path instrumented; all in a. False with a message where it can't be read. Loops that
 * can't be instrumented are left as they are. m: to tell which loops are hot. */
bool front_instrument(struct arena *a, struct infile *in, const struct front_options *o,
                      const struct instrument_options *i, const struct machine *m,
                      struct region_table *t, struct diag *d, struct instrumented *to);

/* The same for a text that was read and preprocessed; it is freed. */
bool front_instrument_text(struct arena *a, struct source *s, const struct front_options *o,
                           const struct instrument_options *i, const struct machine *m,
                           struct region_table *t, struct diag *d, struct instrumented *to);

#endif
