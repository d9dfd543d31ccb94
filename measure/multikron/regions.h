/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums up the samples of a run by region and thread. Each source address is a thread. An instance
 * of a region is the interval from an enter to the next exit of the region on a thread. Its ticks
 * and iterations are added to the sums of the region. Marks of iterations and skipped blocks may
 * also follow its exit, before the next enter.
 *
 * An instance is lost if samples of it may be missing: an overrun flag while it was open, an enter
 * without an exit or the reverse, or time that runs backwards. Lost instances are counted; their
 * iterations, ticks and skipped blocks are not added, so that ticks per iteration remain correct.
 * A recursive enter belongs to the outer instance. Ticks of a loop include those of inner loops.
 * Timestamps of 40 bits are extended per node (measure/multikron/stream/wrap.h). */
#ifndef MULTIKRON_REGIONS_H
#define MULTIKRON_REGIONS_H

#include "measure/multikron/manifest.h"

enum trouble {
#define TROUBLE(NAME, region, text) TROUBLE_##NAME,
#include "measure/multikron/troubles.def"
#undef TROUBLE
    TROUBLES
};
/* Returns the text of a trouble, such as "exit without an enter". *of_region = it concerns a
 * region. */
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
    unsigned line;  /* line of the block + 2^24 * number of preceding blocks on that line */
    double skipped; /* iterations */
};
/* The sum of a counter over the instances whose enter and exit are both resource samples. */
struct region_counter {
    double sum;
    bool saturated; /* the counter saturated or was reset: the sum is unknown */
};
/* The numbers of a region on a thread. */
struct region_totals {
    double instances, lost;   /* numbers of complete and of lost instances */
    double iterations, ticks; /* of complete instances */
    double summed;            /* instances recorded as sums, without marks of each */
    double pairs;             /* instrumented begins and ends of loops inside those */
    double inner;             /* enters and exits of regions inside the others */
    double counted;           /* number of instances with counters */
    unsigned threads;         /* of a parallel region: the largest number of threads */
};
/* The sums of a region on a thread. */
struct region_sum {
    unsigned region;
    bool parallel;    /* entered as a parallel region */
    const char *name; /* NULL = the manifest does not name it */
    long thread;
    struct region_totals totals;
    bool has_parent;                 /* it was entered inside another region */
    unsigned parent;                 /* number of that region */
    bool parent_is_parallel;         /* that region was entered as a parallel region */
    bool has_other_parents;          /* it was also entered in another region, or in none */
    int64_t first;                   /* time of its first enter, ticks */
    const struct region_skip *skips; /* by line */
    size_t n_skips;
    struct region_counter counters[SAMPLE_COUNTERS];
};
struct region_thread {
    long thread;
    uint32_t source;
    uint64_t samples;
    uint64_t overruns; /* number of times that samples of it may have been lost */
};
struct region_node {
    uint32_t node;
    uint64_t wraps; /* of its 40-bit stamps */
};
struct region_facts {
    struct region_file *files; /* in the order of reading */
    size_t n_files;
    struct region_sum *sums; /* by region, parallel, thread */
    size_t n_sums;
    struct region_thread *threads; /* by source */
    size_t n_threads;
    struct region_node *nodes; /* by number */
    size_t n_nodes;
};

/* The smallest and largest extended time of samples. */
struct time_span {
    int64_t first, last; /* ticks */
};

struct region_times;
/* Creates empty sums. m must outlive them. The caller calls region_times_free(). */
struct region_times *region_times_new(const struct manifest *m);
void region_times_free(struct region_times *r);
/* Begins a file: the following samples belong to it. path must outlive r. */
void region_times_begin_file(struct region_times *r, const char *path);
/* Adds the complete records (sample.h) in the n bytes at bytes, up to the first record that is
 * incomplete or has no class. Returns the number of bytes read. *samples is the number of records,
 * *span the range of their times; *span is undefined without records. */
size_t region_times_add_records(struct region_times *r, const uint8_t *bytes, size_t n,
                                uint64_t *samples, struct time_span *span);
/* Notes that samples of any source may have been lost between the previous and the next record. */
void region_times_add_gap(struct region_times *r);
/* Ends all open instances, which are lost, and returns the results, allocated in a. */
struct region_facts region_times_finish(struct region_times *r, struct arena *a);
/* Returns the ticks of s that are overhead of the instrumentation of s and its inner loops. */
double region_overhead(const struct region_sum *s, const struct manifest *m);

#endif
