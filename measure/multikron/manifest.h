/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manifest of a run: what the numbers in its samples stand for. A 'key value' text
 * (base/keyfile.h) beside the sample files; its keys are lines of manifest.def and
 *
 *   region.N LOOP            N of 0-65535: loop id as kma writes it
 *   counter.N NAME           N of 0-15
 *   thread.NODE.PROCESS N    number of that source's thread
 *   sources.NODE N-M         processes N to M of that node are of this manifest; without such a
 *                            line all sources are */
#ifndef MULTIKRON_MANIFEST_H
#define MULTIKRON_MANIFEST_H

#include "base/arena.h"
#include "base/quantity.h"
#include "base/source.h"
#include "measure/multikron/sample.h"

enum { MANIFEST_REGIONS = 1 << 16, MANIFEST_PROCESS_BITS = 16, MANIFEST_PROCESSORS_MOST = 1 << 20 };

/* Whose samples an overrun flag may tell the loss of. */
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
    double overhead_inside, overhead_pair; /* ticks that the begin and end of a summed-up loop take:
                                            * of its time, of that of a loop around it */
    double overhead_marks_inside, overhead_marks_pair; /* the same of an enter and its exit */
    unsigned process_bits;           /* the low bits of a source that are the process; 0-32 */
    enum overrun_of overrun_of;      /* OVERRUN_OF_NODE unless the manifest says otherwise */
    struct manifest_region *regions; /* by number, each once */
    size_t n_regions;
    struct manifest_thread *threads; /* by source, each once */
    size_t n_threads;
    struct manifest_sources *sources; /* none = all */
    size_t n_sources;
    const char *counters[SAMPLE_COUNTERS]; /* names; NULL = not named */
};

/* Reads s into m; texts live in a, places in s. Wrong lines are located errors in d; false where
 * there was one: then m holds what could be read. */
bool manifest_read(struct manifest *m, struct arena *a, struct source *s, struct diag *d);
/* The loop of a region; NULL = the manifest does not name it. */
const char *manifest_loop(const struct manifest *m, unsigned region);

/* Is this source of the manifest? */
bool manifest_covers(const struct manifest *m, uint32_t source);

static inline uint32_t manifest_node(const struct manifest *m, uint32_t source)
{
    return m->process_bits < 32 ? source >> m->process_bits : 0;
}
static inline uint32_t manifest_process(const struct manifest *m, uint32_t source)
{
    return m->process_bits < 32 ? source & ((UINT32_C(1) << m->process_bits) - 1) : source;
}

#endif
