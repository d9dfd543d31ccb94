/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of regions.h: what is known of the samples so far. */
#ifndef MULTIKRON_REGIONS_STATE_H
#define MULTIKRON_REGIONS_STATE_H

#include "measure/multikron/regions.h"
#include "measure/multikron/stream/keymap.h"
#include "measure/multikron/stream/wrap.h"

#define NO_PLACE UINT32_MAX

struct open_region {
    uint32_t sum, file; /* places in regions */
    uint64_t sample;    /* of its enter, from 1 */
};
struct source_state {
    uint32_t source, node; /* its address; place in regions */
    int64_t time;          /* of its last sample */
    uint64_t samples, overruns;
    uint64_t doubts;            /* times that something was lost, or its time ran backwards */
    uint64_t node_losses, gaps; /* of what was lost, what it knows */
    ARRAY(struct open_region) open;
    size_t doubtful;   /* of the open ones so many from the outermost are in doubt */
    uint64_t beyond;   /* open ones that are too deep */
    uint64_t closed;   /* regions that were left */
    uint64_t last_key; /* of the sum found last */
    uint32_t last_sum;
};
struct node_state {
    uint32_t node;
    bool seen;
    struct wrap clock;
    uint64_t losses; /* samples with an overrun flag */
};
struct skip_state {
    unsigned line;
    uint32_t next; /* of the same sum; NO_PLACE = none */
    uint64_t pending;
    double kept;
};
struct counter_state {
    bool begun, ended;
    uint32_t begin[SAMPLE_COUNTERS], end[SAMPLE_COUNTERS];
    double sum[SAMPLE_COUNTERS];
    bool saturated[SAMPLE_COUNTERS];
};
struct sum_state {
    uint32_t source; /* place in regions */
    unsigned region, threads;
    bool parallel, any_skips;
    bool part;           /* marks were seen that belong to no instance */
    bool ended;          /* an instance has ended that further iterations may belong to */
    bool pending_lost;   /* samples of it, or of what is open, may be missing */
    bool told, more;     /* its iterations were seen; the last mark was full, so that one follows */
    uint64_t doubts;     /* of the source, when its last mark came */
    uint32_t depth;      /* how often it is open */
    uint32_t skips;      /* the first; NO_PLACE = none */
    uint32_t around;     /* place of what it was entered in; NO_PLACE = nothing */
    bool placed, surely; /* around is set; nothing that was open then was in doubt */
    bool elsewhere;      /* it was entered in something else, too */
    int64_t first;       /* time of its first enter */
    uint64_t pending;    /* iterations of what is open, or has ended */
    int64_t begin, end;
    uint64_t closed_before,
        inner_pending; /* regions of the source left when it was entered; in it */
    const char *name;
    double instances, lost, iterations, ticks, counted;
    double inner;                   /* regions left in whole instances */
    double summed, pairs;           /* instances that came as a sum; events inside of them */
    uint32_t block;                 /* of the skips that come as a sum */
    struct counter_state *counters; /* NULL = none were seen */
};
struct region_times {
    const struct manifest *manifest;
    ARRAY(struct region_file) files;
    ARRAY(struct source_state) sources;
    ARRAY(struct node_state) nodes;
    ARRAY(struct sum_state) sums;
    ARRAY(struct skip_state) skips;
    struct keymap source_keys, node_keys, sum_keys, skip_keys;
    uint64_t gaps;   /* losses of any source */
    uint32_t source; /* of the last sample */
    bool any_source;
};

void region_trouble_at(struct region_file *f, enum trouble t, uint64_t sample, unsigned region);
/* Closes what is open. */
void region_times_close(struct region_times *r);

#endif
