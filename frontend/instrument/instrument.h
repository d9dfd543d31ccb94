/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source-to-source instrumentation: inserts calls of libmultikron around the loops of a file
 * (figure 3 of the report). Only CALL statements are inserted, so that no declaration is needed; #
 * lines give the compiler the user's line numbers. Timing and counting are separate builds:
 *
 *   time   MKBEGIN before a loop, MKEND after it and before every jump out of it
 *   count  MKTRIP before a loop with its bounds, if no jump leaves it and its bounds call no
 *          function; else MKPASS at the begin of its body. In an innermost loop, MKPAST where an
 *          iteration skips a conditional block.
 */
#ifndef INSTRUMENT_INSTRUMENT_H
#define INSTRUMENT_INSTRUMENT_H

#include "frontend/frontend.h"

enum instrument_mode { INSTRUMENT_TIME, INSTRUMENT_COUNT };
enum loop_choice {
    CHOOSE_HOT,   /* innermost loops on floating-point data that are long enough */
    CHOOSE_INNER, /* innermost loops */
    CHOOSE_OUTER, /* outermost loops */
    CHOOSE_ALL,
    CHOOSE_LISTED, /* loops for which listed() is true */
};

/* The numbers of loops (regions); region N has index N - 1. A manifest has them as region.N. */
struct region_table {
    struct arena *arena;
    ARRAY(const char *) ids; /* NULL = unused number */
    uint32_t *slots; /* hash table: region by id, 0 = none; of room entries, a power of two */
    size_t room;
};
enum { REGIONS_MOST = 65535 };
/* Returns the number of the loop id. A new loop gets the next number. 0 = too many loops. */
unsigned region_of(struct region_table *t, const char *id);
/* Assigns the number to the loop. False if the loop or the number is already assigned, or the
 * number is out of range. */
bool region_put(struct region_table *t, unsigned region, const char *id);
void region_table_free(struct region_table *t);

struct instrument_options {
    enum instrument_mode mode;
    enum loop_choice choice;
    bool (*listed)(void *to, const char *id); /* CHOOSE_LISTED: whether the loop is chosen */
    void *to;
};

/* The result for one loop. */
struct instrumented_loop {
    const char *id;
    unsigned region; /* 0 = not instrumented */
    bool passes;     /* its iterations are counted one by one (MKPASS) */
    const char *why; /* why a chosen loop is left out, one clause; NULL = it is not */
};
struct instrumented {
    const char *text; /* the instrumented file */
    size_t size;
    struct instrumented_loop *at; /* DO loops, in order of the source */
    size_t n;
    bool any; /* a call was inserted */
};

/* Instruments a file; the result is in a. False with a message if it cannot be read. Loops that
 * cannot be instrumented are unchanged. m: the machine, for the choice of hot loops. */
bool front_instrument(struct arena *a, struct infile *in, const struct front_options *o,
                      const struct instrument_options *i, const struct machine *m,
                      struct region_table *t, struct diag *d, struct instrumented *to);

/* Instruments a text that was read and preprocessed, and frees it. */
bool front_instrument_text(struct arena *a, struct source *s, const struct front_options *o,
                           const struct instrument_options *i, const struct machine *m,
                           struct region_table *t, struct diag *d, struct instrumented *to);

#endif
