/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How exports call what samples hold as numbers. */
#ifndef MULTIKRON_EXPORT_NAMES_H
#define MULTIKRON_EXPORT_NAMES_H

#include "measure/multikron/export/nest.h"
#include "measure/multikron/naming.h"

#include <stdbool.h>
#include <stdint.h>

enum { EXPORT_REGIONS = 1 << 16, EXPORT_NAME = 40 };
#define EXPORT_CLOCK 10000000 /* ticks a second where nobody says: the chip's 10 MHz */

struct export_names {
    const char *run;                       /* NULL = it has no name */
    uint64_t clock;                        /* ticks a second, > 0 */
    unsigned process_bits;                 /* low bits of a source address; 0-32 */
    const char **regions;                  /* EXPORT_REGIONS; NULL, or an element: no name */
    const char *counters[SAMPLE_COUNTERS]; /* NULL = no name */
    struct naming *naming; /* of regions by process; NULL = all have these numbers */
};

/* Names where there is no manifest. */
struct export_names export_no_names(void);
/* Names of the manifest, which must outlive them; the list of regions is in a. A clock that is not
 * given is the chip's. */
struct export_names export_names_of(const struct manifest *m, struct arena *a);

static inline uint32_t export_node(const struct export_names *n, uint32_t source)
{
    return n->process_bits < 32 ? source >> n->process_bits : 0;
}
static inline uint32_t export_process(const struct export_names *n, uint32_t source)
{
    return n->process_bits < 32 ? source & ((UINT32_C(1) << n->process_bits) - 1) : source;
}
/* The name of a region, or text that tells it from one with a name; NULL = it has neither. */
const char *export_region_text(const struct export_names *n, unsigned region);
/* Name, or "region N", "counter N" written to room. */
const char *export_region(const struct export_names *n, unsigned region, char room[EXPORT_NAME]);
const char *export_counter(const struct export_names *n, unsigned counter, char room[EXPORT_NAME]);
/* Those without a name are left out where others have one. */
bool export_counter_shown(const struct export_names *n, unsigned counter);
/* "FIFO overrun": what the flags of a sample say of the loss in front of it. */
const char *export_cause(const struct sample *s);

#endif
