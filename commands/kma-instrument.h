/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma --instrument: files with calls of libmultikron around their loops, and the table of regions
 * that says how they are called. */
#ifndef COMMANDS_KMA_INSTRUMENT_H
#define COMMANDS_KMA_INSTRUMENT_H

#include "frontend/instrument/instrument.h"
#include "machines/machine.h"

struct kma_instrument {
    const char *to, *mode, *loops, *regions; /* values of the options; NULL = not given */
    bool elsewhere;                          /* listed loops may be in files of other calls */
};

/* What the options mean together; false after a message about usage. */
bool kma_instrument_check(const struct kma_instrument *k, int files);
/* Writes the files; everything wrong is a message in d. Says what was done on standard output;
 * verbose: of each loop. read: what each was read from before, to be read again; NULL = none was.
 */
void kma_instrument(const struct kma_instrument *k, const char *const *files, struct infile *read,
                    int n, bool verbose, const struct front_options *front, const struct machine *m,
                    struct diag *d);

#endif
