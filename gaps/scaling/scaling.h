/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of runs: repeated runs, and scaling with the number of processors.
 * Runs with the same build, machine and number of processors are repetitions. Runs with the same
 * build and machine, on any number of processors, are a series. The program is all measured loops
 * of the table together. Times are in core cycles; p = processors, S = speed-up. */
#ifndef GAPS_SCALING_SCALING_H
#define GAPS_SCALING_SCALING_H

#include "gaps/gaps.h"

/* ---- repeated runs ---- */

enum {
    BOOTSTRAP_RESAMPLES = 10000,
    BOOTSTRAP_RUNS = 3, /* least number of runs for an interval */
};
/* A number over repeated runs, for those in which it is known. */
struct gap_repeated {
    size_t runs; /* runs in which it is known; 0 = median and the others are missing */
    struct quantity median, least, greatest;
    struct quantity spread;    /* (greatest - least) / |median| */
    struct quantity low, high; /* bootstrap 95 % percentile interval of the median */
    bool crosses_zero;         /* low <= 0 <= high */
};

/* The numbers: CPL, cycles, CPL, share of measured, MACS / measured. */
enum gap_repeats_number { REPEAT_MEASURED, REPEAT_TIME, REPEAT_GAP_P, REPEAT_SHARE_P, REPEAT_MUF };
enum { REPEAT_NUMBERS = REPEAT_MUF + 1 };
extern const char *const gap_repeats_keys[REPEAT_NUMBERS]; /* "measured", ... as in JSON */

struct gap_repeats_row {
    const char *loop; /* NULL: the program; its measured and gap P are missing */
    struct gap_repeated of[REPEAT_NUMBERS];
    struct notes notes;
};
/* Two or more repeated runs. */
struct gap_repeats {
    const char *build, *machine;
    long processors;
    const char **runs; /* their names, in the order of the table */
    size_t n_runs;
    struct gap_repeats_row *loops, program; /* loops: those that at least one run measured */
    size_t n;
    struct notes notes;
};

/* ---- scaling ---- */

/* Medians over the repeated runs on one number of processors. */
struct gap_point {
    long processors;
    size_t runs; /* runs with a time of this loop */
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
    double most[LAW_PARAMETERS];         /* range: 0 to most; INFINITY = no limit */
};
extern const struct gap_law_facts gap_laws[GAP_LAWS];

/* A least squares fit of S at the processor counts above 1, because every law is exact at 1. A fit
 * needs one such count more than it has parameters. */
struct gap_fit {
    enum gap_law law;
    size_t n;                              /* fitted points */
    const char *refused;                   /* reason why the fit is not used; NULL = good */
    struct quantity value[LAW_PARAMETERS]; /* also known if one is out of its range */
    struct quantity low[LAW_PARAMETERS],
        high[LAW_PARAMETERS];  /* 95 %: covariance, Student's t of
                                  n - parameters degrees of freedom */
    struct quantity rms;       /* of the residuals, in S */
    struct quantity error;     /* sqrt(sum of squares / degrees of freedom) */
    struct quantity *residual; /* S - law, for each point of the loop */
    struct quantity best_p;    /* p of the highest S: USL sqrt((1-a)/b) */
};
/* Returns S of a law at p >= 1 with the parameters value. */
double gap_law_speedup(enum gap_law law, const double *value, double p);
/* Returns S of a fit at p >= 1; missing if the fit was refused. */
struct quantity gap_fit_speedup(const struct gap_fit *f, double p);

/* Recommended numbers of processors. Measured ones are counts of points; predicted ones are real
 * numbers >= 1 of the best fit. */
struct gap_choice {
    struct quantity muf, speedup; /* the smallest p with the highest MUF, speed-up */
    struct quantity trade_off;    /* the largest p with at least the required efficiency */
    int law; /* enum gap_law of the good fit with the smallest error; -1 = none */
    struct quantity predicted_speedup, predicted_trade_off; /* p; also missing if there is
                                                               no limit */
};

/* A prediction from the data rates of the machine: up to `cores`, which can exceed the measured
 * numbers, each core gains; then a level transfers its greatest total rate. It is also the greatest
 * speed-up. */
struct gap_saturation {
    struct quantity cores; /* >= 1, a real number; missing with the reason */
    const char *level;     /* that limits it, and the three below; NULL = cores is missing */
    double bytes;          /* that an iteration needs at least from it, on 1 processor */
    double rate;           /* greatest total rate from it, bytes per cycle */
    long rate_cores;       /* number of cores that reach the rate */
    bool grows; /* the rate still grows at the greatest measured number of cores: cores is
                   a lower limit */
};

struct gap_scaling_row {
    const char *loop; /* NULL: the program */
    struct gap_point *points;
    size_t n;
    struct gap_fit fits[GAP_LAWS];
    struct gap_choice choice;
    struct gap_saturation saturation;
    struct notes notes;
};
/* All measured runs of one build and machine. */
struct gap_scaling {
    const char *build, *machine;
    const struct gap_run *run; /* the first of them */
    long *processors;          /* the counts in ascending order: those of the points of each row */
    size_t n_processors;
    double efficiency; /* required by the trade-off */
    struct gap_scaling_row *loops, program;
    size_t n;
};

/* The default of the required efficiency. */
#define GAP_EFFICIENCY 0.7

struct gap_series {
    struct gap_scaling *scaling;
    size_t n_scaling;
    struct gap_repeats *repeats;
    size_t n_repeats;
};
/* Return the series of a table, by build and machine, allocated in a; t must outlive a.
 * gap_series_scaling and gap_series_repeats leave the other part empty. efficiency: 0 < efficiency
 * <= 1. */
struct gap_series gap_series(struct arena *a, const struct gap_table *t, double efficiency);
struct gap_series gap_series_scaling(struct arena *a, const struct gap_table *t, double efficiency);
struct gap_series gap_series_repeats(struct arena *a, const struct gap_table *t);

#endif
