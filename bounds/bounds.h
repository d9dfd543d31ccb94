/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From facts and a machine to bounds: M, MA, MAC, MACS in CPL. Texts that come
 * with a bound live in the arena or with the machine. */
#ifndef BOUNDS_BOUNDS_H
#define BOUNDS_BOUNDS_H

#include "bounds/resources.h"

/* M in CPL (eq. 4.2, 4.3): flops of 8- and 4-byte elements at peak. parts: of the same operations;
 * where the size of one is unknown, M is known only if the peaks are the same. NULL: all are known.
 */
struct quantity bound_m(const struct machine *m, double flops8, double flops4,
                        const struct op_parts *parts);

/* MA (eq. 4.4-4.9): X and Y of what is essential are divided by k, or a greater number
 * (essential_k); r = the source's recurrence, of those two the one that e->reassociate asks for.
 * Missing where the machine lacks a needed number, or k is missing and there is overhead to
 * divide. */
struct bound bound_ma(struct arena *a, const struct machine *m, const struct essential *e,
                      const struct recurrence *r, struct quantity k);

/* MAC (eq. 4.10-4.12): compiled counts per pass, all divided by k; r's
 * distance is in passes. */
struct bound bound_mac(struct arena *a, const struct machine *m, const struct counts *c,
                       const struct recurrence *r, struct quantity k);

/* MACS in CPL (eq. 4.13): length / k on a machine with a static schedule;
 * missing with the reason elsewhere. */
struct quantity bound_macs(const struct machine *m, double length, struct quantity k);

/* CPF (eq. 4.9, 4.12, 4.14): missing for a loop without flops. */
struct quantity bound_cpf(struct quantity cpl, double tnf);

/* t_d of a recurrence (eq. 4.7): latency / distance, 0 without one. */
struct quantity bound_td(const struct recurrence *r);

#endif
