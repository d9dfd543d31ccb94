/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs held against each other: repeated runs, and scaling with the number of
 * processors.
 * Runs of one build, machine and processor count are repetitions of each
 * other, "alike"; those of one build and machine, on any number of processors,
 * are a series. A program is all measured loops of the table together.
 * Units: times in core cycles; p = processors, S = speed-up. */
#ifndef GAPS_SCALING_SCALING_H
#define GAPS_SCALING_SCALING_H

#include "gaps/gaps.h"

/* ---- repeated runs ---- */

enum {
    BOOTSTRAP_RESAMPLES = 10000,
    BOOTSTRAP_RUNS = 3, /* with fewer runs there is no interval */
};
/* A number over alike runs, of those that have it. */
struct gap_repeated {
    size_t runs; /* that have it; 0 = median and the others are missing */
    struct quantity median, least, greatest;
    struct quantity spread;    /* (greatest - least) / |median| */
    struct quantity low, high; /* bootstrap 95 % percentile interval of the median */
    bool crosses_zero;         /* low <= 0 <= high */
};

/* What is repeated: CPL, cycles, CPL, part of measured, MACS / measured. */
enum gap_repeats_number { REPEAT_MEASURED, REPEAT_TIME, REPEAT_GAP_P, REPEAT_SHARE_P, REPEAT_MUF };
enum { REPEAT_NUMBERS = REPEAT_MUF + 1 };
extern const char *const gap_repeats_keys[REPEAT_NUMBERS]; /* "measured", ... as in JSON */

struct gap_repeats_row {
    const char *loop; /* NULL: the program, of which measured and gap P are missing */
    struct gap_repeated of[REPEAT_NUMBERS];
    struct notes notes;
};
/* Two or more runs that are alike. */
struct gap_repeats {
    const char *build, *machine;
    long processors;
    const char **runs; /* their names, in the order of the table */
    size_t n_runs;
    struct gap_repeats_row *loops, program; /* those that one of them measured */
    size_t n;
    struct notes notes;
};

/* ---- scaling ---- */

/* Medians over the alike runs on one number of processors. */
struct gap_point {
    long processors;
    size_t runs; /* with a time of this loop */
    struct quantity time, muf;
    struct quantity speedup;    /* time on 1 processor (see --base) / time */
    struct quantity efficiency; /* S / p */
    struct quantity serial;     /* experimentally determined serial fraction
                                   (Karp and Flatt): (1/S - 1/p) / (1 - 1/p); < 0 when S > p */
};

/* Laws of speed-up, all with S(1) = 1. */
enum gap_law { LAW_AMDAHL, LAW_GUSTAFSON, LAW_USL };
enum { GAP_LAWS = LAW_USL + 1, LAW_PARAMETERS = 2 };
struct gap_law_facts {
    const char *key, *title;             /* "amdahl"; "Amdahl" */
    const char *formula;                 /* "S = 1/(s + (1-s)/p)" */
    size_t n;                            /* parameters */
    const char *names[LAW_PARAMETERS];   /* "s" */
    const char *meaning[LAW_PARAMETERS]; /* "serial fraction" */
    double most[LAW_PARAMETERS];         /* they are from 0 to this; INFINITY = no limit */
};
extern const struct gap_law_facts gap_laws[GAP_LAWS];

/* Least squares on S at the processor counts above 1: at 1 every law is
 * right. A fit needs one such count more than parameters. */
struct gap_fit {
    enum gap_law law;
    size_t n;                              /* points that were fitted */
    const char *refused;                   /* why no use is made of it; NULL = good */
    struct quantity value[LAW_PARAMETERS]; /* known also where one is out of its range */
    struct quantity low[LAW_PARAMETERS],
        high[LAW_PARAMETERS];  /* 95 %: covariance, Student's t of
                                  n - parameters degrees of freedom */
    struct quantity rms;       /* of the residuals, in S */
    struct quantity error;     /* sqrt(sum of squares / degrees of freedom) */
    struct quantity *residual; /* S - law, for each point of the loop */
    struct quantity best_p;    /* p of the greatest S: USL sqrt((1-a)/b) */
};
/* S of a law at p >= 1 with its parameters. */
double gap_law_speedup(enum gap_law law, const double *value, double p);
/* The same of a fit; missing with its reason where it was refused. */
struct quantity gap_fit_speedup(const struct gap_fit *f, double p);

/* What to run on. Measured counts are those of points; predictions are the
 * best fit's, real numbers of processors >= 1. */
struct gap_choice {
    struct quantity muf, speedup; /* p of the greatest one; the least such p */
    struct quantity trade_off;    /* the greatest p of efficiency >= the one asked for */
    int law; /* enum gap_law of the fit that is not refused and of least error, of several such
                the first; -1 = none */
    struct quantity predicted_speedup, predicted_trade_off; /* p; missing also where there is no
                                                               limit, which the reason says */
};

struct gap_scaling_row {
    const char *loop; /* NULL: the program */
    struct gap_point *points;
    size_t n;
    struct gap_fit fits[GAP_LAWS];
    struct gap_choice choice;
    struct notes notes;
};
/* All measured runs of one build and machine. */
struct gap_scaling {
    const char *build, *machine;
    const struct gap_run *run; /* the first of them */
    long *processors;          /* the counts, rising: those of the points of each row */
    size_t n_processors;
    double efficiency; /* what the trade-off asks for */
    struct gap_scaling_row *loops, program;
    size_t n;
};

/* What efficiency is asked for where nobody says. */
#define GAP_EFFICIENCY 0.7

struct gap_series {
    struct gap_scaling *scaling;
    size_t n_scaling;
    struct gap_repeats *repeats;
    size_t n_repeats;
};
/* Of a table, by build and machine: both, or one of them alone, the other empty. efficiency:
 * 0 < X <= 1. Made in a, which t must outlive. */
struct gap_series gap_series(struct arena *a, const struct gap_table *t, double efficiency);
struct gap_series gap_series_scaling(struct arena *a, const struct gap_table *t, double efficiency);
struct gap_series gap_series_repeats(struct arena *a, const struct gap_table *t);

#endif
