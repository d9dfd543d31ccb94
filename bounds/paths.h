/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths of a loop body from its first block to the branch back. */
#ifndef BOUNDS_PATHS_H
#define BOUNDS_PATHS_H

#include "bounds/body.h"
#include "bounds/sequence.h"

enum {
    PATHS_MOST = 256,   /* of more paths, MAC is not computed for each */
    PATHS_SIMULATED = 8 /* of more paths, only the shortest and the longest are simulated */
};

/* The shortest path of a body is the one with the least MAC, and of several the one with the fewest
 * instructions. With more than PATHS_MOST paths, or a very long body, it is the path with the
 * fewest operations of the front end, and `least` is at most the MAC of any path: the greatest of
 * the minima that each port set and the front end have over all paths. */
struct body_paths {
    double n;      /* number of paths; 1e15 = that or more */
    bool compared; /* MAC was computed for each of them */
    struct body_path shortest, longest;
    struct quantity least;                       /* cycles per pass; missing if compared */
    struct body_path simulated[PATHS_SIMULATED]; /* the paths whose MACS is computed */
    size_t n_simulated;                          /* 0: there is only one path */
};

/* Finds the paths of a body with several blocks, in a. n is 0 if no path leads back. */
struct body_paths find_body_paths(struct arena *a, const struct machine *m,
                                  const struct instruction_body *b);

/* Returns each edge of b together with its block as one body without flows, in a: a branch uses
 * other ports if it is taken. edge_of: set to the edge of each of its instructions. */
const struct instruction_body *body_edges_apart(struct arena *a, const struct instruction_body *b,
                                                const int **edge_of);

/* Returns MAC of a body without branches, in cycles. */
struct quantity straight_mac(struct arena *a, const struct machine *m,
                             const struct instruction_body *b);

#endif
