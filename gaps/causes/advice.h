/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice (section 5): the gaps of each loop by size, their cycles and share of the run, and facts
 * about their causes. Each text shows the numbers it is computed from; none is an estimate. */
#ifndef GAPS_CAUSES_ADVICE_H
#define GAPS_CAUSES_ADVICE_H

#include "gaps/gaps.h"

/* One fact about a gap: its code (gaps/causes/facts.def) for scripts, and a sentence. */
struct advice_fact {
    const char *code, *text;
};

/* A gap of a loop that is above 0. */
struct advice {
    const char *gap;     /* "A", "C", "S" or "P", or "C+S+P" if the rungs in between are missing */
    struct quantity cpl; /* the gap in CPL */
    struct quantity worth;  /* cpl, but no more than measured is above the lower bound */
    struct quantity cycles; /* worth x iterations, over all threads; missing where not measured */
    struct quantity share;  /* 0 to 1; missing if not measured. With a sampled run: worth / measured
                               x  cpu_share, of the CPU time of the program; else cycles /
                               gap_run.cycles */
    const char *headline;   /* one sentence with these numbers */
    struct advice_fact *facts;
    size_t n;
};
struct loop_advice {
    const struct gap_loop *loop;
    struct advice *at; /* by worth, the greatest first: at[0] is the loop's largest gap */
    size_t n;          /* 0 = no gap is known to be above 0 */
    bool contradicted; /* a bound is above the measured time, or the loop is too short to measure */
};

/* Sets to to the gaps of loop in run, both of gaps_table, with their facts; allocated in a. Returns
 * false after a message of the database. */
bool gaps_advice(const struct gaps *g, struct arena *a, const struct gap_run *run,
                 const struct gap_loop *loop, struct loop_advice *to);

/* Sets list to the measured loops of run, without those that a sampled run has by counts, and to
 * the rows of a sampled run with values per iteration whose source loops only the reference build
 * has: by what their largest gap is worth over the run, the greatest first. For a build that was
 * not measured, to all loops by that gap in CPL. Contradicted loops are last, loops without a gap
 * are omitted. Allocated in a. Returns false after a message of the database. */
bool gaps_ranking(const struct gaps *g, struct arena *a, const struct gap_run *run,
                  struct loop_advice **list, size_t *n);

#endif
