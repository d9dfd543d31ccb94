/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside of runs/: the text of chosen lines of a file. */
#ifndef RUNS_LINES_H
#define RUNS_LINES_H

#include <stddef.h>

struct line_range {
    long first, last;
};

/* Calls visit for each line of path that lies in one of the n ranges (sorted
 * here), in order, once, without its line end. Nothing where path is no file
 * that can be read. Stops when visit returns 0. */
void lines_of(const char *path, struct line_range *ranges, size_t n,
              int (*visit)(void *to, long line, const char *text), void *to);

#endif
