/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterative modulo scheduling: a pair for each node of a loop's pass such that passes that begin a
 * fixed number of pairs apart do not get in each other's way (Rau, Iterative Modulo Scheduling,
 * 1994; the polycyclic schedules of the report). */
#ifndef LAB_SCHEDULE_MODULO_H
#define LAB_SCHEDULE_MODULO_H

#include "lab/schedule/graph.h"

/* Node `to`, `passes` passes later, is issued at least `pairs` behind `from`. */
struct loop_arc {
    uint32_t from, to;
    int pairs, passes;
};
struct modulo {
    const struct machine *m;
    struct node *nodes;
    size_t n;
    ARRAY(struct loop_arc) arcs;
    uint32_t *first_out, *out; /* arcs by from */
    uint32_t *first_in, *in;   /* arcs by to */
    /* what the loop's control takes of each pass, pairs from its end on: halves */
    const uint8_t *control;
    int n_control;
    int *at; /* the result: pair of each node, from the begin of its pass */
    int interval;
    int least;      /* interval; 0 = not known yet */
    int heights_of; /* the interval that height is of; 0 = of none */
    int *height;
};

/* Finishes the arcs: order by from and to. */
void modulo_index(struct arena *a, struct modulo *x);
/* Pairs that no interval is shorter than, by what the nodes take and by recurrences. */
int modulo_least(struct modulo *x);
/* Sets the interval; false: some value would come too late round a recurrence. */
bool modulo_begin(struct modulo *x, int interval);
/* Schedules with that interval, no node before pair `start`, which says how nodes stand to the
 * loop's control; false: it found none. */
bool modulo_schedule(struct arena *a, struct modulo *x, int start);

#endif
