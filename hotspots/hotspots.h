/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a profile: assigns each sample to the innermost loop of machine code that contains it, to
 * the code of its function outside loops, to a library function, or to the kernel. */
#ifndef HOTSPOTS_HOTSPOTS_H
#define HOTSPOTS_HOTSPOTS_H

#include "base/diag.h"
#include "facts/facts.h"
#include "facts/hotspots.h"
#include "hotspots/counted.h"
#include "machines/machine.h"
#include "measure/sampling/profile.h"

/* A program or library whose functions were disassembled. */
struct hot_code {
    const char *path;
    FILE *listing;               /* its text, of which asm_line of the loops are lines */
    struct compiled_loops loops; /* those with samples, and the loops around them, in completion
                                    order; then the code outside loops of functions with samples
                                    there; with body and bounds per pass */
};
struct hot_file;
struct hot_codes {
    struct hot_code *at;
    size_t n;
    struct hot_file *files; /* internal: the texts of the loops are theirs */
    size_t n_files;
};

/* Fills to and codes, in a, from p. m: the x86-64 machine of the bounds. counts: of the count
 * build, for the passes of loops and the calls of functions; NULL = none. reference: of the
 * reference build, for the source loops; NULL = none. A file that can't be read is reported as a
 * warning in d, and its rows state the reason. Texts of the loops are valid until hot_codes_close.
 */
void hotspots_find(struct arena *a, const struct profile *p, const struct machine *m,
                   const struct hot_counts *counts, const struct hot_counts *reference,
                   struct hot_profile *to, struct hot_codes *codes, struct diag *d);
void hot_codes_close(struct hot_codes *codes);

#endif
