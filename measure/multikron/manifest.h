/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manifest of a run: the meaning of the numbers in its samples. It is a 'key value' text
 * (base/keyfile.h) in the directory of the sample files. Its keys are the lines of manifest.def and
 *
 *   region.N LOOP            N is 0-65535; LOOP is a loop id as kma writes it
 *   counter.N NAME           N is 0-15
 *   thread.NODE.PROCESS N    thread number of that source
 *   sources.NODE N-M         the manifest covers the processes N to M of that node; without such a
 *                            line it covers all sources */
#ifndef MULTIKRON_MANIFEST_H
#define MULTIKRON_MANIFEST_H

#include "base/arena.h"
#include "base/quantity.h"
#include "base/source.h"
#include "measure/multikron/sample.h"

enum { MANIFEST_REGIONS = 1 << 16, MANIFEST_PROCESS_BITS = 16, MANIFEST_MAX_PROCESSORS = 1 << 20 };

/* An overrun flag means that samples of the whole node, or of the sample's thread, may be lost. */
enum overrun_of { OVERRUN_OF_NODE, OVERRUN_OF_THREAD };

struct manifest_region {
    unsigned region;
    const char *loop;
    struct where where; /* of the loop's name */
};
struct manifest_thread {
    uint32_t source; /* node.process */
    long thread;     /* from 0 */
    struct where where;
};
struct manifest_sources {
    long node, first, last;
};
struct manifest {
    const char *run, *machine, *build; /* machine, build: NULL = not given */
    const char *isa;                   /* as machine descriptions name it; NULL = not given */
    struct where where;                /* of the build's name, or else the run's */
    long processors;
    struct quantity clock;  /* ticks of the timestamps a second; missing = not given */
    double cycles_per_tick; /* > 0 */
    double overhead_inside; /* ticks of the instrumentation of a loop without marks per instance
                             * that are part of its measured time */
    double overhead_pair;   /* the same as part of the measured time of an enclosing loop */
    double overhead_marks_inside; /* the same two for a loop with an enter and an exit mark */
    double overhead_marks_pair;
    unsigned process_bits;           /* number of low bits of a source that are the process; 0-32 */
    enum overrun_of overrun_of;      /* default: OVERRUN_OF_NODE */
    double cpu_seconds;              /* of the process, or of all merged processes; 0 = unknown */
    struct manifest_region *regions; /* by number, each once */
    size_t n_regions;
    struct manifest_thread *threads; /* by source, each once */
    size_t n_threads;
    struct manifest_sources *sources; /* empty = all */
    size_t n_sources;
    const char *counters[SAMPLE_COUNTERS]; /* names; NULL = not named */
};

/* Reads s into m, and the region lines of the table regions (NULL = none). Texts are allocated in
 * a; locations refer to s and regions. Returns false after located errors in d; m then has the
 * valid lines. */
bool manifest_read(struct manifest *m, struct arena *a, struct source *s, struct source *regions,
                   struct diag *d);
/* Returns the name of a region's loop, or NULL if the manifest does not name it. */
const char *manifest_loop(const struct manifest *m, unsigned region);

/* Returns whether the manifest covers a source. */
bool manifest_covers(const struct manifest *m, uint32_t source);

/* Returns the node of a source. */
static inline uint32_t manifest_node(const struct manifest *m, uint32_t source)
{
    return m->process_bits < 32 ? source >> m->process_bits : 0;
}
/* Returns the process of a source. */
static inline uint32_t manifest_process(const struct manifest *m, uint32_t source)
{
    return m->process_bits < 32 ? source & ((UINT32_C(1) << m->process_bits) - 1) : source;
}

#endif
