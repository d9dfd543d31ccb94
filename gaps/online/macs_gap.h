/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaps of a program's own loops at run time. The program passes bounds before the run, and
 * iterations and cycles during it, and reads averaged gaps. libmacsgap(3) is the manual; the
 * Fortran interface is macs_gap.inc.
 *
 * CPL = clock cycles per iteration of the source loop. An unknown number is NaN, never 0. No
 * function except mg_print and mg_csv prints; none exits or uses global state. Functions that
 * return an int return -1 for invalid arguments, and then change nothing; otherwise they return the
 * number of a loop or block, or 0. */
#ifndef MACS_GAP_H
#define MACS_GAP_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct macs_gap macs_gap;

/* ---- bounds ---- */

/* Returns an empty table for threads 0 to threads - 1; NULL if threads < 1 or without memory. */
macs_gap *mg_new(int threads);
/* Returns a table with the loops of a file written by macs-gap --bounds. If the file cannot be read
 * or is incomplete, returns NULL and stores the reason in why, at most why_size bytes with the
 * terminating 0. */
macs_gap *mg_read(const char *path, int threads, char *why, size_t why_size);
/* Frees the table; g may be NULL. */
void mg_free(macs_gap *g);

enum mg_rung { MG_MA, MG_MAC, MG_MACS, MG_RUNGS };

/* Adds a loop with its essential flops (eq. 4.1) and its M bound. Returns its number, from 0. */
int mg_loop(macs_gap *g, const char *name, double tnf, double m);
/* Adds a term to a bound: the cycles per iteration for which a slot of the machine is busy, or
 * those of a recurrence. The bound is the maximum of its terms; without terms it is unknown. */
int mg_term(macs_gap *g, int loop, enum mg_rung rung, const char *term, double cpl);
/* Adds a conditional block to the loop. Returns its number in the loop, from 0. */
int mg_block(macs_gap *g, int loop, const char *name);
/* Sets the part of a term that an iteration saves if it skips the block. The loop must have the
 * term. */
int mg_block_term(macs_gap *g, int loop, int block, enum mg_rung rung, const char *term,
                  double cpl);
/* Sets the essential flops and the part of M that an iteration saves if it skips the block; NaN =
 * unknown. Without this call they are 0. */
int mg_block_flops(macs_gap *g, int loop, int block, double tnf, double m);

/* Return the number of a loop, or of a block of a loop, by its name; -1 if there is none. A loop
 * can also be named by the end of its name after a slash or colon, if only one loop has that end.
 */
int mg_find(const macs_gap *g, const char *loop);
int mg_find_block(const macs_gap *g, int loop, const char *block);
/* Returns the number of loops. */
int mg_loops(const macs_gap *g);
/* Returns the name of a loop; NULL = none. */
const char *mg_name(const macs_gap *g, int loop);

/* ---- the run ---- */

/* Adds iterations and core cycles to the counts of a thread for a loop. Threads may call mg_add and
 * mg_skip concurrently, each with its own number. */
int mg_add(macs_gap *g, int loop, int thread, double iterations, double cycles);
/* Adds the number of iterations that skipped the block. */
int mg_skip(macs_gap *g, int loop, int thread, int block, double times);
/* Resets the counts of all threads to 0. */
void mg_reset(macs_gap *g);

/* ---- gaps ---- */

struct mg_result {
    int threads; /* number of threads that ran iterations of the loop */
    double iterations, cycles;
    double tnf;
    double m, ma, mac, macs, measured; /* CPL */
    double a, c, s, p;                 /* MA - M, MAC - MA, MACS - MAC, measured - MACS: CPL */
    double share_m, share_a, share_c, share_s, share_p; /* shares of measured; their sum is 1 */
    double muf;                                         /* MACS / measured (eq. 7.1) */
};
enum { MG_ALL = -1 };
/* Stores the gaps of one thread, or of all threads that ran iterations (MG_ALL): the bounds of each
 * thread with its own skipped blocks, averaged by iterations. Call mg_get, mg_print and mg_csv only
 * while no thread calls mg_add or mg_skip. */
int mg_get(const macs_gap *g, int loop, int thread, struct mg_result *r);

/* Prints a table of all loops that ran, in CPL. A note at the end of a row reports bounds for
 * another instruction set than this processor's, and bounds that exceed the measured time by more
 * than 3 %. */
void mg_print(const macs_gap *g, FILE *out);
/* Writes rows for macs-gap --import: iterations and cycles to samples, skipped blocks to skips
 * (NULL = none). Also returns -1 if writing fails. */
int mg_csv(const macs_gap *g, FILE *samples, FILE *skips, const char *run, int processors);

#ifdef __cplusplus
}
#endif
#endif
