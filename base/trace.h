/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times the passes of a command under --time. */
#ifndef BASE_TRACE_H
#define BASE_TRACE_H

#include <stdbool.h>

struct trace {
    bool on;
    const char *pass; /* pass under way; NULL = none */
    double since;     /* seconds on the monotonic clock */
};

/* Ends the pass under way, if any, with a line on stderr, and starts the
 * named one (NULL: none). Does nothing when off. */
void trace_pass(struct trace *t, const char *pass);

#endif
