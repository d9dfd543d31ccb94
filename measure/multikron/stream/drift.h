/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the clocks of nodes are apart, from marks that all nodes make at the same time:
 * entry to and exit from parallel regions, and user marks. On each node the first process to
 * make a mark of some kind and region stands for the node. Two nodes share the first mark of a
 * kind and region, and the last if both made as many.
 */
#ifndef MULTIKRON_STREAM_DRIFT_H
#define MULTIKRON_STREAM_DRIFT_H

#include "base/array.h"
#include "base/quantity.h"
#include "measure/multikron/sample.h"
#include "measure/multikron/stream/keymap.h"

#include <stdbool.h>

enum { DRIFT_MARKS = 1 << 18 }; /* kinds, regions and nodes told apart; more are passed over */

struct drift_node {
    uint32_t node;
    uint64_t samples;
    int64_t first, last; /* times of its samples */
};
struct drift_mark {
    uint32_t node, source;
    uint8_t kind;
    uint16_t region;
    int file;
    uint64_t count;
    int64_t first, last; /* times */
};
/* All zeroes but for the parameter. */
struct drift {
    unsigned process_bits;
    struct keymap node_of, mark_of;
    ARRAY(struct drift_node) nodes;
    ARRAY(struct drift_mark) marks;
};

/* Takes note of a sample. */
void drift_add(struct drift *f, const struct sample *s, int64_t time, int file);

/* One node's clock against that of the node with the lowest number. */
struct drift_result {
    uint32_t node;
    bool reference;
    uint64_t samples;
    int64_t first, last;    /* times of its samples */
    uint64_t shared;        /* marks shared with the reference */
    struct quantity offset; /* ticks ahead of the reference at the first of them */
    struct quantity end;    /* and at the last */
    struct quantity ppm;    /* (end - offset) / time between, in millionths */
};
/* Result i, in the order of node numbers, of as many as there are nodes. Call drift_sort before. */
void drift_sort(struct drift *f);
struct drift_result drift_of(const struct drift *f, size_t i);
void drift_free(struct drift *f);

#endif
