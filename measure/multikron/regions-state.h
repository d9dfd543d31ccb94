/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The private state of regions.h: sums of the samples that were read. */
#ifndef MULTIKRON_REGIONS_STATE_H
#define MULTIKRON_REGIONS_STATE_H

#include "measure/multikron/regions.h"
#include "measure/multikron/stream/keymap.h"
#include "measure/multikron/stream/wrap.h"

#define NO_INDEX UINT32_MAX

struct open_region {
    uint32_t sum, file; /* indices in struct region_times */
    uint64_t sample;    /* number of its enter sample, from 1 */
};
struct source_state {
    uint32_t source, node; /* source address; index of the node */
    int64_t time;          /* of its last sample */
    uint64_t samples, overruns;
    uint64_t doubts;            /* number of losses, and of times that ran backwards */
    uint64_t node_losses, gaps; /* losses of the node and of the run up to its last sample */
    ARRAY(struct open_region) open;
    size_t doubtful;      /* number of open regions, from the outermost, that may lack samples */
    uint64_t not_tracked; /* number of open regions beyond the nesting limit */
    uint64_t closed;      /* number of regions that were left */
    uint64_t last_key;    /* key and index of the last sum that was looked up */
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
    uint32_t next;    /* index of the next one of the same sum, or NO_INDEX */
    uint64_t pending; /* of the current instance */
    double kept;      /* of complete instances */
};
struct counter_state {
    bool begun, ended; /* the current instance has begin, end */
    uint32_t begin[SAMPLE_COUNTERS], end[SAMPLE_COUNTERS];
    double sum[SAMPLE_COUNTERS];
    bool saturated[SAMPLE_COUNTERS];
};
struct sum_state {
    uint32_t source; /* index of the source */
    unsigned region;
    bool parallel, any_skips;
    bool has_orphan_marks;  /* marks without an enter were seen: a lost instance */
    bool ended;             /* the current instance has ended; its iterations may still follow */
    bool pending_lost;      /* samples of the current instance may be missing */
    bool iterations_seen;   /* of the current instance */
    bool continues;         /* the last mark of iterations had the largest value: one follows */
    uint64_t doubts;        /* of the source at the end of the instance */
    uint32_t depth;         /* of recursion: the number of its open enters */
    uint32_t skips;         /* index of the first, or NO_INDEX */
    uint32_t parent;        /* index of the sum that it was entered in, or NO_INDEX */
    bool has_parent;        /* parent is set */
    bool parent_is_certain; /* no samples were missing when parent was set */
    bool has_other_parents; /* it was also entered in other regions */
    int64_t first;          /* time of its first enter */
    uint64_t pending;       /* iterations of the current instance */
    int64_t begin, end;
    uint64_t closed_before; /* closed of the source at its enter */
    uint64_t inner_pending; /* regions left inside the current instance */
    const char *name;
    struct region_totals totals;
    uint32_t block;                 /* block of the next sum of skips */
    struct counter_state *counters; /* NULL = no resource samples */
};
enum key_kind { SOURCE_KEYS, NODE_KEYS, SUM_KEYS, SKIP_KEYS, KEY_KINDS };
struct region_times {
    const struct manifest *manifest;
    ARRAY(struct region_file) files;
    ARRAY(struct source_state) sources;
    ARRAY(struct node_state) nodes;
    ARRAY(struct sum_state) sums;
    ARRAY(struct skip_state) skips;
    struct keymap keys[KEY_KINDS]; /* indices by key */
    uint64_t gaps;                 /* number of losses that may concern any source */
    uint32_t source;               /* index of the source of the last sample, if any_source */
    bool any_source;
};

/* Counts a trouble, and keeps the sample and region of its first occurrence. */
void region_file_add_trouble(struct region_file *f, enum trouble t, uint64_t sample,
                             unsigned region);
/* Ends all open instances; an instance without an exit is lost. */
void region_times_close(struct region_times *r);

#endif
