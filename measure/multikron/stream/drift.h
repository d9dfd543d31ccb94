/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines offset and drift of the clocks of nodes, from marks that all nodes record at the same
 * time: enters and exits of parallel regions, and user marks. On each node, only the first process
 * that records a mark of a kind and region is used for it. Two nodes share the first mark of a kind
 * and region, and the last one if both recorded the same number. */
#ifndef MULTIKRON_STREAM_DRIFT_H
#define MULTIKRON_STREAM_DRIFT_H

#include "base/array.h"
#include "base/quantity.h"
#include "measure/multikron/sample.h"
#include "measure/multikron/stream/keymap.h"

#include <stdbool.h>

enum { DRIFT_MARKS = 1 << 18 }; /* limit of kinds, regions and nodes; further ones are ignored */

struct drift_node {
    uint32_t node;
    uint64_t samples;
    int64_t first, last; /* smallest and largest time of its samples, ticks */
};
struct drift_mark {
    uint32_t node, source;
    uint8_t kind;
    uint16_t region;
    int file;
    uint64_t count;
    int64_t first, last; /* times, ticks */
};
/* Initialized to zero except the parameter. */
struct drift {
    unsigned process_bits; /* parameter */
    struct keymap node_of, mark_of;
    ARRAY(struct drift_node) nodes;
    ARRAY(struct drift_mark) marks;
};

/* Adds a sample of a file. */
void drift_add(struct drift *f, const struct sample *s, int64_t time, int file);

/* The clock of a node compared with the reference, the node with the lowest number. */
struct drift_result {
    uint32_t node;
    bool reference;
    uint64_t samples;
    int64_t first, last;    /* smallest and largest time of its samples, ticks */
    uint64_t shared;        /* number of marks shared with the reference */
    struct quantity offset; /* ticks ahead of the reference at the first shared mark */
    struct quantity end;    /* ticks ahead of the reference at the last shared mark */
    struct quantity ppm;    /* (end - offset) / time between these marks, in millionths */
};
/* Sorts the nodes by number. */
void drift_sort(struct drift *f);
/* Returns the result of node i. Requires drift_sort(). */
struct drift_result drift_of_node(const struct drift *f, size_t i);
void drift_free(struct drift *f);

#endif
