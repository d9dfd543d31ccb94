/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes bounds from facts and a machine: M, MA, MAC, MACS in CPL. Texts of a bound are in the
 * arena or owned by the machine. */
#ifndef BOUNDS_BOUNDS_H
#define BOUNDS_BOUNDS_H

#include "bounds/resources.h"

/* Returns M in CPL (eq. 4.2, 4.3): flops of 8- and 4-byte elements at peak. parts: the same
 * operations by element size; if a size is unknown, M is known only if both peaks are equal. NULL:
 * all sizes are known. */
struct quantity bound_m(const struct machine *m, double flops8, double flops4,
                        const struct op_parts *parts);

/* Returns MA (eq. 4.4-4.9). X and Y of the essential operations are divided by k or a greater
 * number (essential_k). The source's recurrence is the one of two that e->reassociate selects.
 * Missing if the machine lacks a required number, or if k is missing and there is overhead to
 * divide. */
struct bound bound_ma(struct arena *a, const struct machine *m, const struct essential *e,
                      const struct recurrence *r, struct quantity k);

/* Returns MAC (eq. 4.10-4.12): compiled counts per pass, divided by k; distances of recurrences are
 * in passes. */
struct bound bound_mac(struct arena *a, const struct machine *m, const struct counts *c,
                       const struct recurrence *r, struct quantity k);

/* Returns MACS in CPL (eq. 4.13): length / k on a machine with a static schedule; otherwise
 * missing, with the reason. */
struct quantity bound_macs(const struct machine *m, double length, struct quantity k);

/* Returns CPF (eq. 4.9, 4.12, 4.14); missing for a loop without flops. */
struct quantity bound_cpf(struct quantity cpl, double tnf);

/* Returns t_d of a recurrence (eq. 4.7): latency / distance, 0 without one. */
struct quantity bound_td(const struct recurrence *r);

#endif
