/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the time of each pass of a command with --time. */
#ifndef BASE_TRACE_H
#define BASE_TRACE_H

#include <stdbool.h>

struct trace {
    bool on;
    const char *pass; /* current pass; NULL = none */
    double since;     /* seconds on the monotonic clock */
};

/* Ends the current pass, if any, with a line on stderr, and starts the named one (NULL: none). Does
 * nothing if off. */
void trace_pass(struct trace *t, const char *pass);

#endif
