/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From facts and a machine to bounds: M, MA, MAC, MACS in CPL. */
#ifndef BOUNDS_BOUNDS_H
#define BOUNDS_BOUNDS_H

#include "facts/facts.h"
#include "machines/machine.h"

/* count operations, each of which takes one of ports for a cycle. */
struct port_need {
    double count;
    port_set ports;
};

/* Least possible load of the busiest port, in cycles: max over port sets S of
 * (count of needs whose alternatives all lie in S) / |S|. *busiest gets the S
 * that gives it (0 when nothing is needed). */
double bound_resources(const struct port_need *needs, size_t n, port_set *busiest);

/* M in CPL (eq. 4.2, 4.3): flops of 8- and 4-byte elements at peak. */
struct quantity bound_m(const struct machine *m, double flops8, double flops4);

/* MA (eq. 4.4-4.9): essential counts per source iteration, c's X and Y per
 * pass and divided by k; r = the source's recurrence. Missing where the
 * machine lacks a needed number or k is missing. */
struct bound bound_ma(const struct machine *m, const struct counts *c,
                      const struct recurrence *r, struct quantity k);

/* MAC (eq. 4.10-4.12): compiled counts per pass, all divided by k; r's
 * distance is in passes. */
struct bound bound_mac(const struct machine *m, const struct counts *c,
                       const struct recurrence *r, struct quantity k);

/* MACS in CPL (eq. 4.13): length / k on a machine with a static schedule;
 * missing with the reason elsewhere. */
struct quantity bound_macs(const struct machine *m, double length, struct quantity k);

/* t_d of a recurrence (eq. 4.7): latency / distance, 0 without one. */
double bound_td(const struct recurrence *r);

/* Name of a port set, "left" or "left|right", in a. */
const char *bound_ports_text(struct arena *a, const struct machine *m, port_set ports);

#endif
