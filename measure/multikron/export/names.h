/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names that exports write for the numbers in samples. */
#ifndef MULTIKRON_EXPORT_NAMES_H
#define MULTIKRON_EXPORT_NAMES_H

#include "measure/multikron/export/nest.h"
#include "measure/multikron/naming.h"

#include <stdbool.h>
#include <stdint.h>

enum { EXPORT_REGIONS = 1 << 16, EXPORT_NAME = 40 };
#define EXPORT_CLOCK 10000000 /* default ticks per second: the chip's 10 MHz */

struct export_names {
    const char *run;                       /* NULL = no name */
    uint64_t clock;                        /* ticks per second, > 0 */
    unsigned process_bits;                 /* number of low bits of a source: the process; 0-32 */
    const char **regions;                  /* EXPORT_REGIONS names; it or an element may be NULL */
    const char *counters[SAMPLE_COUNTERS]; /* NULL = no name */
    struct naming *naming; /* common region numbers; NULL = the processes have the same numbers */
};

/* Returns the names without a manifest. */
struct export_names export_no_names(void);
/* Returns the names of a manifest, which must outlive them; the list of regions is allocated in a.
 * The default clock is the chip's. */
struct export_names export_names_from(const struct manifest *m, struct arena *a);

/* Return the node and the process of a source address. */
static inline uint32_t export_node(const struct export_names *n, uint32_t source)
{
    return n->process_bits < 32 ? source >> n->process_bits : 0;
}
static inline uint32_t export_process(const struct export_names *n, uint32_t source)
{
    return n->process_bits < 32 ? source & ((UINT32_C(1) << n->process_bits) - 1) : source;
}
/* Returns the name of a region, or a text that distinguishes it from regions with a name, or NULL.
 */
const char *export_region_text(const struct export_names *n, unsigned region);
/* Returns the name, or "region N", "counter N", which is written to buffer. */
const char *export_region(const struct export_names *n, unsigned region, char buffer[EXPORT_NAME]);
const char *export_counter(const struct export_names *n, unsigned counter,
                           char buffer[EXPORT_NAME]);
/* Returns whether a counter is exported: if any counter has a name, only those with a name are. */
bool export_counter_shown(const struct export_names *n, unsigned counter);
/* Returns the cause of the loss before a sample, from its flags, such as "FIFO overrun". */
const char *export_loss_cause(const struct sample *s);

#endif
