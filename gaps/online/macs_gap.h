/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaps of a program's own loops while it runs: bounds go in before, counts and cycles during the
 * run, averaged gaps come out. libmacsgap(3) tells the same at more length; Fortran's subroutines
 * are in macs_gap.inc.
 *
 * CPL = clock cycles per iteration of the source loop. A number that is not known is NaN and never
 * 0. No function prints, exits or keeps a global. Functions that return an int say -1 where their
 * arguments are wrong, and nothing is changed then. */
#ifndef MACS_GAP_H
#define MACS_GAP_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct macs_gap macs_gap;

/* ---- bounds ---- */

/* Without loops, for threads 0 to threads - 1. NULL: threads < 1, or no memory. */
macs_gap *mg_new(int threads);
/* With the loops of a file that macs-gap --bounds has written. NULL, and the reason in why, up to
 * room bytes of it with the 0 at its end, where it can't be read or is not whole. */
macs_gap *mg_read(const char *path, int threads, char *why, size_t room);
void mg_free(macs_gap *g); /* g may be NULL */

enum mg_rung { MG_MA, MG_MAC, MG_MACS, MG_RUNGS };

/* A loop with its essential flops (eq. 4.1) and its M bound; its number, from 0. */
int mg_loop(macs_gap *g, const char *name, double tnf, double m);
/* A rung's bound is the greatest of its terms: the cycles per iteration that a slot of the machine
 * is busy, or a recurrence takes. A rung without terms is not known. 0. */
int mg_term(macs_gap *g, int loop, enum mg_rung rung, const char *term, double cpl);
/* A conditional block of the loop; its number in the loop, from 0. */
int mg_block(macs_gap *g, int loop, const char *name);
/* What an iteration that skips the block saves of a term; a term that the loop lacks is wrong. 0.
 */
int mg_block_term(macs_gap *g, int loop, int block, enum mg_rung rung, const char *term,
                  double cpl);
/* What it saves of the essential flops and of M; 0 where this is not called, NaN where it is not
 * known. 0. */
int mg_block_flops(macs_gap *g, int loop, int block, double tnf, double m);

/* Number of the loop, or of its block, of that name: of a loop any tail of its name that begins
 * behind a slash or colon and names one loop. -1 = none, or several. */
int mg_find(const macs_gap *g, const char *loop);
int mg_find_block(const macs_gap *g, int loop, const char *block);
int mg_loops(const macs_gap *g); /* how many there are */
const char *mg_name(const macs_gap *g, int loop);

/* ---- the run ---- */

/* Adds to what the thread has done of the loop. Threads may call these at the same time, each with
 * its own number. 0. */
int mg_add(macs_gap *g, int loop, int thread, double iterations, double cycles);
/* So many iterations of it skipped the block. 0. */
int mg_skip(macs_gap *g, int loop, int thread, int block, double times);
/* Forgets what was added, on all threads. */
void mg_reset(macs_gap *g);

/* ---- gaps ---- */

struct mg_result {
    int threads; /* that ran iterations of it */
    double iterations, cycles;
    double tnf;
    double m, ma, mac, macs, measured; /* CPL */
    double a, c, s, p;                 /* MA - M, MAC - MA, MACS - MAC, measured - MACS: CPL */
    double share_m, share_a, share_c, share_s, share_p; /* of measured: their sum is 1 */
    double muf;                                         /* MACS / measured (eq. 7.1) */
};
enum { MG_ALL = -1 };
/* Of one thread, or of all that ran iterations (MG_ALL): bounds of each thread with its own skipped
 * blocks, averaged by iterations. To be called when no thread is adding. 0. */
int mg_get(const macs_gap *g, int loop, int thread, struct mg_result *r);

/* The table of all loops that ran, in CPL, for people. A row whose bounds are of another instruction
 * set than that of this processor, as the file says, or above its measurement, ends with that. */
void mg_print(const macs_gap *g, FILE *out);
/* The same as rows for macs-gap --import: iterations and cycles into samples, skipped blocks into
 * skips (NULL = not wanted). 0; -1 where it could not be written. */
int mg_csv(const macs_gap *g, FILE *samples, FILE *skips, const char *run, int processors);

#ifdef __cplusplus
}
#endif
#endif
