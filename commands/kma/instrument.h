/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kma --instrument: writes sources with calls of libmultikron around their loops, and the table of
 * the region numbers. */
#ifndef COMMANDS_KMA_INSTRUMENT_H
#define COMMANDS_KMA_INSTRUMENT_H

#include "frontend/instrument/instrument.h"
#include "machines/machine.h"

struct kma_instrument {
    const char *to, *mode, *loops, *regions; /* values of the options; NULL = not given */
    bool elsewhere; /* loops of --loops may be in files of other commands */
};

/* Checks the options' values and combinations. False after a usage message. */
bool kma_instrument_check(const struct kma_instrument *k, int files);
/* Writes the instrumented files. Errors are messages in d. Prints a summary of each file on
 * standard output; verbose: a line for each loop too. read: the inputs of the files, which were
 * read before; NULL: none was read. */
void kma_instrument(const struct kma_instrument *k, const char *const *files, struct infile *read,
                    int n, bool verbose, const struct front_options *front, const struct machine *m,
                    struct diag *d);

#endif
