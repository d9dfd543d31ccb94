/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Executions of the edges of a routine, of its loops and of their passes, from those of its
 * blocks. */
#ifndef HOTSPOTS_EDGES_H
#define HOTSPOTS_EDGES_H

#include "base/arena.h"
#include "x86-asm/x86-asm.h"

/* Computes unknown executions (negative ones) of blocks and edges, as far as they follow from the
 * known ones: control that reaches a block leaves it, too. */
void solve_edge_counts(const struct x86_graph *g, double *block, double *edge);

/* Returns how often a loop that tests at its top, and only jumps back at its end, was left at its
 * first block; 0 in other loops; negative = unknown. */
double exits_at_top(const struct x86_graph *g, const double *edge);

/* Returns how often the routine was called: executions of its first block that no edge of the
 * routine leads to; negative = unknown. */
double calls_of_edges(const struct x86_graph *g, const double *block, const double *edge);

/* Return the passes of the graph's loop, and how often control entered it; negative = unknown, or
 * the counts contradict each other. */
double passes_of_edges(const struct x86_graph *g, const double *block, const double *edge);
double entries_of_edges(const struct x86_graph *g, const double *block, const double *edge);
/* Returns at most how often control entered the loop: each time along an edge, or to a block that
 * is entered from elsewhere, and it left the loop as often, except by exceptions of callees.
 * Negative = unknown. */
double most_entries_of_edges(const struct x86_graph *g, const double *block, const double *edge);

#endif
