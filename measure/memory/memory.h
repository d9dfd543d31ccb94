/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the data paths of this CPU: what a program gets of each cache, latencies, data rates
 * from each level into one core and into several cores at once, how much of a transfer the core's
 * work hides, and the address translation. It needs no privileges, and uses the cores that this
 * process is allowed to use. Vector loops are assembled, loaded and timed (measure/probe/object.h).
 * Repeats of all measurements are interleaved, and those during which the process lost its core are
 * discarded. */
#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

#include "base/diag.h"
#include "machines/host.h"
#include "machines/machine.h"

struct memory_options {
    const char *compiler; /* that assembles: "gcc" */
    bool quick;           /* end within MEMORY_QUICK_SECONDS instead of MEMORY_SECONDS */
};
enum { MEMORY_SECONDS = 120, MEMORY_QUICK_SECONDS = 20 };
/* Repeats with a greater spread are continued up to the time limit; the measurement then counts as
 * noisy. */
#define MEMORY_SPREAD 0.05

/* Statistics of repeats. Missing together, with one reason. */
struct memory_statistics {
    struct quantity greatest, median, least;
    struct quantity quarter; /* lower quartile */
    struct quantity spread;  /* interquartile range divided by the median */
    size_t n;
};
/* Returns the statistics of n repeats, which it sorts; n = 0: missing with the reason why. */
struct memory_statistics memory_statistics(double *at, size_t n, const char *why);

/* The sum of the rates of several cores at once. */
struct memory_rate {
    long cores;
    bool per_second; /* bytes per second; otherwise per cycle */
    struct memory_statistics of;
};
/* A level from which data come: a cache, or the memory (the last). */
struct memory_level {
    const char *name;
    double claimed;            /* size in bytes that the system reports; 0 = memory */
    long line, ways, shared;   /* as reported; 0 = unknown; shared: by that many allowed cores */
    bool inclusive;            /* reported as such */
    struct quantity effective; /* bytes, from the knee of the load curve */
    double set;                /* bytes of the sets of the rates of one core */
    const char *set_note;      /* why the set is not in the wanted range; NULL = it is */
    struct memory_statistics latency[2]; /* cycles; index: huge pages (0), normal pages (1) */
    struct memory_rate *rates[RATE_MIXES];
    size_t n_rates[RATE_MIXES];
    struct memory_rate normal[RATE_MIXES]; /* of one core on normal pages */
    struct quantity kernel_share; /* time of the load kernel in the first cache / its time here */
    struct memory_statistics overlap;       /* with a chain of adds */
    struct memory_statistics overlap_loads; /* with loads from the first cache */
};
/* A point of the load curve. */
struct memory_point {
    double bytes;         /* of the set */
    struct quantity rate; /* median, bytes per cycle */
};
struct memory_tlb {
    struct quantity entries, latency;
};
enum { MEMORY_LEVELS = MACHINE_LEVELS, MEMORY_TLBS = 2 };

struct memory_probe {
    struct memory_level levels[MEMORY_LEVELS];
    int n_levels;
    struct memory_point *curve;
    size_t n_curve;
    struct memory_tlb tlbs[MEMORY_TLBS];
    struct quantity crossing[2];     /* cycles of a vector load, store, that crosses a line */
    struct quantity page, huge_page; /* bytes; huge: missing if this process gets none */
    struct quantity clock_hz;        /* median of the calibrations */
    long cores;                      /* allowed */
    const char *topology;            /* where the reported sizes come from */
    double vector_bytes;             /* of the loops */
    double seconds;                  /* that the measurement took */
    double disturbed;                /* share of the repeats during which a core was lost */
    struct notes notes;              /* what a reader of the values must know */
};

/* Measures. names: names of the caches in the machine file, in order, NULL at the end; others are
 * called l1, l2 ... Returns false after a message: no compiler, not an x86-64 CPU, sizes of caches
 * unknown, too little memory. In a. */
bool memory_probe_run(struct arena *a, const struct memory_options *o, const char *const *names,
                      struct memory_probe *p, struct diag *d);

/* Returns the lines KEY=VALUE of a machine file with the measured values, for machine_read(),
 * without the clock, which can be another one when a program runs. In a. */
struct option_list memory_lines(struct arena *a, const struct memory_probe *p);
/* Returns the text of a description without the lines that memory_lines() replaces as a whole:
 * rates and overlaps, which can name other numbers of cores and other mixes. In a. */
const char *memory_text_without_rates(struct arena *a, const char *text);

/* ---- measured lines of this host, kept for later runs ---- */

/* Returns the path of this host's file in the user's cache directory, named by CPU, number of
 * allowed cores and version, in a; NULL = no such directory is known. */
const char *memory_store_path(struct arena *a, const struct host_cpu *cpu, long cores);
/* Returns the number of cores that this process is allowed to use. */
long memory_allowed_cores(void);
/* Writes the lines to the file. Returns false after a warning. */
bool memory_store_write(const char *path, const struct host_cpu *cpu, long cores,
                        const struct option_list *lines, struct diag *d);
/* Reads the lines of the file into *lines, in a. Returns false if it does not exist, and after a
 * warning if it is damaged, or of another CPU or version: it is then ignored. */
bool memory_store_read(struct arena *a, const char *path, const struct host_cpu *cpu, long cores,
                       struct option_list *lines, struct diag *d);

#endif
