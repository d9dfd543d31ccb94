/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sampled run: the rows of its profile with the bounds of their machine code, and which part of
 * the CPU time they cover. */
#ifndef GAPS_COVERAGE_H
#define GAPS_COVERAGE_H

#include "facts/hotspots.h"
#include "gaps/gaps.h"

enum { COVERAGE_LEAST_SAMPLES = 30 }; /* fewer give no shares */

/* What the bounds of a row are for. */
enum gap_pass {
    PASS_OF_LOOP,       /* an innermost loop: its passes */
    PASS_OF_OUTER_LOOP, /* an outer loop: its passes, without the code of inner loops */
    PASS_OF_FUNCTION,   /* code outside loops: calls of the function */
    PASS_OF_ITERATION,  /* a loop with a source loop and known k: iterations of that loop */
    GAP_PASSES
};

struct gap_hot_row {
    const struct hotspot *hot;
    const char *title;  /* short name, for people; unique among the rows */
    const char *parent; /* name of the loop around it; NULL = none is known */
    const char *caller; /* of a library function: title of the row that called it most, or its name
                           if it is no row; NULL = unknown */
    struct gap_loop loop;             /* the same row for columns, conditions and names of loops */
    struct quantity share, inclusive; /* of the CPU time, without and with inner loops; 0 to 1 */
    struct quantity low, high;        /* 95 % confidence interval of share */
    const char *source;               /* id of the source loop; NULL = none is known */
    const char *source_name;          /* the same without its file */
    bool reference;                   /* it is a loop of the reference build, which kma did not
                                         read: its M and MA are unknown */
    const char *no_iterations;        /* why its values are not per iteration of the source loop
                                         although it has one; NULL = they are, or it has none */
    struct quantity mac, macs;        /* of the machine code, cycles as of `pass` */
    enum gap_pass pass;               /* valid if it has MACS */
    struct quantity measured;         /* cycles, likewise, at the median core clock */
    struct quantity measured_low, measured_high; /* at its 5th and 95th percentile, and with the
                                                    error of passes; missing if neither matters: the
                                                    clock differs by at most 2 % */
    double passes_error;   /* of counted passes, relative: half the width of their 95 % prediction
                              interval; 0 = they are exact or unknown */
    struct quantity ns;    /* nanoseconds per pass */
    struct quantity gap_p; /* measured - macs */
    const char *mac_limit, *macs_limit; /* limiting resource; NULL = none or unknown */
    bool outer;                         /* a loop with inner loops */
    const char *why;                    /* why it has no MACS; NULL = it has */
    const struct model_loop *code;      /* internal to gaps/: NULL = none is stored */
};

/* Shares refer to the CPU time of the program. They are missing if the run was too short. */
struct gap_coverage {
    const struct hot_profile *profile;
    struct quantity kinds[HOTSPOT_KINDS]; /* their sum is 1 */
    struct quantity waiting;              /* part of library: waiting for other threads or ranks */
    struct quantity unnamed;     /* part of library: code of unknown functions, without waiting */
    struct quantity covered;     /* loops, straight-line code, library functions without waiting */
    struct quantity with_bounds; /* rows that have MACS */
    struct gap_hot_row *rows;    /* the selected ones, by CPU time */
    size_t n;
    size_t n_checked, n_equal; /* source loops whose iterations were compared with k x passes, and
                                  those that are equal */
    double accepted;           /* the greatest difference that was accepted for them because counted
                                  runs differ, relative; 0 = 0.1 % for all of them */
    struct notes removed;      /* about source loops without compiled loops */
};

/* Sets to->coverage and the rows of a profile; NULL = the run was not sampled. Returns false after
 * a message. */
struct table_row;
bool read_coverage(struct arena *a, struct runs *r, const struct table_row *of, struct gap_run *to);

/* Replaces the coverage of the run by one with only the rows for which holds() is true; its shares
 * do not change. Returns the number of rows. */
size_t coverage_select(struct arena *a, struct gap_run *run,
                       bool (*holds)(const void *context, const struct gap_run *run,
                                     const struct gap_loop *l),
                       const void *context);

/* Returns the number of the first rows that make up 95 % of the CPU time, at most 30. */
size_t coverage_main_rows(const struct gap_coverage *c);

/* Returns "covers 97.3 % of 12.4 s CPU time (loops 91.0, ...); not covered: kernel 2.7 %", or why
 * there are no shares: "too short: ...". Allocated in a. */
const char *coverage_headline(struct arena *a, const struct gap_coverage *c);
/* Appends the lines that describe the samples: number, rate, lost ones, core clock, page faults,
 * processes. */
void coverage_summary(struct arena *a, const struct gap_coverage *c, struct notes *lines);
/* Returns "pass", "outer pass" or "call", what a row's bounds are for. */
const char *coverage_pass_name(enum gap_pass p);
/* Returns a sentence about them. */
const char *coverage_pass_note(enum gap_pass p);
/* Returns whether a row has a known number of passes, and therefore measured cycles per pass. */
bool coverage_has_passes(const struct gap_coverage *c);
/* Returns whether a row has a source loop. */
bool coverage_has_sources(const struct gap_coverage *c);
/* Returns whether MACSD of a row is known. */
bool coverage_has_data(const struct gap_coverage *c);
/* Returns whether the movement of data limits a row more than MACS. */
bool coverage_data_limits(const struct gap_hot_row *row);
/* Returns "l3 to core", what limits the movement of its data. In a. */
const char *coverage_data_limit(struct arena *a, const struct gap_hot_row *row);
/* Returns why the passes of a loop or function of the program are unknown; NULL = they are known,
 * or the row is neither. */
const char *coverage_unknown_passes(const struct gap_hot_row *row);
/* Returns the reason of all such rows among the first n; NULL = there are several, or none. */
const char *coverage_common_reason(const struct gap_coverage *c, size_t n);
/* Returns why a sampled run has no gaps: its passes are unknown, or its source loops. In a. */
const char *coverage_no_gaps(struct arena *a, const struct gap_coverage *c);
/* Returns whether the 5th and 95th percentile of the core clock differ by more than 2 %: cycles are
 * then ranges. */
bool coverage_clock_varies(const struct hot_profile *p);
/* Returns half the width of the 95 % prediction interval of the passes of the sampled run, relative
 * to the mean of two counted runs; 0 = these are equal within 0.1 %, or the passes are unknown. */
double coverage_passes_error(const struct hotspot *h);
/* Adds a note about it if it is not 0. */
void coverage_note_spread(struct arena *a, const struct hotspot *h, struct notes *to);
/* Returns why the measured cycles of a row are unknown; NULL = they are known. In a. */
const char *coverage_no_measured(struct arena *a, const struct gap_hot_row *row);
/* Returns "31.2 %" with one decimal; "-" if missing. In a. */
const char *coverage_percent(struct arena *a, struct quantity share);

/* The rows without MACS with the largest shares, by CPU time, if rows with MACS have less than 70 %
 * of the CPU time. Sets at[0] to at[n - 1]. Returns n, 0 = the bounds suffice. */
enum { COVERAGE_LARGEST = 5 };
size_t coverage_largest_rest(const struct gap_coverage *c,
                             const struct gap_hot_row *at[COVERAGE_LARGEST]);

#endif
