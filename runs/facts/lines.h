/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internal to runs/: reads selected lines of a file. */
#ifndef RUNS_LINES_H
#define RUNS_LINES_H

#include "base/infile.h"

#include <stddef.h>

struct line_range {
    long first, last;
};
/* Receives a line without its line end. Returns false to stop reading. */
typedef bool line_visitor(void *to, long line, const char *text);

/* Calls visit once, in order, for each line of in that is in one of the n ranges, which are sorted.
 * in must be at its start. Returns false after a message in d if in cannot be read. */
bool lines_of(struct infile *in, struct line_range *ranges, size_t n, line_visitor *visit, void *to,
              struct diag *d);
/* The same for a file given by name. If it is not a regular file, no line is visited, with a
 * warning if expected. */
bool lines_of_named(const char *path, bool expected, struct line_range *ranges, size_t n,
                    line_visitor *visit, void *to, struct diag *d);

#endif
