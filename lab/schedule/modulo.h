/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterative modulo scheduling: finds a pair for each node of a loop iteration so that iterations
 * that begin a fixed number of pairs apart do not conflict (Rau, Iterative Modulo Scheduling, 1994;
 * the polycyclic schedules of the report). */
#ifndef LAB_SCHEDULE_MODULO_H
#define LAB_SCHEDULE_MODULO_H

#include "lab/schedule/graph.h"

/* Node `to` of `iterations` iterations later must be issued at least `pairs` pairs after `from`. */
struct loop_arc {
    uint32_t from, to;
    int pairs, iterations;
};
struct modulo {
    const struct machine *m;
    struct node *nodes;
    size_t n;
    ARRAY(struct loop_arc) arcs;
    uint32_t *first_out, *out; /* arcs by from */
    uint32_t *first_in, *in;   /* arcs by to */
    /* halves that the loop's control occupies in each iteration, counted in pairs from its end */
    const uint8_t *control;
    int n_control;
    int *at; /* result: pair of each node, from the begin of its iteration */
    int interval;
    int least;      /* least interval; 0 = unknown */
    int heights_of; /* interval for which height is valid; 0 = none */
    int *height;
};

/* Completes the arcs: sorts them by from and to. */
void modulo_sort_arcs(struct arena *a, struct modulo *x);
/* Returns a lower bound on the interval, by resources and by recurrences, in pairs. */
int modulo_lower_bound(struct modulo *x);
/* Sets the interval. Returns false if a recurrence does not fit into it. */
bool modulo_set_interval(struct modulo *x, int interval);
/* Schedules with that interval, no node before pair `start`, which shifts the nodes against the
 * loop's control. Returns false if it finds no schedule. */
bool modulo_schedule(struct arena *a, struct modulo *x, int start);

#endif
