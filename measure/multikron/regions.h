/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the samples of a run say of its loops: from an enter to an exit of a region on a thread
 * (a source address is a thread) is an instance; its ticks and iterations are summed up. Iterations
 * and skipped blocks may also come behind its exit, before the next enter.
 *
 * An instance of which samples may have been lost (an overrun flag while it was open, an enter or
 * exit without the other, time that runs backwards) is counted as lost, and its iterations, ticks
 * and skipped blocks are left out, so that ticks per iteration stay right. A region entered while
 * it is open (recursion) is one instance with the outer one. Ticks of a loop hold those of the
 * loops within. Stamps of 40 bits are extended per node (measure/multikron/stream/wrap.h). */
#ifndef MULTIKRON_REGIONS_H
#define MULTIKRON_REGIONS_H

#include "measure/multikron/manifest.h"

enum trouble {
#define TROUBLE(NAME, region, text) TROUBLE_##NAME,
#include "measure/multikron/troubles.def"
#undef TROUBLE
    TROUBLES
};
/* "exit without its enter"; *of_region: it is about one. */
const char *trouble_text(enum trouble t, bool *of_region);

struct region_trouble {
    uint64_t n;      /* samples that have it */
    uint64_t sample; /* number of the first, from 1 */
    unsigned region; /* of the first */
};
struct region_file {
    const char *path;
    uint64_t trace, resource;
    struct region_trouble troubles[TROUBLES];
};

struct region_skip {
    unsigned line;  /* of the block; and 2^24 times how many on it come before */
    double skipped; /* iterations */
};
/* A counter's sum over instances whose enter and exit are both resource samples. */
struct region_counter {
    double sum;
    bool saturated; /* it stood at its most, or was reset: the sum is not known */
};
/* A region on a thread. */
struct region_sum {
    unsigned region;
    bool parallel;    /* entered as a parallel region */
    const char *name; /* NULL = the manifest does not name it */
    long thread;
    double instances, lost;          /* whole ones, and those left out */
    double iterations, ticks;        /* of the whole ones */
    double summed, pairs;            /* those that came as sums; begins and ends of loops in them */
    double inner;                    /* enters and exits of regions in the others */
    unsigned threads;                /* of a parallel region: the most it was entered with */
    bool within;                     /* it was entered inside of another region: */
    unsigned around;                 /* that one's number */
    bool around_parallel;            /* and kind */
    bool elsewhere;                  /* at other times in another one, or in none */
    int64_t first;                   /* time of its first enter, ticks */
    const struct region_skip *skips; /* by line */
    size_t n_skips;
    double counted; /* instances with counters */
    struct region_counter counters[SAMPLE_COUNTERS];
};
struct region_thread {
    long thread;
    uint32_t source;
    uint64_t samples;
    uint64_t overruns; /* times that samples of it may have been lost */
};
struct region_node {
    uint32_t node;
    uint64_t wraps; /* of its 40-bit stamps */
};
struct region_facts {
    struct region_file *files; /* in the order they were taken */
    size_t n_files;
    struct region_sum *sums; /* by region, parallel, thread */
    size_t n_sums;
    struct region_thread *threads; /* by source */
    size_t n_threads;
    struct region_node *nodes; /* by number */
    size_t n_nodes;
};

/* First and last extended time of some samples. */
struct time_span {
    int64_t first, last; /* ticks */
};

struct region_times;
/* m must outlive it. */
struct region_times *region_times_new(const struct manifest *m);
void region_times_free(struct region_times *r);
/* The samples that follow are of this file. path must outlive r. */
void region_times_file(struct region_times *r, const char *path);
/* Takes whole records from the n bytes at bytes (sample.h), as many as there are in front of one
 * that has no class or is not whole; returns their bytes. *samples is how many; *span, unless
 * there are none, their least and greatest time. */
size_t region_times_take(struct region_times *r, const uint8_t *bytes, size_t n, uint64_t *samples,
                         struct time_span *span);
/* Samples of any source may have been lost here. */
void region_times_gap(struct region_times *r);
/* Nothing follows: what is open is lost. The facts, in a. */
struct region_facts region_times_end(struct region_times *r, struct arena *a);
/* Ticks that the events of s, and those of loops in it, took of its time. */
double region_overhead(const struct region_sum *s, const struct manifest *m);

#endif
