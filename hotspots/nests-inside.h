/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal: what is known of a nest after its events (hotspots/nests.h). */
#ifndef HOTSPOTS_NESTS_INSIDE_H
#define HOTSPOTS_NESTS_INSIDE_H

#include "hotspots/nests.h"

#include <stdint.h>

/* Differences of the addresses of a reference between consecutive passes of a loop. */
struct nest_stride {
    int64_t bytes;
    uint64_t n; /* equal differences */
    bool varies;
};
/* An access in a pass of a loop in which the loops inside it began. */
struct nest_place {
    bool known;
    uint64_t address, execution, pass;
    uint64_t outer_execution, outer_pass; /* of the loop around it */
};
/* Lowest and highest address of a process. */
struct nest_range {
    uint64_t low, high; /* high < low: none */
};
struct nest_ref_state {
    struct nest_stride strides[MOVEMENT_LEVELS];
    /* The same from the last pass of an execution of a loop to the first pass of the next one, in
     * consecutive passes of the loop around it. */
    struct nest_stride wraps[MOVEMENT_LEVELS];
    struct nest_place last[MOVEMENT_LEVELS]; /* in each loop */
    uint64_t address;                        /* in the present pass */
    uint32_t times;                          /* executions in the present pass */
    bool conditional, repeated;
    /* Executions of the analysed loop in which it began where it ended in the one before, farther,
     * and nearer. */
    uint64_t continued, farther, nearer;
    struct nest_range *ranges; /* by process */
};
struct nest_level_state {
    bool known;         /* its begin was recorded: passes are numbered from the first one */
    bool worked;        /* the present pass executed references, or the loop inside */
    uint64_t execution; /* number of its recorded executions */
    uint64_t pass;      /* from 0 */
    /* Passes of completely recorded executions. */
    uint64_t complete, least, most;
};
/* Addresses of all references in one pass: the first of an execution of the loop, or of a
 * segment. */
struct nest_sample {
    size_t process;
    int based;           /* the outermost level from which inward all loops began with it */
    uint64_t *addresses; /* 0 = not executed */
};
struct nest_record {
    struct arena *arena;
    const struct nest_code *code;
    struct nest_level_state levels[MOVEMENT_LEVELS];
    struct nest_ref_state *refs;
    int level;          /* of the last event; -1 = none */
    bool fresh;         /* no event of the segment yet */
    bool begun;         /* the present pass of the analysed loop was recorded from its begin */
    bool continues;     /* in the present pass, a reference continues near the end of the execution
                           of the analysed loop before */
    uint64_t passes;    /* complete ones */
    uint64_t evenly;    /* passes of the outermost loop in which addresses advanced evenly */
    uint64_t reentered; /* in which all differed */
    size_t n_processes;
    struct nest_sample *samples;
    size_t n_samples, segment_samples; /* all; of the present segment */
};

#endif
