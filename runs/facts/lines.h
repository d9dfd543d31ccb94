/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: the text of chosen lines of a file. */
#ifndef RUNS_LINES_H
#define RUNS_LINES_H

#include "base/infile.h"

#include <stddef.h>

struct line_range {
    long first, last;
};
/* Gets a line without its line end; false ends the reading. */
typedef bool line_visitor(void *to, long line, const char *text);

/* Calls visit for each line of in, which stands at its start, that lies in one of the n ranges
 * (sorted here), in order, once. False after a message in d: in can't be read. */
bool lines_of(struct infile *in, struct line_range *ranges, size_t n, line_visitor *visit, void *to,
              struct diag *d);
/* The same for a file that is known by its name only. Where there is no such regular file nothing
 * is visited; expected: a warning says so. */
bool lines_of_named(const char *path, bool expected, struct line_range *ranges, size_t n,
                    line_visitor *visit, void *to, struct diag *d);

#endif
